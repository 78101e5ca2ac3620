#ifndef TICKGRAPH_PLAN_SORT_KEY_H_
#define TICKGRAPH_PLAN_SORT_KEY_H_

#include <compare>
#include <cstdint>

namespace tickgraph {

/// What decides among the ready cards of a group (rule L2): high priority first, then `order`,
/// then the tie key, then registration. The smaller key runs earlier; no two cards are equal.
struct SortKey {
  bool low_priority = true;
  std::int32_t order = 0;
  std::uint64_t tie_key = 0;
  std::uint64_t sequence = 0;

  friend constexpr auto operator<=>(const SortKey&, const SortKey&) = default;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_SORT_KEY_H_
