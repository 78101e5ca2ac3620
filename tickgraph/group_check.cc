#include "tickgraph/group_check.h"

#include "tickgraph/quoted_name.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {
namespace {

bool MayStartIn(TickGroup group, bool engine_stage) {
  return group <= TickGroup::kPostUpdateWork && (engine_stage || !IsPhysicsEdgeGroup(group));
}

}  // namespace

std::optional<TickError> FindGroupError(const TickFunction& card, SourceLocation where) {
  const TickGroup end = card.end.value_or(card.start);
  const bool is_forbidden =
      !MayStartIn(card.start, card.engine_stage) || end > TickGroup::kPostUpdateWork;
  if (!is_forbidden && end >= card.start) return std::nullopt;
  TickError error;
  error.code = is_forbidden ? TickErrorCode::kForbiddenGroup : TickErrorCode::kEndBeforeStart;
  error.where = where;
  error.detail = QuotedName(card.name);
  return error;
}

}  // namespace tickgraph
