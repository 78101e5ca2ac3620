#ifndef TICKGRAPH_PLAN_ANNEX_DEMOTION_H_
#define TICKGRAPH_PLAN_ANNEX_DEMOTION_H_

#include <optional>

#include "tickgraph/plan/annex_card.h"
#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// Why a card of the annex runs in later groups than it declared.
struct AnnexDemotion {
  /// The prerequisite that moved it; names nothing for a card that came too late for its group.
  TickHandle cause;
};

/// Whether a card of the annex, once its place was found, was moved to later groups (rule G7);
/// nothing where it was not, or not more than the plan had moved it already. O(prerequisites).
std::optional<AnnexDemotion> DemotionOf(const AnnexCard& card, const CardStore& cards,
                                        const FramePlan& plan);

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_ANNEX_DEMOTION_H_
