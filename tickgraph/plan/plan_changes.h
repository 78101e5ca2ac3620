#ifndef TICKGRAPH_PLAN_PLAN_CHANGES_H_
#define TICKGRAPH_PLAN_PLAN_CHANGES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "tickgraph/plan/edge_store.h"

namespace tickgraph {

/// What happened to cards and edges since the last plan was made.
///
///   changes.CardChanged(slot);            // came, goes, was enabled or disabled
///   changes.CardGoes(slot, edges);        // before its edges are removed
///   changes.EdgeChanged(from, to);        // was added or removed
///
/// Slots may be noted more than once. Changes that are too many to be worth a patch are only
/// counted as such. For the game thread.
class PlanChanges {
 public:
  void CardChanged(std::uint32_t slot) { Note(touched_, slot); }

  /// The card and its edges are about to be removed. O(its edges).
  void CardGoes(std::uint32_t slot, const EdgeStore& edges) {
    Note(touched_, slot);
    edges.ForEachOut(slot, [&](std::uint32_t index) { EdgeGoes(slot, edges[index].to); });
    edges.ForEachIn(slot, [&](std::uint32_t index) { EdgeGoes(edges[index].from, slot); });
  }

  void EdgeCame(std::uint32_t to) { Note(touched_, to); }
  void EdgeGoes(std::uint32_t from, std::uint32_t to) {
    may_open_cycle_ =
        may_open_cycle_ || (cyclic_slots_.contains(from) && cyclic_slots_.contains(to));
    Note(touched_, to);
    Note(losers_, from);
  }

  /// Nothing happened.
  bool empty() const { return !is_many_ && touched_.empty(); }
  /// More happened than is noted: the plan has to be built anew.
  bool is_many() const { return is_many_; }
  bool edges_went() const { return !losers_.empty(); }
  /// An edge went that may let an ignored one count.
  bool may_open_cycle() const { return may_open_cycle_; }
  /// Slots of cards that came, went, or changed, and of those whose prerequisites did.
  std::span<const std::uint32_t> touched() const { return touched_; }
  /// Slots from which a removed edge led away.
  std::span<const std::uint32_t> losers() const { return losers_; }

  /// A plan was made that takes up to `limit` notes with it when it is patched.
  void Clear(std::size_t limit) {
    Forget();
    is_many_ = may_open_cycle_ = false;
    limit_ = limit;
  }
  /// The cards on cycles of the plan that was made (PlanBuilder::cyclic_slots).
  void SetCyclic(const absl::flat_hash_set<std::uint32_t>& slots) { cyclic_slots_ = slots; }

 private:
  void Note(std::vector<std::uint32_t>& list, std::uint32_t slot) {
    if (is_many_) return;
    if (list.size() < limit_) {
      list.push_back(slot);
      return;
    }
    is_many_ = true;
    Forget();
  }
  void Forget() {
    touched_.clear();
    losers_.clear();
  }

  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> losers_;
  /// No plan was made yet: everything is new.
  std::size_t limit_ = 0;
  bool is_many_ = true;
  bool may_open_cycle_ = false;
  absl::flat_hash_set<std::uint32_t> cyclic_slots_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_PLAN_CHANGES_H_
