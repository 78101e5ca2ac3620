#include "tickgraph/plan/edge_store.h"

#include <algorithm>

namespace tickgraph {

bool EdgeStore::Add(std::uint32_t from, std::uint32_t to, SourceLocation where) {
  const auto [place, is_new] = index_of_.try_emplace(Key(from, to), size());
  if (!is_new) return false;
  Edge edge;
  edge.from = from;
  edge.to = to;
  edge.where = where;
  edges_.push_back(edge);
  Link(size() - 1);
  return true;
}

bool EdgeStore::Remove(std::uint32_t from, std::uint32_t to) {
  const auto place = index_of_.find(Key(from, to));
  if (place == index_of_.end()) return false;
  edges_[place->second].removed = true;
  index_of_.erase(place);
  return true;
}

void EdgeStore::RemoveAllOf(std::uint32_t slot) {
  const auto remove = [this](std::uint32_t index) {
    edges_[index].removed = true;
    index_of_.erase(Key(edges_[index].from, edges_[index].to));
  };
  ForEachOut(slot, remove);
  ForEachIn(slot, remove);
}

void EdgeStore::Forget(std::uint32_t slot) {
  if (slot >= first_out_.size()) return;
  const auto keep_living = [this](std::uint32_t& first, std::uint32_t Edge::*next) {
    std::uint32_t* link = &first;
    while (*link != kNone) {
      Edge& edge = edges_[*link];
      if (edge.removed) {
        *link = edge.*next;
      } else {
        link = &(edge.*next);
      }
    }
  };
  keep_living(first_out_[slot], &Edge::next_out);
  keep_living(first_in_[slot], &Edge::next_in);
}

void EdgeStore::Compact() {
  const std::size_t holes = edges_.size() - index_of_.size();
  if (holes <= 64 || holes * 4 <= edges_.size()) return;
  const auto first_unplanned = edges_.begin() + first_unplanned_;
  first_unplanned_ -= static_cast<std::uint32_t>(std::count_if(
      edges_.begin(), first_unplanned, [](const Edge& edge) { return edge.removed; }));
  std::erase_if(edges_, [](const Edge& edge) { return edge.removed; });
  std::fill(first_out_.begin(), first_out_.end(), kNone);
  std::fill(first_in_.begin(), first_in_.end(), kNone);
  for (std::uint32_t index = 0; index < size(); ++index) {
    index_of_[Key(edges_[index].from, edges_[index].to)] = index;
    Link(index);
  }
}

void EdgeStore::Reserve(std::size_t edges) {
  edges_.reserve(edges);
  first_out_.reserve(edges);
  first_in_.reserve(edges);
  index_of_.reserve(edges);
}

void EdgeStore::Link(std::uint32_t index) {
  Edge& edge = edges_[index];
  const std::size_t slots = std::max(edge.from, edge.to) + std::size_t{1};
  if (slots > first_out_.size()) {
    first_out_.resize(slots, kNone);
    first_in_.resize(slots, kNone);
  }
  edge.next_out = first_out_[edge.from];
  first_out_[edge.from] = index;
  edge.next_in = first_in_[edge.to];
  first_in_[edge.to] = index;
}

}  // namespace tickgraph
