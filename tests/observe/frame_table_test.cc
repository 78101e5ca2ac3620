#include "tickgraph/observe/frame_table.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

// A frame of 10 ms: one card on the game thread, one on a worker, and a wait of 4 ms in which the
// game thread ran an any-thread card for 1 ms.
FrameRecord MakeFrame(std::uint64_t frame, std::int64_t start) {
  FrameRecord record;
  record.frame = frame;
  record.span = {start, start + 10 * kMillisecond};
  record.runs = {
      {.card = {1, 1}, .start_ns = start, .end_ns = start + 2 * kMillisecond},
      {.card = {2, 1},
       .start_ns = start + kMillisecond,
       .end_ns = start + 6 * kMillisecond,
       .worker = 1,
       .lane = Lane::kAnyThread},
      {.card = {3, 1},
       .start_ns = start + 3 * kMillisecond,
       .end_ns = start + 4 * kMillisecond,
       .group = TickGroup::kDuringPhysics,
       .lane = Lane::kAnyThread},
  };
  record.waits = {{.group = TickGroup::kPrePhysics,
                   .card = {},
                   .start_ns = start + 2 * kMillisecond,
                   .end_ns = start + 6 * kMillisecond}};
  return record;
}

TEST(FrameTableTest, SumsUpByGroup) {
  const FrameRecord first = MakeFrame(1, 0);
  const FrameRecord second = MakeFrame(2, 20 * kMillisecond);
  const FrameRecord* records[] = {&first, &second};
  const FrameTable table = MakeFrameTable(records);
  EXPECT_EQ(table.frames, 2U);
  const FrameTableRow& pre = table.groups[0];
  EXPECT_DOUBLE_EQ(pre.cards, 2);
  EXPECT_DOUBLE_EQ(pre.game_thread_us, 2000);
  EXPECT_DOUBLE_EQ(pre.worker_us, 5000);
  EXPECT_DOUBLE_EQ(pre.wait_us, 3000);
  const FrameTableRow& during = table.groups[2];
  EXPECT_DOUBLE_EQ(during.game_thread_us, 1000);
  EXPECT_DOUBLE_EQ(during.wait_us, 0);
  EXPECT_DOUBLE_EQ(table.total.cards, 3);
  EXPECT_DOUBLE_EQ(table.total.game_thread_us, 3000);
}

TEST(FrameTableTest, TimeBetweenFramesCountsForFramesASecond) {
  const FrameRecord first = MakeFrame(1, 0);
  const FrameRecord second = MakeFrame(2, 20 * kMillisecond);
  const FrameRecord* records[] = {&first, &second};
  EXPECT_DOUBLE_EQ(MakeFrameTable(records).fps, 50);
  EXPECT_DOUBLE_EQ(MakeFrameTable({records, 1}).fps, 100);
}

TEST(FrameTableTest, PercentilesAreOfFrameTimes) {
  std::vector<FrameRecord> frames(100);
  std::vector<const FrameRecord*> records;
  std::int64_t start = 0;
  for (std::size_t index = 0; index < frames.size(); ++index) {
    const std::int64_t length = static_cast<std::int64_t>(100 - index) * kMillisecond;
    frames[index].span = {start, start + length};
    start += length;
    records.push_back(&frames[index]);
  }
  const FrameTable table = MakeFrameTable(records);
  EXPECT_DOUBLE_EQ(table.frame_us_p50, 50'000);
  EXPECT_DOUBLE_EQ(table.frame_us_p99, 99'000);
  EXPECT_DOUBLE_EQ(table.frame_us_max, 100'000);
}

// A stage that was claimed in StartPhysics and ran much later is billed to no group.
TEST(FrameTableTest, EngineStagesHaveRowsOfTheirOwn) {
  FrameRecord record = MakeFrame(1, 0);
  record.runs.push_back({.card = {4, 1},
                         .start_ns = 4 * kMillisecond,
                         .end_ns = 9 * kMillisecond,
                         .worker = 1,
                         .group = TickGroup::kStartPhysics,
                         .lane = Lane::kAnyThread});
  const FrameRecord* records[] = {&record};
  ScheduleSnapshot schedule;
  schedule.cards = {{.handle = {1, 1}, .name = "walk"},
                    {.handle = {4, 1}, .name = "PhysicsStep", .engine_stage = true}};
  schedule.IndexCards();
  EXPECT_DOUBLE_EQ(MakeFrameTable(records).groups[1].worker_us, 5000);
  const FrameTable table = MakeFrameTable(records, &schedule);
  EXPECT_DOUBLE_EQ(table.groups[1].worker_us, 0);
  EXPECT_DOUBLE_EQ(table.groups[1].cards, 0);
  ASSERT_EQ(table.engine_stages.size(), 1U);
  EXPECT_EQ(table.engine_stages[0].name, "PhysicsStep");
  EXPECT_DOUBLE_EQ(table.engine_stages[0].row.cards, 1);
  EXPECT_DOUBLE_EQ(table.engine_stages[0].row.worker_us, 5000);
  EXPECT_DOUBLE_EQ(table.total.cards, 4);
  EXPECT_DOUBLE_EQ(table.total.worker_us, 10'000);
  std::ostringstream out;
  out << table;
  EXPECT_NE(out.str().find("[PhysicsStep]         1.0             0.000       5.000       0.000\n"
                           "all                   4.0"),
            std::string::npos)
      << out.str();
}

TEST(FrameTableTest, NoRecordsGiveZeros) {
  const FrameTable table = MakeFrameTable({});
  EXPECT_EQ(table.frames, 0U);
  EXPECT_DOUBLE_EQ(table.fps, 0);
  EXPECT_DOUBLE_EQ(table.total.cards, 0);
}

TEST(FrameTableTest, ReadsWell) {
  const FrameRecord first = MakeFrame(1, 0);
  const FrameRecord* records[] = {&first};
  FrameTable table = MakeFrameTable(records);
  table.notes = {{"physics overlap", "94 %"}, {"render thread behind", "1 frame"}};
  std::ostringstream out;
  out << table;
  EXPECT_EQ(out.str(),
            "group, per frame    cards    game thread ms  workers ms    waits ms\n"
            "PrePhysics            2.0             2.000       5.000       3.000\n"
            "DuringPhysics         1.0             1.000       0.000       0.000\n"
            "all groups            3.0             3.000       5.000       3.000\n"
            "frame time           p50 10.000 ms, p99 10.000 ms, longest 10.000 ms, of 1 frame\n"
            "frames a second      100.0\n"
            "physics overlap      94 %\n"
            "render thread behind 1 frame\n");
}

}  // namespace
}  // namespace tickgraph
