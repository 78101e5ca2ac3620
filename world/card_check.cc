#include "tickgraph/world/card_check.h"

#include <optional>

#include "tickgraph/absl_strings.h"
#include "tickgraph/group_check.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/tick_error.h"

namespace tickgraph {

absl::Status CheckCardGroups(const TickScheduler& scheduler, const TickFunction& card,
                             SourceLocation where) {
  std::optional<TickError> error = FindGroupError(card, where);
  if (!error) return absl::OkStatus();
  error->frame = scheduler.frame();
  return absl::Status(StatusCodeOf(error->code), ToAbsl(scheduler.Explain(*error)));
}

}  // namespace tickgraph
