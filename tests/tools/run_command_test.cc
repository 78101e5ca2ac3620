#include "tools/run_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/reference_data.h"
#include "tests/tools/outcome.h"
#include "tests/tools/text_file.h"
#include "tools/exit_code.h"

namespace tickgraph {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

Outcome RunVerb(const RunOptions& options) { return OutcomeOf(RunScheduleCommand, options); }

constexpr std::string_view kSchedule =
    "digraph { subgraph cluster_a { a b c } subgraph cluster_b { d e f } subgraph cluster_a -> "
    "subgraph cluster_b -> g  h [group=DuringPhysics, lane=AnyThread] h -> i  j [state=disabled] }";

TEST(RunCommandTest, WritesTheJsonThatIsPromised) {
  const auto file = WriteTextFile("a.dot", kSchedule);
  const Outcome outcome =
      RunVerb({.file = file, .frames = 5, .workers = 1, .cost_us = 1, .json = true});
  EXPECT_EQ(outcome.code, kFine) << outcome.err;
  const json run = outcome.Parsed();
  ASSERT_TRUE(run.is_object()) << outcome.out;
  EXPECT_EQ(run["frames"], 5);
  EXPECT_EQ(run["cards_run"], 5 * 9);
  EXPECT_EQ(run["edge_violations"], 0);
  EXPECT_EQ(run["order_hash"].get<std::string>().size(), 16u);
  EXPECT_GE(run["frame_us"]["p99"].get<double>(), run["frame_us"]["p50"].get<double>());
  EXPECT_GT(run["frame_us"]["p50"].get<double>(), 0);
  EXPECT_EQ(run.size(), 5u);
}

// rule G8
TEST(RunCommandTest, HasOneOrderHashForEveryExecutor) {
  const auto file = WriteTextFile("a.dot", kSchedule);
  std::set<std::string> hashes;
  const RunOptions options = {.file = file, .frames = 20, .cost_us = 1, .json = true};
  for (const int workers : {0, 1, 2, 4}) {
    RunOptions parallel = options;
    parallel.workers = workers;
    const json run = RunVerb(parallel).Parsed();
    EXPECT_EQ(run["edge_violations"], 0);
    hashes.insert(run["order_hash"].get<std::string>());
  }
  RunOptions serial = options;
  serial.serial = true;
  hashes.insert(RunVerb(serial).Parsed()["order_hash"].get<std::string>());
  EXPECT_EQ(hashes.size(), 1u);
  serial.seed = 2;
  hashes.insert(RunVerb(serial).Parsed()["order_hash"].get<std::string>());
  EXPECT_EQ(hashes.size(), 2u) << "other lanes, another order";
}

TEST(RunCommandTest, ReportsACycleAndRunsEveryCard) {
  const auto file = WriteTextFile("a.dot", "digraph {\n a -> b\n b -> a\n}");
  const Outcome outcome = RunVerb({.file = file, .frames = 3, .serial = true, .json = true});
  EXPECT_EQ(outcome.code, kFindings);
  EXPECT_THAT(outcome.err, HasSubstr("prerequisite cycle"));
  EXPECT_THAT(outcome.err, HasSubstr("a.dot:3"));
  EXPECT_EQ(outcome.Parsed()["cards_run"], 6);
  EXPECT_EQ(outcome.Parsed()["edge_violations"], 0);
}

TEST(RunCommandTest, WritesTextForPeople) {
  const auto file = WriteTextFile("a.dot", kSchedule);
  const Outcome outcome = RunVerb({.file = file, .frames = 2, .serial = true});
  EXPECT_THAT(outcome.out, HasSubstr("2 frames, serial"));
  EXPECT_THAT(outcome.out, HasSubstr("edge violations  0"));
}

TEST(RunCommandTest, RefusesOptionsThatMakeNoSense) {
  const auto file = WriteTextFile("a.dot", kSchedule);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const RunOptions& options :
       {RunOptions{.file = file, .frames = 0}, RunOptions{.file = file, .workers = -1},
        RunOptions{.file = file, .cost_us = -1}, RunOptions{.file = file, .cost_us = nan},
        RunOptions{.file = file, .game_share = 1.5}, RunOptions{.file = file, .game_share = nan},
        RunOptions{.file = file, .workers = 9, .serial = true},
        RunOptions{.file = TemporaryPath("absent.dot")}}) {
    const Outcome outcome = RunVerb(options);
    EXPECT_EQ(outcome.code, kBadUse);
    EXPECT_THAT(outcome.err, HasSubstr("tickgraph run: "));
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(RunCommandTest, SaysWhichCostsItShortens) {
  const auto file = WriteTextFile(
      "a.dot",
      "digraph { slow [cost_us=2500000] slower [cost_us=3000000] quick [cost_us=1000000]\n"
      "slow -> slower  slow -> quick  slow [state=disabled] slower [state=disabled]"
      "quick [state=disabled] }");
  const Outcome outcome = RunVerb({.file = file, .frames = 1, .serial = true});
  EXPECT_EQ(outcome.code, kFine) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("warning: "));
  EXPECT_THAT(outcome.err, HasSubstr("\"slow\" costs 2.5 s and works for 1 s; so do 1 more cards"));
}

TEST(RunCommandTest, RunsTheSamples) {
  for (const char* name :
       {"schedules/bevy/schedule_PostUpdate.dot", "schedules/dumpticks/C_inside_saved.log"}) {
    const auto file = ReferenceFile(name);
    if (!file) GTEST_SKIP() << "reference data is not here: " << name;
    std::set<std::string> hashes;
    for (const int workers : {-1, 0, 2}) {
      RunOptions options = {.file = *file, .frames = 20, .cost_us = 0.5, .json = true};
      if (workers < 0) {
        options.serial = true;
      } else {
        options.workers = workers;
      }
      const Outcome outcome = RunVerb(options);
      EXPECT_EQ(outcome.code, kFine) << outcome.err;
      EXPECT_EQ(outcome.Parsed()["edge_violations"], 0);
      hashes.insert(outcome.Parsed()["order_hash"].get<std::string>());
    }
    EXPECT_EQ(hashes.size(), 1u) << name;
  }
}

}  // namespace
}  // namespace tickgraph
