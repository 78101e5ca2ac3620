#include "tickgraph/plan/cycle_breaker.h"

#include <algorithm>

namespace tickgraph {

void CycleBreaker::Run(std::uint32_t node_count, std::span<const NodeEdge> edges,
                       std::vector<bool>& counts, std::vector<std::uint32_t>& order,
                       const Report& report) {
  counts.assign(edges.size(), true);
  component_.clear();
  BuildOut(node_count, edges);
  if (Sort(node_count, edges, counts, order)) return;
  FindComponents(node_count, edges);
  BreakComponents(edges, counts, report);
  Sort(node_count, edges, counts, order);
}

void CycleBreaker::BuildOut(std::uint32_t node_count, std::span<const NodeEdge> edges) {
  out_begin_.assign(node_count + std::size_t{1}, 0);
  for (const NodeEdge& edge : edges) ++out_begin_[edge.from + std::size_t{1}];
  for (std::uint32_t node = 0; node < node_count; ++node) out_begin_[node + 1] += out_begin_[node];
  out_.resize(edges.size());
  std::vector<std::uint32_t>& cursor = queue_;
  cursor.assign(out_begin_.begin(), out_begin_.end());
  for (std::uint32_t age = 0; age < edges.size(); ++age) out_[cursor[edges[age].from]++] = age;
}

bool CycleBreaker::Sort(std::uint32_t node_count, std::span<const NodeEdge> edges,
                        const std::vector<bool>& counts, std::vector<std::uint32_t>& order) {
  missing_.assign(node_count, 0);
  for (std::uint32_t age = 0; age < edges.size(); ++age) {
    if (counts[age]) ++missing_[edges[age].to];
  }
  order.clear();
  for (std::uint32_t node = 0; node < node_count; ++node) {
    if (missing_[node] == 0) order.push_back(node);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    const std::uint32_t node = order[next];
    for (std::uint32_t at = out_begin_[node]; at < out_begin_[node + 1]; ++at) {
      const std::uint32_t age = out_[at];
      if (counts[age] && --missing_[edges[age].to] == 0) order.push_back(edges[age].to);
    }
  }
  return order.size() == node_count;
}

void CycleBreaker::FindComponents(std::uint32_t node_count, std::span<const NodeEdge> edges) {
  component_.assign(node_count, kNone);
  std::vector<std::uint32_t> index(node_count, kNone);
  std::vector<std::uint32_t> low(node_count, 0);
  std::vector<std::uint32_t> cursor(node_count, 0);
  std::vector<bool> on_stack(node_count, false);
  std::vector<std::uint32_t> stack;
  std::vector<std::uint32_t> call;
  std::uint32_t next_index = 0;
  std::uint32_t next_component = 0;

  const auto enter = [&](std::uint32_t node) {
    index[node] = low[node] = next_index++;
    cursor[node] = out_begin_[node];
    stack.push_back(node);
    on_stack[node] = true;
    call.push_back(node);
  };
  const auto leave = [&](std::uint32_t node) {
    call.pop_back();
    if (!call.empty()) low[call.back()] = std::min(low[call.back()], low[node]);
    if (low[node] != index[node]) return;
    const bool is_single = stack.back() == node;
    std::uint32_t member;
    do {
      member = stack.back();
      stack.pop_back();
      on_stack[member] = false;
      if (!is_single) component_[member] = next_component;
    } while (member != node);
    if (!is_single) ++next_component;
  };

  for (std::uint32_t root = 0; root < node_count; ++root) {
    // Nodes that the sort could place are in no cycle.
    if (index[root] != kNone || missing_[root] == 0) continue;
    enter(root);
    while (!call.empty()) {
      const std::uint32_t node = call.back();
      if (cursor[node] == out_begin_[node + 1]) {
        leave(node);
        continue;
      }
      const std::uint32_t to = edges[out_[cursor[node]++]].to;
      if (index[to] == kNone) {
        enter(to);
      } else if (on_stack[to]) {
        low[node] = std::min(low[node], index[to]);
      }
    }
  }
}

void CycleBreaker::BreakComponents(std::span<const NodeEdge> edges, std::vector<bool>& counts,
                                   const Report& report) {
  const std::size_t node_count = component_.size();
  first_inside_.assign(node_count, kNone);
  last_inside_.assign(node_count, kNone);
  next_inside_.assign(edges.size(), kNone);
  reached_by_.assign(node_count, kNone);
  reached_in_.assign(node_count, 0);
  search_ = 0;

  for (std::uint32_t age = 0; age < edges.size(); ++age) {
    const auto [from, to] = edges[age];
    const bool is_self = from == to;
    if (!is_self && (component_[from] == kNone || component_[from] != component_[to])) continue;
    path_.clear();
    if (is_self || FindPath(edges, to, from)) {
      counts[age] = false;
      path_.push_back(age);
      if (report) report(age, path_);
      continue;
    }
    if (first_inside_[from] == kNone) {
      first_inside_[from] = age;
    } else {
      next_inside_[last_inside_[from]] = age;
    }
    last_inside_[from] = age;
  }
}

bool CycleBreaker::FindPath(std::span<const NodeEdge> edges, std::uint32_t start,
                            std::uint32_t goal) {
  ++search_;
  queue_.clear();
  queue_.push_back(start);
  reached_in_[start] = search_;
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const std::uint32_t node = queue_[next];
    if (node == goal) {
      for (std::uint32_t at = goal; at != start; at = edges[reached_by_[at]].from) {
        path_.push_back(reached_by_[at]);
      }
      std::reverse(path_.begin(), path_.end());
      return true;
    }
    for (std::uint32_t age = first_inside_[node]; age != kNone; age = next_inside_[age]) {
      const std::uint32_t to = edges[age].to;
      if (reached_in_[to] == search_) continue;
      reached_in_[to] = search_;
      reached_by_[to] = age;
      queue_.push_back(to);
    }
  }
  return false;
}

}  // namespace tickgraph
