#include "tickgraph/world/time/frame_time.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tickgraph/physics/nanoseconds.h"

namespace tickgraph {

absl::Status Validate(const TimeDefinition& definition) {
  // Written so that NaN fails as well.
  if (definition.max_delta > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the greatest delta of cards (TimeDefinition::max_delta) is ",
                   definition.max_delta, " s; give a number greater than 0"));
}

FrameTime MakeFrameTime(const RawDelta& raw, double dilation, const TimeDefinition& definition) {
  FrameTime time{.raw = raw, .process_step = raw.seconds};
  const double wanted = time.process_step * dilation;
  // Without a limit and with dilation 0 the product is no number.
  const double most = dilation > 0 ? definition.max_delta * dilation : 0;
  time.delta = std::min(wanted, most);
  time.delta_nanoseconds =
      time.delta == raw.seconds ? raw.nanoseconds : FloorToNanoseconds(time.delta);
  time.lost.to_clamp = wanted - time.delta;
  return time;
}

}  // namespace tickgraph
