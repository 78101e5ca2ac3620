#include "tickgraph/observe/schedule_snapshot.h"

#include <utility>

#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class SnapshotTaker {
 public:
  explicit SnapshotTaker(const TickScheduler& scheduler) : scheduler_(scheduler) {}

  ScheduleSnapshot Take() {
    snapshot_.name = std::string(scheduler_.name());
    snapshot_.worker_count = scheduler_.worker_count();
    snapshot_.cards.reserve(scheduler_.card_count());
    for (const TickHandle card : scheduler_.PlanOrder()) AddCard(card);
    planned_ = static_cast<std::uint32_t>(snapshot_.cards.size());
    for (const TickHandle card : scheduler_.Cards()) AddCard(card);
    for (std::uint32_t card = 0; card < snapshot_.cards.size(); ++card) AddEdges(card);
    return std::move(snapshot_);
  }

 private:
  void AddCard(TickHandle handle) {
    const auto position = static_cast<std::uint32_t>(snapshot_.cards.size());
    if (snapshot_.position_of.contains(handle)) return;
    const absl::StatusOr<CardInfo> info = scheduler_.Describe(handle);
    if (!info.ok()) return;
    snapshot_.position_of.emplace(handle, position);
    snapshot_.cards.push_back({.handle = handle,
                               .name = std::string(info->name),
                               .owner = OwnerNumber(info->owner),
                               .kind = info->kind,
                               .lane = info->lane,
                               .enabled = info->enabled && info->kind == CardKind::kCard,
                               .engine_stage = info->engine_stage,
                               .cost_us = info->cost_us,
                               .declared_start = info->declared_start,
                               .declared_end = info->declared_end,
                               .effective_start = info->effective_start,
                               .effective_end = info->effective_end,
                               .registered_at = info->registered_at});
  }

  std::uint32_t OwnerNumber(const void* owner) {
    if (owner == nullptr) return 0;
    const auto next = static_cast<std::uint32_t>(owners_.size() + 1);
    return owners_.emplace(owner, next).first->second;
  }

  void AddEdges(std::uint32_t card) {
    for (const TickHandle handle : scheduler_.PrerequisitesOf(snapshot_.cards[card].handle)) {
      const auto prerequisite = snapshot_.Find(handle);
      if (!prerequisite.has_value()) continue;
      snapshot_.edges.push_back({*prerequisite, card, KindOf(*prerequisite, card)});
    }
  }

  // Plan order keeps every edge that is not ignored. An ignored edge closes a cycle of kept ones,
  // which lead from its card to its prerequisite, so it is the kind that points backwards.
  SnapshotEdgeKind KindOf(std::uint32_t prerequisite, std::uint32_t card) const {
    if (prerequisite >= card && prerequisite < planned_) return SnapshotEdgeKind::kIgnored;
    const bool passes_through =
        !snapshot_.cards[prerequisite].enabled || !snapshot_.cards[card].enabled;
    return passes_through ? SnapshotEdgeKind::kThroughDisabled : SnapshotEdgeKind::kDeclared;
  }

  const TickScheduler& scheduler_;
  ScheduleSnapshot snapshot_;
  std::unordered_map<const void*, std::uint32_t> owners_;
  std::uint32_t planned_ = 0;
};

}  // namespace

std::optional<std::uint32_t> ScheduleSnapshot::Find(TickHandle handle) const {
  const auto found = position_of.find(handle);
  if (found == position_of.end()) return std::nullopt;
  return found->second;
}

std::string_view ScheduleSnapshot::NameOf(TickHandle handle) const {
  const auto position = Find(handle);
  if (!position.has_value()) return "(unregistered card)";
  return cards[*position].name;
}

void ScheduleSnapshot::IndexCards() {
  position_of.clear();
  position_of.reserve(cards.size());
  for (std::uint32_t position = 0; position < cards.size(); ++position) {
    position_of.emplace(cards[position].handle, position);
  }
}

ScheduleSnapshot TakeSnapshot(const TickScheduler& scheduler) {
  return SnapshotTaker(scheduler).Take();
}

}  // namespace tickgraph
