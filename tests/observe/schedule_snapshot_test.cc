#include "tickgraph/observe/schedule_snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/trace_checker.h"
#include "tickgraph/observe/edge_check.h"
#include "tickgraph/observe/frame_table.h"
#include "tickgraph/observe/order_hash.h"
#include "tickgraph/observe/trace_writer.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

TEST(ScheduleSnapshotTest, TakesCardsInPlanOrderWithWhatWasDeclared) {
  TickScheduler scheduler({.name = "frame"});
  const int owner = 0;
  const TickHandle late = scheduler.Register(
      {.name = "late", .start = TickGroup::kPostPhysics, .owner = &owner, .run = [](auto&) {}});
  const TickHandle early = scheduler.Register(
      {.name = "early", .lane = Lane::kAnyThread, .cost_us = 4, .owner = &owner, .run = [](auto&) {
       }});
  ASSERT_TRUE(scheduler.MakePlan().ok());
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  EXPECT_EQ(snapshot.name, "frame");
  ASSERT_EQ(snapshot.cards.size(), 2U);
  EXPECT_EQ(snapshot.cards[0].handle, early);
  EXPECT_EQ(snapshot.cards[0].name, "early");
  EXPECT_EQ(snapshot.cards[0].lane, Lane::kAnyThread);
  EXPECT_EQ(snapshot.cards[0].cost_us, 4);
  EXPECT_EQ(snapshot.cards[0].owner, 1U);
  EXPECT_EQ(snapshot.cards[1].owner, 1U);
  EXPECT_EQ(snapshot.cards[1].effective_start, TickGroup::kPostPhysics);
  EXPECT_NE(snapshot.cards[1].registered_at.line, 0U);
  EXPECT_EQ(snapshot.Find(late), 1U);
  EXPECT_EQ(snapshot.NameOf(late), "late");
  EXPECT_EQ(snapshot.NameOf({99, 99}), "(unregistered card)");
}

// rule G7: what was declared stays visible beside what the plan made of it.
TEST(ScheduleSnapshotTest, ShowsCardsThatTheirPrerequisitesMoved) {
  TickScheduler scheduler({.name = "frame"});
  const TickHandle post =
      scheduler.Register({.name = "post", .start = TickGroup::kPostPhysics, .run = [](auto&) {}});
  scheduler.Register({.name = "moved", .after = {post}, .run = [](auto&) {}});
  scheduler.RunFrame(0.1);
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  EXPECT_EQ(snapshot.cards[1].declared_start, TickGroup::kPrePhysics);
  EXPECT_EQ(snapshot.cards[1].effective_start, TickGroup::kPostPhysics);
}

// rules P3, P4
TEST(ScheduleSnapshotTest, TellsKindsOfEdgesApart) {
  TickScheduler scheduler({.name = "frame"});
  const TickHandle a = scheduler.Register({.name = "a", .run = [](auto&) {}});
  const TickHandle b = scheduler.Register({.name = "b", .after = {a}, .run = [](auto&) {}});
  const TickHandle c =
      scheduler.Register({.name = "c", .start_enabled = false, .after = {b}, .run = [](auto&) {}});
  scheduler.AddPrerequisite(a, b);
  scheduler.RunFrame(0.1);
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  ASSERT_EQ(snapshot.edges.size(), 3U);
  for (const SnapshotEdge& edge : snapshot.edges) {
    const TickHandle card = snapshot.cards[edge.card].handle;
    const SnapshotEdgeKind expected = card == a   ? SnapshotEdgeKind::kIgnored
                                      : card == b ? SnapshotEdgeKind::kDeclared
                                                  : SnapshotEdgeKind::kThroughDisabled;
    EXPECT_EQ(edge.kind, expected);
  }
  EXPECT_TRUE(snapshot.Find(c).has_value());
}

TEST(ScheduleSnapshotTest, FindsEveryIgnoredEdgeOfRandomCycles) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    TickScheduler scheduler({.name = "frame"});
    std::vector<TickHandle> cards;
    for (int card = 0; card < 24; ++card) {
      cards.push_back(scheduler.Register(
          {.name = "card",
           .start = random() % 2 == 0 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics,
           .lane = random() % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread,
           .start_enabled = random() % 5 != 0,
           .run = [](auto&) {}}));
    }
    for (int edge = 0; edge < 40; ++edge) {
      scheduler.AddPrerequisite(cards[random() % cards.size()], cards[random() % cards.size()]);
    }
    ASSERT_TRUE(scheduler.MakePlan().ok());
    const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
    std::size_t ignored = 0;
    for (const SnapshotEdge& edge : snapshot.edges) {
      if (edge.kind == SnapshotEdgeKind::kIgnored) ++ignored;
    }
    ASSERT_EQ(ignored, scheduler.ignored_edge_count()) << "round " << round;
  }
}

TEST(ScheduleSnapshotTest, CardsThatCameAfterThePlanStandAtTheEnd) {
  TickScheduler scheduler({.name = "frame"});
  const TickHandle first =
      scheduler.Register({.name = "first", .start = TickGroup::kPostPhysics, .run = [](auto&) {}});
  scheduler.RunFrame(0.1);
  const TickHandle newcomer =
      scheduler.Register({.name = "newcomer", .after = {first}, .run = [](auto&) {}});
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  ASSERT_EQ(snapshot.cards.size(), 2U);
  EXPECT_EQ(snapshot.cards[1].handle, newcomer);
  ASSERT_EQ(snapshot.edges.size(), 1U);
  EXPECT_EQ(snapshot.edges[0].kind, SnapshotEdgeKind::kDeclared);
}

// The whole way of a recorded frame: order hash, edges, table and trace, for worker counts of
// rules L3 and P1.
TEST(ScheduleSnapshotTest, RecordedFramesAreInOrderAndMakeAGoodTrace) {
  std::vector<std::uint64_t> hashes;
  for (const int workers : {-1, 0, 1, 2, 4}) {
    WorkerPool pool({.count = workers < 0 ? 0 : workers});
    TickScheduler scheduler({.name = "frame",
                             .workers = &pool,
                             .executor = workers < 0 ? ExecutorKind::kSerial : ExecutorKind::kFlow,
                             .recorded_frames = 8});
    std::mt19937 random(2);
    std::vector<TickHandle> cards;
    std::atomic<std::uint64_t> sink{0};
    for (int card = 0; card < 120; ++card) {
      const auto spins = random() % 2000;
      const std::string name = "card " + std::to_string(card % 50);
      TickFunction function{.name = name,
                            .start = static_cast<TickGroup>(random() % 3 * 2),
                            .lane = random() % 3 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                            .start_enabled = random() % 8 != 0,
                            .run = [&sink, spins](auto&) {
                              for (auto spin = spins; spin > 0; --spin) {
                                sink.fetch_add(1, std::memory_order_relaxed);
                              }
                            }};
      if (card > 0) {
        for (auto edge = random() % 3; edge > 0; --edge) {
          function.after.push_back(cards[random() % cards.size()]);
        }
      }
      cards.push_back(scheduler.Register(std::move(function)));
    }
    for (int frame = 0; frame < 12; ++frame) EXPECT_TRUE(scheduler.RunFrame(0.01).ok());

    const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
    const std::vector<const FrameRecord*> records = scheduler.records();
    ASSERT_EQ(records.size(), 8U);
    EdgeCheck edges(snapshot);
    OrderHash order;
    for (const FrameRecord* record : records) {
      edges.Add(*record);
      order.Add(*record, snapshot);
    }
    EXPECT_GT(edges.compared(), 0U);
    EXPECT_EQ(edges.violations(), 0U) << edges.Text();
    hashes.push_back(order.value());

    const FrameTable table = MakeFrameTable(records);
    EXPECT_EQ(table.frames, 8U);
    EXPECT_EQ(table.total.cards, static_cast<double>(scheduler.last_frame().cards_run));

    std::ostringstream trace;
    ASSERT_TRUE(WriteTrace(trace, snapshot, records, {}).ok());
    EXPECT_THAT(CheckTrace(trace.str(), {}), testing::IsEmpty());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front());
}

}  // namespace
}  // namespace tickgraph
