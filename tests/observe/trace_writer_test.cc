#include "tickgraph/observe/trace_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/awkward_names.h"
#include "tests/support/snapshot_maker.h"
#include "tests/support/trace_checker.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph {
namespace {

using nlohmann::json;
using testing::IsEmpty;

constexpr std::int64_t kStart = 1'000'000'000'123;

// Two frames of three cards: "input" on the game thread, then "ai" on worker 2, then "camera".
class TraceWriterTest : public testing::Test {
 protected:
  TraceWriterTest()
      : schedule_(MakeSnapshot(
            {{.name = "input", .registered_at = {"game/input.cc", 42}},
             {.name = "ai", .lane = Lane::kAnyThread},
             {.name = "camera", .effective_start = TickGroup::kPostPhysics}},
            {{0, 1, SnapshotEdgeKind::kDeclared}, {1, 2, SnapshotEdgeKind::kDeclared}})) {
    schedule_.worker_count = 3;
    for (std::uint64_t frame = 0; frame < 2; ++frame) {
      frames_.push_back(MakeFrame(frame + 1, kStart + static_cast<std::int64_t>(frame) * 20'000));
    }
    for (const FrameRecord& frame : frames_) records_.push_back(&frame);
  }

  FrameRecord MakeFrame(std::uint64_t number, std::int64_t start) const {
    FrameRecord record;
    record.frame = number;
    record.span = {start, start + 10'000};
    record.groups[0] = {start + 100, start + 5'000};
    record.groups[4] = {start + 6'000, start + 9'000};
    record.runs = {MakeRun(schedule_, 0, start + 200, start + 1'200),
                   MakeRun(schedule_, 1, start + 1'500, start + 4'500, 2),
                   MakeRun(schedule_, 2, start + 6'100, start + 8'000)};
    record.waits = {{.reason = WaitReason::kGroupEnd,
                     .group = TickGroup::kPrePhysics,
                     .card = {},
                     .start_ns = start + 1'200,
                     .end_ns = start + 4'700},
                    {.reason = WaitReason::kPrerequisite,
                     .group = TickGroup::kPostPhysics,
                     .card = HandleAt(2),
                     .start_ns = start + 6'000,
                     .end_ns = start + 6'100}};
    return record;
  }

  static std::string Write(std::span<const TraceSource> sources,
                           const TraceDefinition& definition) {
    std::ostringstream out;
    const absl::Status status = WriteTrace(out, sources, definition);
    EXPECT_TRUE(status.ok()) << status.message();
    return out.str();
  }

  std::string Write(const TraceDefinition& definition = {}) const {
    const TraceSource source = {&schedule_, records_};
    return Write({&source, 1}, definition);
  }

  static std::vector<json> Events(const std::string& text, std::string_view key,
                                  std::string_view value) {
    std::vector<json> found;
    const json trace = json::parse(text);
    for (const json& event : trace["traceEvents"]) {
      if (event.value(std::string(key), "") == value) found.push_back(event);
    }
    return found;
  }

  ScheduleSnapshot schedule_;
  std::vector<FrameRecord> frames_;
  std::vector<const FrameRecord*> records_;
};

TEST_F(TraceWriterTest, KeepsAllTenRules) { EXPECT_THAT(CheckTrace(Write(), {}), IsEmpty()); }

TEST_F(TraceWriterTest, TimesAreMicrosecondsFromTheFirstFrameToTheNanosecond) {
  const std::string text = Write();
  EXPECT_NE(text.find("\"ts\":0.000,\"dur\":9.9999,\"name\":\"Frame 1\""), std::string::npos);
  EXPECT_NE(text.find("\"ts\":20.200,\"dur\":0.9999,\"name\":\"input\""), std::string::npos);
}

TEST_F(TraceWriterTest, FramesGroupsWaitsAndCardsAreOnTheGameThread) {
  const std::string text = Write();
  EXPECT_EQ(Events(text, "cat", "frame").size(), 2U);
  EXPECT_EQ(Events(text, "name", "PrePhysics").size(), 2U);
  EXPECT_EQ(Events(text, "name", "DuringPhysics").size(), 0U);
  const auto waits = Events(text, "cat", "wait");
  ASSERT_EQ(waits.size(), 4U);
  EXPECT_EQ(waits[0]["args"]["reason"], "group end");
  EXPECT_EQ(waits[0]["name"], "wait for the end of PrePhysics");
  EXPECT_EQ(waits[1]["args"]["reason"], "prerequisite");
  EXPECT_EQ(waits[1]["args"]["card"], "camera");
  for (const json& wait : waits) EXPECT_EQ(wait["tid"], 1);
  const auto input = Events(text, "name", "input");
  ASSERT_EQ(input.size(), 2U);
  EXPECT_EQ(input[0]["tid"], 1);
  EXPECT_EQ(input[0]["loc"], "game/input.cc:42");
  EXPECT_EQ(input[0]["args"]["group"], "PrePhysics");
  const auto ai = Events(text, "name", "ai");
  EXPECT_EQ(ai[0]["tid"], 3);
  EXPECT_EQ(ai[0]["args"]["lane"], "AnyThread");
}

TEST_F(TraceWriterTest, EachCallHasItsOwnArrow) {
  const std::string text = Write();
  EXPECT_EQ(Events(text, "ph", "s").size(), 4U);
  EXPECT_EQ(Events(text, "ph", "f").size(), 4U);
  EXPECT_THAT(Events(Write({.arrows = false}), "ph", "s"), IsEmpty());
}

// rule P3
TEST_F(TraceWriterTest, AnArrowPassesThroughACardThatDidNotRun) {
  for (FrameRecord& frame : frames_) frame.runs.erase(frame.runs.begin() + 1);
  const std::string text = Write();
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  const auto starts = Events(text, "ph", "s");
  const auto ends = Events(text, "ph", "f");
  ASSERT_EQ(starts.size(), 2U);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_DOUBLE_EQ(starts[0]["ts"].get<double>(), 0.2);
  EXPECT_DOUBLE_EQ(ends[0]["ts"].get<double>(), 6.1);
}

TEST_F(TraceWriterTest, ManyCardsAfterOneShareItsStart) {
  const ScheduleSnapshot fan =
      MakeSnapshot({{.name = "a"}, {.name = "b"}, {.name = "c"}},
                   {{0, 1, SnapshotEdgeKind::kDeclared}, {0, 2, SnapshotEdgeKind::kDeclared}});
  const TraceSource source = {&fan, records_};
  const std::string text = Write({&source, 1}, {});
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  EXPECT_EQ(Events(text, "ph", "s").size(), 2U);
  EXPECT_EQ(Events(text, "ph", "f").size(), 4U);
}

// rule F5, case-U1
TEST_F(TraceWriterTest, NamesOfAnyBytesComeBack) {
  const std::vector<std::string> names = AwkwardNames();
  std::vector<SnapshotCard> cards;
  for (const std::string& name : names) cards.push_back({.name = name});
  ScheduleSnapshot schedule = MakeSnapshot(cards, {});
  schedule.name = names[1];
  FrameRecord record;
  record.frame = 1;
  for (std::uint32_t card = 0; card < names.size(); ++card) {
    record.runs.push_back(MakeRun(schedule, card, kStart + card * 10, kStart + card * 10 + 5));
  }
  record.span = {kStart, kStart + 10'000};
  const FrameRecord* records[] = {&record};
  const TraceTrack track = {
      names[2], "track", {{names[3], kStart, kStart + 1, {{names[4], names[5]}}}}};
  const TraceSource source = {&schedule, records};
  const std::string text = Write({&source, 1}, {.process_name = names[0], .tracks = {&track, 1}});
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  std::vector<std::string> read;
  for (const json& event : Events(text, "cat", "tick")) {
    read.push_back(BytesFromUtf8(event["name"].get<std::string>()));
  }
  EXPECT_TRUE(read == names);
}

TEST_F(TraceWriterTest, FurtherTracksAndCountersHaveThreadsAndNamesOfTheirOwn) {
  const std::vector<TraceTrack> tracks = {
      {"render thread",
       "render",
       {{"draw 1", kStart - 5'000, kStart + 3'000, {{"bodies", std::int64_t{12}}}},
        {"draw 2", kStart + 2'000, kStart + 9'000, {{"share", 0.5}}}}},
      {"physics", "physics", {{"step", kStart + 100, kStart + 200, {}}}}};
  const std::vector<TraceCounter> counters = {{"heap_bytes", {{kStart, 12.0}, {kStart + 5, 13.5}}}};
  const std::string text = Write({.tracks = tracks, .counters = counters});
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  EXPECT_EQ(Events(text, "cat", "render")[0]["tid"], 5);
  EXPECT_EQ(Events(text, "cat", "physics")[0]["tid"], 6);
  EXPECT_EQ(Events(text, "ph", "C")[1]["args"]["heap_bytes"], 13.5);
}

TEST_F(TraceWriterTest, MarksFramesThatTookTooLong) {
  EXPECT_THAT(Events(Write({.frame_budget_ns = 10'000}), "ph", "i"), IsEmpty());
  const std::string text = Write({.frame_budget_ns = 9'999});
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  EXPECT_EQ(Events(text, "ph", "i").size(), 2U);
}

TEST_F(TraceWriterTest, TwoSchedulersThatTakeTurnsFitInOneTrace) {
  ScheduleSnapshot fixed = schedule_;
  fixed.name = "fixed step";
  // One frame of the second scheduler lies inside the first frame, one reaches out of it.
  std::vector<FrameRecord> inner = {MakeFrame(7, kStart + 50), MakeFrame(8, kStart + 12'000)};
  inner[0].span.end_ns = kStart + 5'000;
  const FrameRecord* inner_records[] = {&inner[0], &inner[1]};
  const TraceSource sources[] = {{&schedule_, records_}, {&fixed, inner_records}};
  const std::string text = Write(sources, {});
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  EXPECT_EQ(Events(text, "name", "Frame 7 of fixed step").size(), 1U);
  EXPECT_EQ(Events(text, "name", "Frame 1 of made by hand").size(), 1U);
  EXPECT_EQ(Events(text, "ph", "s").size(), 8U);
}

TEST_F(TraceWriterTest, ACardThatReachesOutOfItsFrameIsCut) {
  frames_[0].runs[2].end_ns = frames_[0].span.end_ns + 4'000;
  EXPECT_THAT(CheckTrace(Write(), {}), IsEmpty());
}

TEST_F(TraceWriterTest, CardsThatAreGoneAreStillShown) {
  frames_[0].runs[0].card = {1, 1};
  const std::string text = Write();
  EXPECT_THAT(CheckTrace(text, {}), IsEmpty());
  EXPECT_EQ(Events(text, "name", "(unregistered card)").size(), 1U);
}

TEST_F(TraceWriterTest, NothingRecordedGivesAFileThatOpens) {
  records_.clear();
  EXPECT_EQ(json::parse(Write())["traceEvents"].size(), 10U);
}

TEST_F(TraceWriterTest, RefusesBadDefinitions) {
  std::ostringstream out;
  EXPECT_EQ(WriteTrace(out, schedule_, records_, {.process_id = 0}).code(),
            absl::StatusCode::kInvalidArgument);
  const std::vector<TraceCounter> counters = {{"bodies", {}}, {"bodies", {}}};
  EXPECT_EQ(WriteTrace(out, schedule_, records_, {.counters = counters}).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(TraceWriterTest, SaysWhenTheStreamFails) {
  std::ofstream closed;
  closed.setstate(std::ios::badbit);
  EXPECT_EQ(WriteTrace(closed, schedule_, records_, {}).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace tickgraph
