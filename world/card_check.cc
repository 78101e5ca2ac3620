#include "tickgraph/world/card_check.h"

#include <string>

#include "tickgraph/absl_strings.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/tick_error.h"

namespace tickgraph {
namespace {

bool MayStartIn(TickGroup group, bool engine_stage) {
  return group <= TickGroup::kPostUpdateWork && (engine_stage || !IsPhysicsEdgeGroup(group));
}

}  // namespace

absl::Status CheckCardGroups(const TickScheduler& scheduler, const TickFunction& card,
                             SourceLocation where) {
  const TickGroup end = card.end.value_or(card.start);
  const bool is_forbidden =
      !MayStartIn(card.start, card.engine_stage) || end > TickGroup::kPostUpdateWork;
  if (!is_forbidden && end >= card.start) return absl::OkStatus();
  TickError error;
  error.code = is_forbidden ? TickErrorCode::kForbiddenGroup : TickErrorCode::kEndBeforeStart;
  error.frame = scheduler.frame();
  error.where = where;
  error.detail = "\"" + std::string(card.name) + "\"";
  return absl::Status(StatusCodeOf(error.code), ToAbsl(scheduler.Explain(error)));
}

}  // namespace tickgraph
