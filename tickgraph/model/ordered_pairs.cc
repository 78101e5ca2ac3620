#include "tickgraph/model/ordered_pairs.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace tickgraph::model {
namespace {

class PairCounter {
 public:
  PairCounter(const Schedule& schedule, const ScheduleGraphCheck& check,
              const SetHierarchy& hierarchy)
      : schedule_(schedule), check_(check), hierarchy_(hierarchy) {}

  OrderedPairs Count();

 private:
  // Cards that are in the same sets and have edges to the same sets.
  struct Signature {
    std::uint32_t card_class = 0;
    std::vector<std::uint32_t> target_sets;
    std::vector<std::uint32_t> cards;
  };

  void SortEdges();
  void FindMembers();
  std::vector<Signature> MakeSignatures() const;
  void CountSignature(const Signature& signature, SetWalk& sources);
  void AddTargetSet(std::uint32_t set);
  void AddTargetCard(std::uint32_t card);

  const Schedule& schedule_;
  const ScheduleGraphCheck& check_;
  const SetHierarchy& hierarchy_;
  OrderedPairs pairs_;

  std::vector<std::vector<std::uint32_t>> card_to_cards_;
  std::vector<std::vector<std::uint32_t>> card_to_sets_;
  std::vector<std::vector<std::uint32_t>> set_to_cards_;
  std::vector<std::vector<std::uint32_t>> set_to_sets_;
  std::vector<bool> is_source_;
  std::vector<bool> is_target_;
  // Classes of cards in each set that an edge ends at.
  std::vector<std::vector<std::uint32_t>> members_;

  // The targets that the cards of the current signature share: whole classes and single cards.
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> class_stamp_;
  std::vector<std::uint32_t> card_stamp_;
  std::vector<std::uint32_t> own_stamp_;
  std::uint32_t own_stamp_count_ = 0;
  std::vector<std::uint32_t> single_targets_;
  std::int64_t shared_targets_ = 0;
  std::vector<bool> class_has_source_;
};

void PairCounter::SortEdges() {
  card_to_cards_.resize(schedule_.cards.size());
  card_to_sets_.resize(schedule_.cards.size());
  set_to_cards_.resize(schedule_.sets.size());
  set_to_sets_.resize(schedule_.sets.size());
  is_source_.resize(schedule_.sets.size());
  is_target_.resize(schedule_.sets.size());
  for (std::size_t index = 0; index < schedule_.edges.size(); ++index) {
    const ScheduleEdge& edge = schedule_.edges[index];
    if (edge.kind != ScheduleEdge::Kind::kOrder || check_.is_void_edge[index]) continue;
    if (edge.from.is_set()) is_source_[edge.from.index] = true;
    if (edge.to.is_set()) is_target_[edge.to.index] = true;
    auto& lists = edge.from.is_set() ? (edge.to.is_set() ? set_to_sets_ : set_to_cards_)
                                     : (edge.to.is_set() ? card_to_sets_ : card_to_cards_);
    lists[edge.from.index].push_back(edge.to.index);
  }
}

void PairCounter::FindMembers() {
  members_.resize(schedule_.sets.size());
  SetWalk targets(hierarchy_, is_target_);
  for (std::uint32_t card_class = 0; card_class < hierarchy_.class_count(); ++card_class) {
    targets.Visit(hierarchy_.class_sets(card_class),
                  [&](std::uint32_t set) { members_[set].push_back(card_class); });
  }
}

std::vector<PairCounter::Signature> PairCounter::MakeSignatures() const {
  std::vector<Signature> signatures;
  absl::flat_hash_map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::size_t> index;
  for (std::uint32_t card = 0; card < schedule_.cards.size(); ++card) {
    std::vector<std::uint32_t> sets = card_to_sets_[card];
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    const std::uint32_t card_class = hierarchy_.class_of(card);
    const auto [entry, is_new] = index.try_emplace({card_class, sets}, signatures.size());
    if (is_new) signatures.push_back({card_class, std::move(sets), {}});
    signatures[entry->second].cards.push_back(card);
  }
  return signatures;
}

void PairCounter::AddTargetSet(std::uint32_t set) {
  for (const std::uint32_t card_class : members_[set]) {
    if (std::exchange(class_stamp_[card_class], stamp_) == stamp_) continue;
    shared_targets_ += hierarchy_.class_size(card_class);
    class_has_source_[card_class] = true;
  }
}

void PairCounter::AddTargetCard(std::uint32_t card) {
  if (std::exchange(card_stamp_[card], stamp_) == stamp_) return;
  single_targets_.push_back(card);
}

void PairCounter::CountSignature(const Signature& signature, SetWalk& sources) {
  ++stamp_;
  shared_targets_ = 0;
  single_targets_.clear();
  for (const std::uint32_t set : signature.target_sets) AddTargetSet(set);
  sources.Visit(hierarchy_.class_sets(signature.card_class), [&](std::uint32_t set) {
    for (const std::uint32_t target : set_to_sets_[set]) AddTargetSet(target);
    for (const std::uint32_t target : set_to_cards_[set]) AddTargetCard(target);
  });
  const auto is_shared = [&](std::uint32_t card) {
    return class_stamp_[hierarchy_.class_of(card)] == stamp_ || card_stamp_[card] == stamp_;
  };
  for (const std::uint32_t card : single_targets_) {
    pairs_.is_ordered[card] = true;
    if (class_stamp_[hierarchy_.class_of(card)] != stamp_) ++shared_targets_;
  }
  for (const std::uint32_t card : signature.cards) {
    ++own_stamp_count_;
    std::int64_t targets = shared_targets_ - (is_shared(card) ? 1 : 0);
    for (const std::uint32_t target : card_to_cards_[card]) {
      if (target == card) continue;
      pairs_.is_ordered[target] = true;
      if (is_shared(target)) continue;
      if (std::exchange(own_stamp_[target], own_stamp_count_) == own_stamp_count_) continue;
      ++targets;
    }
    pairs_.count += targets;
    if (targets > 0) pairs_.is_ordered[card] = true;
  }
}

OrderedPairs PairCounter::Count() {
  SortEdges();
  FindMembers();
  pairs_.is_ordered.resize(schedule_.cards.size());
  class_stamp_.resize(hierarchy_.class_count());
  class_has_source_.resize(hierarchy_.class_count());
  card_stamp_.resize(schedule_.cards.size());
  own_stamp_.resize(schedule_.cards.size());
  SetWalk sources(hierarchy_, is_source_);
  for (const Signature& signature : MakeSignatures()) CountSignature(signature, sources);
  for (std::size_t card = 0; card < schedule_.cards.size(); ++card) {
    if (class_has_source_[hierarchy_.class_of(card)]) pairs_.is_ordered[card] = true;
  }
  return std::move(pairs_);
}

}  // namespace

OrderedPairs CountOrderedPairs(const Schedule& schedule, const ScheduleGraphCheck& check,
                               const SetHierarchy& hierarchy) {
  return PairCounter(schedule, check, hierarchy).Count();
}

}  // namespace tickgraph::model
