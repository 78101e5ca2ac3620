#include "tickgraph/world/time/raw_delta.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/physics/nanoseconds.h"

namespace tickgraph {

namespace {
constexpr double kLongestDelta = 1e9;
}

absl::StatusOr<RawDelta> RawDelta::FromSeconds(double seconds) {
  // Written so that NaN fails as well.
  if (!(seconds >= 0.0 && seconds <= kLongestDelta)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a frame delta of ", seconds,
                     " s is no time from one frame to the next; the frame runs with delta 0: give "
                     "a finite number of at least 0"));
  }
  return RawDelta{.seconds = seconds, .nanoseconds = FloorToNanoseconds(seconds)};
}

absl::StatusOr<RawDelta> RawDelta::Between(const ClockSample& before, const ClockSample& now) {
  absl::StatusOr<RawDelta> delta = FromSeconds(now.delta);
  if (!delta.ok()) return delta;
  if (now.time < before.time) {
    return absl::InvalidArgumentError(absl::StrCat("the clock went backwards by ",
                                                   (before.time - now.time).count(),
                                                   " ns; the frame runs with delta 0"));
  }
  if (before.time.count() < 0 && now.time > std::chrono::nanoseconds::max() + before.time) {
    return absl::InvalidArgumentError(
        "the clock went on by more than 292 years; the frame runs with delta 0");
  }
  delta->nanoseconds = now.time - before.time;
  return delta;
}

}  // namespace tickgraph
