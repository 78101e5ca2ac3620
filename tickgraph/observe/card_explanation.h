#ifndef TICKGRAPH_OBSERVE_CARD_EXPLANATION_H_
#define TICKGRAPH_OBSERVE_CARD_EXPLANATION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/lane.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

class TickScheduler;

/// A card that has to have finished before the explained one starts.
struct ExplainedPrerequisite {
  std::string name;
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  Lane lane = Lane::kGameThread;
  /// What the order passes through on the way: disabled cards and sets, nearest first, at most
  /// `kMostPassed` of them; empty for a prerequisite of the card itself.
  std::vector<std::string> through;
  /// How many more it passes through.
  std::size_t passes_more = 0;

  static constexpr std::size_t kMostPassed = 8;
};

/// A prerequisite that is ignored because it closes a cycle.
struct ExplainedCycle {
  std::string prerequisite;
  /// The whole report: both sides, each edge with the place where it was added.
  std::string text;
};

/// Why a card runs where it runs, as data.
///
///   absl::StatusOr<CardExplanation> why = ExplainCard(scheduler, camera);
///   if (why.ok()) std::cout << ExplanationText(*why);
///
/// Groups, order and cycles are those of the last plan; a card that came after it was made says so.
struct CardExplanation {
  enum class Standing : std::uint8_t {
    kInPlan,
    /// Disabled: it stays in the plan and passes on order.
    kDisabled,
    /// It came in the middle of the last frame, or after it.
    kNewcomer,
  };
  /// Why the effective groups are not the declared ones.
  enum class Cause : std::uint8_t { kNone, kPrerequisite, kCameTooLate, kEndNotAllowed };

  std::string name;
  SourceLocation registered_at;
  Lane lane = Lane::kGameThread;
  Standing standing = Standing::kInPlan;
  TickGroup declared_start, declared_end;
  TickGroup effective_start, effective_end;
  Cause cause = Cause::kNone;
  /// The prerequisite that moved it, for kPrerequisite.
  std::string moved_by;

  /// Place in plan order among all cards, from 1; 0 for one that is not in the plan.
  std::size_t position = 0;
  std::size_t cards_in_plan = 0;

  /// Set where the card, on the game thread, runs in the wait at the end of a group instead of in
  /// its start group, and the any-thread card that it, or a card before it, waits for.
  std::optional<TickGroup> runs_in_wait_of;
  std::string waits_for_worker;

  /// In the order in which they were added, those behind disabled cards and sets after them.
  std::vector<ExplainedPrerequisite> prerequisites;
  std::vector<ExplainedCycle> ignored;
  /// Names of the sets that it is in.
  std::vector<std::string> sets;
};

/// Explains a card by the last plan. Game thread, outside of any-thread cards; does not block.
/// Errors: NotFound for a stale handle. O(cards and edges that stand before it).
absl::StatusOr<CardExplanation> ExplainCard(const TickScheduler& scheduler, TickHandle card);

/// The explanation for a person, some ten lines. Long lists are cut, with a count.
std::string ExplanationText(const CardExplanation& explanation);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_CARD_EXPLANATION_H_
