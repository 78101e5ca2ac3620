#include "benchmarks/peers/grouped_cards.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tickgraph {

std::vector<GroupedCards> GroupCards(const Workload& workload) {
  std::map<TickGroup, GroupedCards> groups;
  std::vector<std::uint32_t> index_of(workload.cards.size());
  std::vector<std::size_t> level_of(workload.cards.size(), 0);
  for (std::uint32_t card = 0; card < workload.cards.size(); ++card) {
    const WorkloadCard& described = workload.cards[card];
    GroupedCards& group = groups[described.group];
    const auto index = static_cast<std::uint32_t>(group.size());
    index_of[card] = index;
    group.cards.push_back(card);
    group.prerequisites.emplace_back();
    group.dependents.emplace_back();
    for (const std::uint32_t before : described.after) {
      if (workload.cards[before].group != described.group) continue;
      group.prerequisites[index].push_back(index_of[before]);
      group.dependents[index_of[before]].push_back(index);
      level_of[card] = std::max(level_of[card], level_of[before] + 1);
    }
    if (group.levels.size() <= level_of[card]) group.levels.resize(level_of[card] + 1);
    group.levels[level_of[card]].push_back(card);
  }
  std::vector<GroupedCards> result;
  for (auto& [group, cards] : groups) result.push_back(std::move(cards));
  return result;
}

}  // namespace tickgraph
