#include "tickgraph/run/recorder.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

CardRun MakeRun(std::uint32_t slot, int worker) {
  CardRun run;
  run.card = {slot, 1};
  run.worker = worker;
  run.start_ns = CycleClock::Now();
  run.end_ns = CycleClock::Now();
  return run;
}

TEST(RecorderTest, KeepsTheLastFramesOldestFirst) {
  Recorder recorder(3, 2);
  EXPECT_TRUE(recorder.Records().empty());
  for (std::uint64_t frame = 1; frame <= 5; ++frame) {
    recorder.BeginFrame(frame);
    recorder.NewcomerRan(MakeRun(static_cast<std::uint32_t>(frame), 0));
    recorder.NewcomerRan(MakeRun(static_cast<std::uint32_t>(frame) + 100, 1));
    recorder.Waited(
        {WaitReason::kGroupEnd, TickGroup::kPostPhysics, {}, CycleClock::Now(), CycleClock::Now()});
    const std::int64_t start = CycleClock::Now();
    recorder.GroupRan(TickGroup::kPostPhysics, start, CycleClock::Now());
    recorder.EndFrame(FramePlan());
  }
  const auto records = recorder.Records();
  ASSERT_EQ(records.size(), 3U);
  for (std::size_t index = 0; index < records.size(); ++index) {
    const FrameRecord& record = *records[index];
    EXPECT_EQ(record.frame, index + 3);
    ASSERT_EQ(record.runs.size(), 2U);
    EXPECT_EQ(record.runs[0].card.slot, index + 3);
    EXPECT_EQ(record.runs[1].worker, 1);
    ASSERT_EQ(record.waits.size(), 1U);
    const TimeSpan& group = record.groups[4];
    EXPECT_EQ(record.groups[0].end_ns, 0) << "a group that was not released";
    // Everything is on one clock.
    EXPECT_LE(record.span.start_ns, record.runs[0].start_ns);
    EXPECT_LE(record.runs[0].start_ns, record.runs[0].end_ns);
    EXPECT_LE(record.runs[0].end_ns, record.waits[0].start_ns);
    EXPECT_LE(record.waits[0].end_ns, group.start_ns);
    EXPECT_LE(group.end_ns, record.span.end_ns);
  }
}

// What a call of the plan is noted with is completed from the plan, in order of time with
// newcomers.
TEST(RecorderTest, CompletesCallsFromThePlan) {
  FramePlan plan;
  plan.cards = {{7, 1}, {8, 1}};
  plan.lanes = {PlanLane::kGameThread, PlanLane::kAnyThread};
  plan.places.resize(2);
  plan.places[1].start = TickGroup::kPostPhysics;
  Recorder recorder(1, 2);
  recorder.BeginFrame(1);
  const std::int64_t start = CycleClock::Now();
  recorder.RowBegan(1, start);
  recorder.PlannedRan(1, 1, start + 10);
  recorder.NewcomerRan(
      {.card = {9, 1}, .start_ns = start + 10, .end_ns = start + 2000, .worker = 1});
  recorder.RowBegan(1, start + 2000);
  recorder.PlannedRan(1, 0, start + 400000);
  recorder.PlannedRan(1, 1, start + 500000);
  recorder.EndFrame(plan);
  const std::vector<CardRun>& runs = recorder.Records().front()->runs;
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[0].card.slot, 8U);
  EXPECT_EQ(runs[0].lane, Lane::kAnyThread);
  EXPECT_EQ(runs[0].group, TickGroup::kPostPhysics);
  EXPECT_EQ(runs[0].worker, 1);
  EXPECT_EQ(runs[1].card.slot, 9U);
  EXPECT_EQ(runs[2].card.slot, 7U);
  EXPECT_EQ(runs[2].plan_key, PlanKeyOf(0));
  EXPECT_EQ(runs[2].lane, Lane::kGameThread);
  EXPECT_GT(runs[2].end_ns, runs[2].start_ns);
  EXPECT_GE(runs[2].start_ns, runs[1].end_ns) << "a row starts when it begins";
  EXPECT_EQ(runs[3].start_ns, runs[2].end_ns) << "in a row a call starts where the last one ended";
}

}  // namespace
}  // namespace tickgraph
