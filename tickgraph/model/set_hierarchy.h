#ifndef TICKGRAPH_MODEL_SET_HIERARCHY_H_
#define TICKGRAPH_MODEL_SET_HIERARCHY_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// The sets of a schedule with the sets around them, without cycles, and its cards gathered into
/// classes: cards that are in the same sets.
///
/// Sets with thousands of members are ordered against each other by looking at their few classes,
/// not at each pair of members; deep nesting is walked by jumping over the sets that nobody asks
/// about.
class SetHierarchy {
 public:
  /// O(cards + sets + their memberships).
  explicit SetHierarchy(const Schedule& schedule);

  /// The sets directly around a set; memberships that would put a set inside itself are left out.
  std::span<const std::uint32_t> parents(std::uint32_t set) const { return parents_[set]; }

  /// Sets that lie inside themselves in the file: one of each circle.
  std::span<const std::uint32_t> sets_inside_themselves() const { return inside_themselves_; }

  /// True for a set with at least one card in it or in a set inside it.
  bool has_cards(std::uint32_t set) const { return has_cards_[set]; }

  std::size_t class_count() const { return class_sets_.size(); }
  std::uint32_t class_of(std::size_t card) const { return class_of_[card]; }
  /// The sets directly around the cards of a class.
  std::span<const std::uint32_t> class_sets(std::uint32_t card_class) const {
    return class_sets_[card_class];
  }
  std::int64_t class_size(std::uint32_t card_class) const { return class_size_[card_class]; }

  /// Sets from the outside to the inside.
  std::span<const std::uint32_t> outside_in() const { return outside_in_; }

 private:
  void BreakCircles(const Schedule& schedule);
  void MakeClasses(const Schedule& schedule);
  void FindFilledSets();

  std::vector<std::vector<std::uint32_t>> parents_;
  std::vector<std::uint32_t> inside_themselves_;
  std::vector<std::uint32_t> outside_in_;
  std::vector<bool> has_cards_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::vector<std::uint32_t>> class_sets_;
  std::vector<std::int64_t> class_size_;
};

/// Walks from some sets outwards and visits those that a question is about.
class SetWalk {
 public:
  /// `wanted[set]` says which sets are visited.
  SetWalk(const SetHierarchy& hierarchy, std::vector<bool> wanted);

  /// Calls `visit` once for each wanted set among `first` and the sets around them. Costs the
  /// wanted sets and those with several sets around them on the way.
  void Visit(std::span<const std::uint32_t> first, const std::function<void(std::uint32_t)>& visit);

 private:
  const SetHierarchy& hierarchy_;
  std::vector<bool> wanted_;
  // The first set outwards, beginning with the set itself, that is wanted or branches.
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t current_stamp_ = 0;
  std::vector<std::uint32_t> open_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SET_HIERARCHY_H_
