#include "tickgraph/plan/edge_store.h"

#include <algorithm>

namespace tickgraph {

bool EdgeStore::Add(std::uint32_t from, std::uint32_t to, SourceLocation where) {
  if (Has(from, to)) return false;
  Edge& edge = edges_.emplace_back();
  edge.from = from;
  edge.to = to;
  edge.where = locations_.NumberOf(where);
  Link(size() - 1);
  ++live_count_;
  if (!hubs_.empty() && hubs_.contains(to)) {
    index_of_[Key(from, to)] = size() - 1;
  } else {
    MakeHubIfMany(to);
  }
  return true;
}

std::uint32_t EdgeStore::Find(std::uint32_t from, std::uint32_t to) const {
  if (!hubs_.empty() && hubs_.contains(to)) {
    const auto found = index_of_.find(Key(from, to));
    return found == index_of_.end() ? kNone : found->second;
  }
  std::uint32_t index = FirstIn(to);
  while (index != kNone && (edges_[index].from != from || edges_[index].removed)) {
    index = edges_[index].next_in;
  }
  return index;
}

void EdgeStore::MakeHubIfMany(std::uint32_t to) {
  int length = 0;
  for (std::uint32_t index = FirstIn(to); index != kNone; index = edges_[index].next_in) ++length;
  if (length <= kLongWalk) return;
  hubs_.insert(to);
  ForEachIn(to, [&](std::uint32_t index) { index_of_[Key(edges_[index].from, to)] = index; });
}

void EdgeStore::MarkRemoved(std::uint32_t index) {
  Edge& edge = edges_[index];
  edge.removed = true;
  --live_count_;
  if (!hubs_.empty() && hubs_.contains(edge.to)) index_of_.erase(Key(edge.from, edge.to));
}

bool EdgeStore::Remove(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t index = Find(from, to);
  if (index == kNone) return false;
  MarkRemoved(index);
  return true;
}

void EdgeStore::RemoveAllOf(std::uint32_t slot) {
  const auto remove = [this](std::uint32_t index) { MarkRemoved(index); };
  ForEachOut(slot, remove);
  ForEachIn(slot, remove);
}

void EdgeStore::Forget(std::uint32_t slot) {
  if (slot >= ends_.size()) return;
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
  keep_living(ends_[slot].first_out, &Edge::next_out);
  keep_living(ends_[slot].first_in, &Edge::next_in);
  if (ends_[slot].first_in == kNone && !hubs_.empty()) hubs_.erase(slot);
}

void EdgeStore::Compact() {
  const std::size_t holes = edges_.size() - live_count_;
  if (holes <= 64 || holes * 4 <= edges_.size()) return;
  const auto first_unplanned = edges_.begin() + first_unplanned_;
  first_unplanned_ -= static_cast<std::uint32_t>(std::count_if(
      edges_.begin(), first_unplanned, [](const Edge& edge) { return edge.removed; }));
  std::erase_if(edges_, [](const Edge& edge) { return edge.removed; });
  std::fill(ends_.begin(), ends_.end(), SlotEnds());
  for (std::uint32_t index = 0; index < size(); ++index) {
    const Edge& edge = edges_[index];
    if (hubs_.contains(edge.to)) index_of_[Key(edge.from, edge.to)] = index;
    Link(index);
  }
}

void EdgeStore::Reserve(std::size_t edges, std::size_t slots) {
  edges_.reserve(edges);
  ends_.reserve(slots);
}

void EdgeStore::Link(std::uint32_t index) {
  Edge& edge = edges_[index];
  const std::size_t slots = std::max(edge.from, edge.to) + std::size_t{1};
  if (slots > ends_.size()) ends_.resize(slots);
  edge.next_out = ends_[edge.from].first_out;
  ends_[edge.from].first_out = index;
  edge.next_in = ends_[edge.to].first_in;
  ends_[edge.to].first_in = index;
}

}  // namespace tickgraph
