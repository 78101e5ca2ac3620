#ifndef TICKGRAPH_PLAN_PLAN_EDGES_H_
#define TICKGRAPH_PLAN_PLAN_EDGES_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "tickgraph/plan/edge_store.h"

namespace tickgraph {

/// Where the edges of one card of a plan lead, as positions, youngest edge first.
///
///   for (const std::uint32_t position : plan.Prerequisites(card)) …
///
/// A walk along the store's list for the card, from which everything is left out that does not
/// count in the plan. Valid until the plan is made again.
class PlanEdges {
 public:
  enum class Direction : std::uint8_t { kIn, kOut };

  class Iterator {
   public:
    using value_type = std::uint32_t;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const std::uint32_t*;
    using reference = std::uint32_t;

    Iterator() = default;
    Iterator(const PlanEdges* edges, std::uint32_t index) : edges_(edges), index_(index) {
      SkipOthers();
    }

    std::uint32_t operator*() const { return edges_->PositionAt(index_); }
    Iterator& operator++() {
      index_ = edges_->Next(index_);
      SkipOthers();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    void SkipOthers() {
      while (index_ != EdgeStore::kNone && !(*edges_->store_)[index_].in_plan) {
        index_ = edges_->Next(index_);
      }
    }

    const PlanEdges* edges_ = nullptr;
    std::uint32_t index_ = EdgeStore::kNone;
  };

  /// Of no card.
  PlanEdges() = default;
  /// Of a slot; `position_of_slot` is the plan's.
  PlanEdges(const EdgeStore& store, const std::uint32_t* position_of_slot, std::uint32_t slot,
            Direction direction)
      : store_(&store),
        position_of_slot_(position_of_slot),
        first_(direction == Direction::kIn ? store.FirstIn(slot) : store.FirstOut(slot)),
        direction_(direction) {}

  Iterator begin() const { return {this, first_}; }
  Iterator end() const { return {this, EdgeStore::kNone}; }
  bool empty() const { return begin() == end(); }

 private:
  std::uint32_t Next(std::uint32_t index) const {
    const Edge& edge = (*store_)[index];
    return direction_ == Direction::kIn ? edge.next_in : edge.next_out;
  }
  std::uint32_t PositionAt(std::uint32_t index) const {
    const Edge& edge = (*store_)[index];
    return position_of_slot_[direction_ == Direction::kIn ? edge.from : edge.to];
  }

  const EdgeStore* store_ = nullptr;
  const std::uint32_t* position_of_slot_ = nullptr;
  std::uint32_t first_ = EdgeStore::kNone;
  Direction direction_ = Direction::kIn;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_PLAN_EDGES_H_
