#include "tickgraph/plan/cycle_breaker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/support/hang_watchdog.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Broken {
  std::vector<bool> counts;
  std::vector<std::uint32_t> order;
  std::map<std::uint32_t, std::vector<std::uint32_t>> cycles;
};

Broken Break(std::uint32_t nodes, const std::vector<NodeEdge>& edges) {
  static CycleBreaker breaker;  // Kept, because its buffers are kept between plans.
  Broken broken;
  breaker.Run(
      nodes, edges, broken.counts, broken.order,
      [&](std::uint32_t closing, std::span<const std::uint32_t> path) {
        EXPECT_TRUE(broken.cycles.emplace(closing, std::vector(path.begin(), path.end())).second)
            << "edge " << closing << " is reported twice";
      });
  return broken;
}

/// The fewest edges from `start` to `goal`; nothing where there is no way.
std::size_t Distance(std::uint32_t nodes, const std::vector<NodeEdge>& edges,
                     const std::vector<bool>& counts, std::uint32_t start, std::uint32_t goal) {
  constexpr std::size_t kFar = 1'000'000;
  std::vector<std::size_t> distance(nodes, kFar);
  distance[start] = 0;
  for (std::uint32_t round = 0; round < nodes; ++round) {
    for (std::size_t age = 0; age < counts.size(); ++age) {
      if (!counts[age]) continue;
      distance[edges[age].to] = std::min(distance[edges[age].to], distance[edges[age].from] + 1);
    }
  }
  return distance[goal] >= kFar ? kFar : distance[goal];
}

void CheckAgainstReference(std::uint32_t nodes, const std::vector<NodeEdge>& edges) {
  const Broken broken = Break(nodes, edges);
  ASSERT_EQ(broken.counts.size(), edges.size());

  std::vector<bool> older;
  for (std::uint32_t age = 0; age < edges.size(); ++age) {
    const std::size_t way_back = Distance(nodes, edges, older, edges[age].to, edges[age].from);
    const bool closes = way_back < 1'000'000;
    ASSERT_EQ(broken.counts[age], !closes) << "edge " << age;
    older.push_back(!closes);
    ASSERT_EQ(broken.cycles.contains(age), closes);
    if (!closes) continue;
    const std::vector<std::uint32_t>& path = broken.cycles.at(age);
    EXPECT_EQ(path.size(), way_back + 1) << "not the shortest cycle";
    EXPECT_EQ(path.back(), age);
    for (std::size_t at = 0; at < path.size(); ++at) {
      EXPECT_EQ(edges[path[at]].to, edges[path[(at + 1) % path.size()]].from);
      if (at + 1 < path.size()) {
        EXPECT_LT(path[at], age) << "the path takes a younger edge";
        EXPECT_TRUE(broken.counts[path[at]]) << "the path takes an ignored edge";
      }
    }
  }

  ASSERT_EQ(broken.order.size(), nodes);
  std::vector<std::size_t> place(nodes);
  for (std::size_t at = 0; at < nodes; ++at) place[broken.order[at]] = at;
  for (std::size_t age = 0; age < edges.size(); ++age) {
    if (broken.counts[age]) {
      EXPECT_LT(place[edges[age].from], place[edges[age].to]);
    }
  }
}

TEST(CycleBreakerTest, CountsEveryEdgeWhereThereIsNoCycle) {
  const Broken broken = Break(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  EXPECT_THAT(broken.counts, ElementsAre(true, true, true, true));
  EXPECT_THAT(broken.cycles, IsEmpty());
}

TEST(CycleBreakerTest, IgnoresTheYoungestEdgeOfACycleRuleP4) {
  const Broken broken = Break(3, {{1, 2}, {2, 0}, {0, 1}});
  EXPECT_THAT(broken.counts, ElementsAre(true, true, false));
  EXPECT_THAT(broken.cycles.at(2), ElementsAre(0, 1, 2));
}

TEST(CycleBreakerTest, ASelfEdgeIsTheOneCardCycleRuleP4) {
  const Broken broken = Break(2, {{0, 0}, {0, 1}});
  EXPECT_THAT(broken.counts, ElementsAre(false, true));
  EXPECT_THAT(broken.cycles.at(0), ElementsAre(0));
}

TEST(CycleBreakerTest, AnIgnoredEdgeClosesNoFurtherCycle) {
  // 1 -> 0 is ignored, so 2 -> 1 has no way back and counts.
  const Broken broken = Break(3, {{0, 1}, {1, 0}, {0, 2}, {2, 1}});
  EXPECT_THAT(broken.counts, ElementsAre(true, false, true, true));
}

TEST(CycleBreakerTest, ReportsTheShortestCycleRuleP4) {
  // From 3 back to 0 over four edges, or over two.
  const Broken broken = Break(5, {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 3}, {3, 0}});
  EXPECT_THAT(broken.cycles.at(5), ElementsAre(3, 4, 5));
}

TEST(CycleBreakerTest, TakesAnEmptyGraphAndAnEmptyReport) {
  EXPECT_THAT(Break(0, {}).order, IsEmpty());
  CycleBreaker breaker;
  std::vector<bool> counts;
  std::vector<std::uint32_t> order;
  const std::vector<NodeEdge> edges = {{0, 1}, {1, 0}};
  breaker.Run(2, edges, counts, order, nullptr);
  EXPECT_THAT(counts, ElementsAre(true, false));
}

TEST(CycleBreakerTest, AgreesWithBruteForceOnRandomGraphsRuleP4) {
  std::mt19937 random(4711);
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t nodes = 1 + static_cast<std::uint32_t>(random() % 7);
    const std::size_t count = random() % (nodes * nodes + 1);
    std::vector<NodeEdge> edges;
    for (std::size_t edge = 0; edge < count; ++edge) {
      const NodeEdge made{static_cast<std::uint32_t>(random() % nodes),
                          static_cast<std::uint32_t>(random() % nodes)};
      const bool is_known = std::any_of(edges.begin(), edges.end(), [&](const NodeEdge& other) {
        return other.from == made.from && other.to == made.to;
      });
      if (!is_known) edges.push_back(made);
    }
    std::string text;
    for (const NodeEdge& edge : edges) {
      text += std::to_string(edge.from) + "->" + std::to_string(edge.to) + " ";
    }
    SCOPED_TRACE(text);
    CheckAgainstReference(nodes, edges);
    if (HasFatalFailure() || HasNonfatalFailure()) return;
  }
}

TEST(CycleBreakerTest, AnEdgeThatGoesLetsIgnoredOnesCountByAgeRuleP4) {
  const std::vector<NodeEdge> all = {{0, 1}, {1, 0}, {0, 1}};
  EXPECT_THAT(Break(2, {all[0], all[1]}).counts, ElementsAre(true, false));
  EXPECT_THAT(Break(2, {all[1], all[2]}).counts, ElementsAre(true, false));
}

TEST(CycleBreakerTest, ALargeRingEndsInLinearTimeRulesP4P6) {
  const HangWatchdog watchdog("ring of 300,000 cards", std::chrono::seconds(100));
  constexpr std::uint32_t kNodes = 300'000;
  std::vector<NodeEdge> edges;
  for (std::uint32_t node = 0; node < kNodes; ++node) edges.push_back({node, (node + 1) % kNodes});
  const Broken broken = Break(kNodes, edges);
  EXPECT_EQ(std::count(broken.counts.begin(), broken.counts.end(), false), 1);
  EXPECT_FALSE(broken.counts.back());
  EXPECT_EQ(broken.cycles.at(kNodes - 1).size(), kNodes);
}

}  // namespace
}  // namespace tickgraph
