#include "tickgraph/observe/order_hash.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/snapshot_maker.h"

namespace tickgraph {
namespace {

ScheduleSnapshot Three() {
  return MakeSnapshot({{.name = "a"}, {.name = "any", .lane = Lane::kAnyThread}, {.name = "b"}},
                      {});
}

// rule L3
TEST(OrderHashTest, IsTheSameWhereverAnyThreadCardsRan) {
  const ScheduleSnapshot snapshot = Three();
  FrameRecord serial;
  serial.runs = {MakeRun(snapshot, 0, 0, 1), MakeRun(snapshot, 1, 1, 2),
                 MakeRun(snapshot, 2, 2, 3)};
  FrameRecord parallel;
  parallel.runs = {MakeRun(snapshot, 1, 50, 90, 3), MakeRun(snapshot, 0, 51, 52),
                   MakeRun(snapshot, 2, 53, 54)};
  EXPECT_EQ(HashOrder(serial, snapshot), HashOrder(parallel, snapshot));
}

TEST(OrderHashTest, SeesAnotherOrderAnotherNameAnotherGroupAndAMissingCard) {
  const ScheduleSnapshot snapshot = Three();
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 0, 1), MakeRun(snapshot, 2, 2, 3)};
  const std::uint64_t hash = HashOrder(record, snapshot);

  FrameRecord swapped;
  swapped.runs = {MakeRun(snapshot, 2, 0, 1), MakeRun(snapshot, 0, 2, 3)};
  EXPECT_NE(HashOrder(swapped, snapshot), hash);

  ScheduleSnapshot renamed = snapshot;
  renamed.cards[2].name = "c";
  EXPECT_NE(HashOrder(record, renamed), hash);

  FrameRecord moved = record;
  moved.runs[1].group = TickGroup::kPostPhysics;
  EXPECT_NE(HashOrder(moved, snapshot), hash);

  FrameRecord shorter = record;
  shorter.runs.pop_back();
  EXPECT_NE(HashOrder(shorter, snapshot), hash);
}

TEST(OrderHashTest, TellsCardsOfEqualNamesApart) {
  const ScheduleSnapshot snapshot = MakeSnapshot({{.name = "same"}, {.name = "same"}}, {});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 0, 1), MakeRun(snapshot, 1, 1, 2)};
  FrameRecord swapped;
  swapped.runs = {MakeRun(snapshot, 1, 0, 1), MakeRun(snapshot, 0, 1, 2)};
  EXPECT_NE(HashOrder(record, snapshot), HashOrder(swapped, snapshot));
}

TEST(OrderHashTest, HandlesKeysAndTimesDoNotCount) {
  const ScheduleSnapshot snapshot = Three();
  ScheduleSnapshot other = snapshot;
  for (SnapshotCard& card : other.cards) card.handle.generation = 99;
  other.IndexCards();
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 0, 1), MakeRun(snapshot, 2, 2, 3)};
  FrameRecord late;
  late.runs = {MakeRun(other, 0, 1000, 1010), MakeRun(other, 2, 1010, 1010)};
  for (CardRun& run : late.runs) run.plan_key += 1'000'000;
  EXPECT_EQ(HashOrder(record, snapshot), HashOrder(late, other));
}

TEST(OrderHashTest, WhereANameEndsCounts) {
  const ScheduleSnapshot one = MakeSnapshot({{.name = "ab"}, {.name = "c"}}, {});
  const ScheduleSnapshot two = MakeSnapshot({{.name = "a"}, {.name = "bc"}}, {});
  FrameRecord record;
  record.runs = {MakeRun(one, 0, 0, 1), MakeRun(one, 1, 1, 2)};
  EXPECT_NE(HashOrder(record, one), HashOrder(record, two));
}

TEST(OrderHashTest, FramesAddUpInOrder) {
  const ScheduleSnapshot snapshot = Three();
  FrameRecord first;
  first.runs = {MakeRun(snapshot, 0, 0, 1)};
  FrameRecord second;
  second.runs = {MakeRun(snapshot, 2, 0, 1)};
  OrderHash forward;
  forward.Add(first, snapshot);
  forward.Add(second, snapshot);
  OrderHash backward;
  backward.Add(second, snapshot);
  backward.Add(first, snapshot);
  EXPECT_NE(forward.value(), backward.value());
}

}  // namespace
}  // namespace tickgraph
