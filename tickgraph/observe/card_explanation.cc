#include "tickgraph/observe/card_explanation.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/quoted_name.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class Explainer {
 public:
  Explainer(const TickScheduler& scheduler, TickHandle card)
      : scheduler_(scheduler), plan_(scheduler.plan()), card_(card) {}

  CardExplanation Explain(const CardInfo& info) {
    why_.name = std::string(info.name);
    why_.registered_at = info.registered_at;
    why_.lane = info.lane;
    why_.declared_start = info.declared_start;
    why_.declared_end = info.declared_end;
    why_.effective_start = info.effective_start;
    why_.effective_end = info.effective_end;
    FindStanding(info);
    FindPrerequisites();
    FindCause();
    FindWait();
    return std::move(why_);
  }

 private:
  void FindStanding(const CardInfo& info) {
    const std::uint32_t position = plan_.PositionOf(card_);
    const auto is_card = [this](TickHandle card) {
      return card && Info(card).kind == CardKind::kCard;  // A plan may have holes.
    };
    why_.cards_in_plan =
        static_cast<std::size_t>(std::count_if(plan_.cards.begin(), plan_.cards.end(), is_card));
    if (position == FramePlan::kNoPosition) {
      why_.standing = CardExplanation::Standing::kNewcomer;
      return;
    }
    if (!info.enabled) why_.standing = CardExplanation::Standing::kDisabled;
    why_.position = static_cast<std::size_t>(
        std::count_if(plan_.cards.begin(), plan_.cards.begin() + position + 1, is_card));
  }

  /// Nothing is known of cards that are gone.
  CardInfo Info(TickHandle card) const {
    const absl::StatusOr<CardInfo> info = scheduler_.Describe(card);
    return info.ok() ? *info : CardInfo{};
  }

  bool IsIgnored(TickHandle prerequisite, TickHandle card) const {
    const std::span<const TickError> cycles = scheduler_.cycles();
    return std::any_of(cycles.begin(), cycles.end(), [&](const TickError& cycle) {
      return cycle.card == card && cycle.other == prerequisite;
    });
  }

  void FindPrerequisites() {
    struct Way {
      TickHandle card;
      /// Of which of `lists` it passes through, and how many more there are.
      std::size_t list = 0;
      std::size_t more = 0;
    };
    std::vector<Way> ways = {{card_}};
    std::vector<std::vector<std::string>> lists = {{}};
    std::unordered_set<TickHandle> seen = {card_};
    for (std::size_t next = 0; next < ways.size(); ++next) {
      const Way way = ways[next];
      for (const TickHandle prerequisite : scheduler_.PrerequisitesOf(way.card)) {
        if (IsIgnored(prerequisite, way.card)) {
          if (way.card == card_) NoteIgnored(prerequisite);
          continue;
        }
        if (!seen.insert(prerequisite).second) continue;
        const CardInfo info = Info(prerequisite);
        if (way.card == card_ && info.kind == CardKind::kSetBegin) {
          why_.sets.emplace_back(info.name);
        }
        if (info.kind == CardKind::kCard && info.enabled) {
          why_.prerequisites.push_back({std::string(info.name), info.effective_start,
                                        info.effective_end, info.lane, lists[way.list], way.more});
          running_.push_back(prerequisite);
          continue;
        }
        // The begin of a set leads to what comes before the set, its end to the members as well.
        Way further = way;
        further.card = prerequisite;
        const std::string name =
            (info.kind == CardKind::kCard ? "" : "set ") + QuotedName(info.name);
        const std::vector<std::string>& through = lists[way.list];
        const bool is_same_set = !through.empty() && through.back() == name && way.more == 0;
        if (!is_same_set && through.size() < ExplainedPrerequisite::kMostPassed) {
          lists.push_back(lists[way.list]);
          lists.back().push_back(name);
          further.list = lists.size() - 1;
        } else if (!is_same_set) {
          ++further.more;
        }
        ways.push_back(further);
      }
    }
  }

  void NoteIgnored(TickHandle prerequisite) {
    for (const TickError& cycle : scheduler_.cycles()) {
      if (cycle.card != card_ || cycle.other != prerequisite) continue;
      why_.ignored.push_back({std::string(Info(prerequisite).name), scheduler_.Explain(cycle)});
    }
  }

  void FindCause() {
    for (const Demotion& demotion : scheduler_.demotions()) {
      if (demotion.card != card_) continue;
      why_.effective_start = demotion.effective_start;
      why_.effective_end = demotion.effective_end;
      why_.cause = demotion.cause ? CardExplanation::Cause::kPrerequisite
                                  : CardExplanation::Cause::kCameTooLate;
      why_.moved_by = demotion.cause ? std::string(Info(demotion.cause).name) : "";
      return;
    }
    const bool is_earlier = why_.effective_end < why_.declared_end;
    if (is_earlier) why_.cause = CardExplanation::Cause::kEndNotAllowed;
  }

  void FindWait() {
    const std::uint32_t position = plan_.PositionOf(card_);
    if (position == FramePlan::kNoPosition || why_.lane != Lane::kGameThread ||
        why_.standing != CardExplanation::Standing::kInPlan) {
      return;
    }
    const Segment segment = plan_.places[position].segment;
    if (segment == MainSegment(GroupIndex(why_.effective_start))) return;
    why_.runs_in_wait_of = static_cast<TickGroup>(GroupOf(segment));
    std::vector<TickHandle> before = running_;
    std::unordered_set<TickHandle> seen(before.begin(), before.end());
    for (std::size_t next = 0; next < before.size(); ++next) {
      const CardInfo info = Info(before[next]);
      const bool is_it = info.kind == CardKind::kCard && info.enabled &&
                         info.lane == Lane::kAnyThread &&
                         GroupIndex(info.effective_end) >= GroupOf(segment);
      if (is_it) {
        why_.waits_for_worker = std::string(info.name);
        return;
      }
      for (const TickHandle other : scheduler_.PrerequisitesOf(before[next])) {
        if (!IsIgnored(other, before[next]) && seen.insert(other).second) before.push_back(other);
      }
    }
  }

  const TickScheduler& scheduler_;
  const FramePlan& plan_;
  const TickHandle card_;
  CardExplanation why_;
  /// The handles of `why_.prerequisites`.
  std::vector<TickHandle> running_;
};

}  // namespace

absl::StatusOr<CardExplanation> ExplainCard(const TickScheduler& scheduler, TickHandle card) {
  const absl::StatusOr<CardInfo> info = scheduler.Describe(card);
  if (!info.ok()) return info.status();
  return Explainer(scheduler, card).Explain(*info);
}

}  // namespace tickgraph
