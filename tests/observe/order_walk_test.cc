#include "tickgraph/observe/order_walk.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/snapshot_maker.h"

namespace tickgraph {
namespace {

constexpr auto kDeclared = SnapshotEdgeKind::kDeclared;

using Pairs = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

// Pairs of positions that a walk visits.
Pairs Visited(const ScheduleSnapshot& snapshot, const FrameRecord& record) {
  Pairs pairs;
  OrderWalk walk(snapshot);
  walk.Visit(record, [&](const CardRun& before, const CardRun& after) {
    pairs.insert({*snapshot.Find(before.card), *snapshot.Find(after.card)});
  });
  return pairs;
}

TEST(OrderWalkTest, VisitsEachEdgeOnce) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}, {.name = "c"}},
                   {{2, 0, kDeclared}, {2, 1, kDeclared}, {0, 1, kDeclared}});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 10, 20), MakeRun(snapshot, 1, 20, 30),
                 MakeRun(snapshot, 2, 0, 10)};
  EXPECT_EQ(Visited(snapshot, record), (Pairs{{2, 0}, {2, 1}, {0, 1}}));
}

// rule P3
TEST(OrderWalkTest, PassesThroughAChainOfCardsThatDidNotRun) {
  std::vector<SnapshotCard> cards(50);
  std::vector<SnapshotEdge> edges;
  for (std::uint32_t card = 1; card < cards.size(); ++card) {
    edges.push_back({card - 1, card, kDeclared});
  }
  const ScheduleSnapshot snapshot = MakeSnapshot(cards, edges);
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 0, 10), MakeRun(snapshot, 49, 10, 20)};
  EXPECT_EQ(Visited(snapshot, record), (Pairs{{0, 49}}));
}

TEST(OrderWalkTest, NothingIsBeforeACardWhosePrerequisitesAllDidNotRun) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}}, {{0, 1, kDeclared}});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 1, 0, 10)};
  EXPECT_EQ(Visited(snapshot, record), Pairs{});
}

TEST(OrderWalkTest, EndsOnCyclesOfAListMadeByHand) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}, {.name = "c"}},
                   {{0, 1, kDeclared}, {1, 0, kDeclared}, {2, 2, kDeclared}});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 0, 10), MakeRun(snapshot, 1, 10, 20)};
  EXPECT_EQ(Visited(snapshot, record), Pairs{});
}

TEST(OrderWalkTest, IsUsedForManyFrames) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}}, {{0, 1, kDeclared}});
  OrderWalk walk(snapshot);
  FrameRecord both;
  both.runs = {MakeRun(snapshot, 0, 0, 10), MakeRun(snapshot, 1, 10, 20)};
  FrameRecord one;
  one.runs = {MakeRun(snapshot, 1, 30, 40)};
  int visits = 0;
  const auto count = [&](const CardRun&, const CardRun&) { ++visits; };
  walk.Visit(both, count);
  walk.Visit(one, count);
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace tickgraph
