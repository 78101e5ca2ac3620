#include "tickgraph/model/set_hierarchy.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace tickgraph::model {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

}  // namespace

SetHierarchy::SetHierarchy(const Schedule& schedule) {
  BreakCircles(schedule);
  MakeClasses(schedule);
  FindFilledSets();
}

// Depth-first from the inside to the outside with a stack of our own; a step to a set that is still
// open closes a circle and is left out.
void SetHierarchy::BreakCircles(const Schedule& schedule) {
  enum class Color : std::uint8_t { kNew, kOpen, kDone };
  struct Step {
    std::uint32_t set;
    std::size_t next_parent;
  };
  const std::size_t count = schedule.sets.size();
  parents_.resize(count);
  std::vector<Color> color(count, Color::kNew);
  std::vector<Step> path;
  for (std::uint32_t first = 0; first < count; ++first) {
    if (color[first] != Color::kNew) continue;
    color[first] = Color::kOpen;
    path.push_back({first, 0});
    while (!path.empty()) {
      const std::uint32_t set = path.back().set;
      const std::vector<std::uint32_t>& declared = schedule.sets[set].parents;
      if (path.back().next_parent == declared.size()) {
        color[set] = Color::kDone;
        outside_in_.push_back(set);
        path.pop_back();
        continue;
      }
      const std::uint32_t parent = declared[path.back().next_parent++];
      if (color[parent] == Color::kOpen) {
        inside_themselves_.push_back(parent);
        continue;
      }
      parents_[set].push_back(parent);
      if (color[parent] != Color::kNew) continue;
      color[parent] = Color::kOpen;
      path.push_back({parent, 0});
    }
  }
}

void SetHierarchy::MakeClasses(const Schedule& schedule) {
  absl::flat_hash_map<std::vector<std::uint32_t>, std::uint32_t> classes;
  class_of_.reserve(schedule.cards.size());
  for (const ScheduleCard& card : schedule.cards) {
    std::vector<std::uint32_t> sets = card.sets;
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    const auto next = static_cast<std::uint32_t>(class_sets_.size());
    const auto [entry, is_new] = classes.try_emplace(sets, next);
    if (is_new) {
      class_sets_.push_back(std::move(sets));
      class_size_.push_back(0);
    }
    class_of_.push_back(entry->second);
    ++class_size_[entry->second];
  }
}

void SetHierarchy::FindFilledSets() {
  has_cards_.resize(parents_.size());
  for (const std::vector<std::uint32_t>& sets : class_sets_) {
    for (const std::uint32_t set : sets) has_cards_[set] = true;
  }
  for (std::size_t index = outside_in_.size(); index > 0; --index) {
    const std::uint32_t set = outside_in_[index - 1];
    if (!has_cards_[set]) continue;
    for (const std::uint32_t parent : parents_[set]) has_cards_[parent] = true;
  }
}

SetWalk::SetWalk(const SetHierarchy& hierarchy, std::vector<bool> wanted)
    : hierarchy_(hierarchy), wanted_(std::move(wanted)) {
  next_.assign(wanted_.size(), kNone);
  stamp_.assign(wanted_.size(), 0);
  for (const std::uint32_t set : hierarchy.outside_in()) {
    const std::span<const std::uint32_t> parents = hierarchy.parents(set);
    if (wanted_[set] || parents.size() > 1) {
      next_[set] = set;
    } else if (parents.size() == 1) {
      next_[set] = next_[parents[0]];
    }
  }
}

void SetWalk::Visit(std::span<const std::uint32_t> first,
                    const std::function<void(std::uint32_t)>& visit) {
  ++current_stamp_;
  const auto open = [this](std::uint32_t set) {
    const std::uint32_t next = next_[set];
    if (next == kNone || std::exchange(stamp_[next], current_stamp_) == current_stamp_) return;
    open_.push_back(next);
  };
  for (const std::uint32_t set : first) open(set);
  while (!open_.empty()) {
    const std::uint32_t set = open_.back();
    open_.pop_back();
    if (wanted_[set]) visit(set);
    for (const std::uint32_t parent : hierarchy_.parents(set)) open(parent);
  }
}

}  // namespace tickgraph::model
