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
    recorder.CardRan(MakeRun(static_cast<std::uint32_t>(frame), 0));
    recorder.CardRan(MakeRun(static_cast<std::uint32_t>(frame) + 100, 1));
    recorder.Waited(
        {WaitReason::kGroupEnd, TickGroup::kPostPhysics, {}, CycleClock::Now(), CycleClock::Now()});
    const std::int64_t start = CycleClock::Now();
    recorder.GroupRan(TickGroup::kPostPhysics, start, CycleClock::Now());
    recorder.EndFrame();
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

}  // namespace
}  // namespace tickgraph
