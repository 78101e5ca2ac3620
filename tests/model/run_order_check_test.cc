#include "tickgraph/model/run_order_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;

Schedule MustRead(std::string_view statements) {
  absl::StatusOr<Schedule> schedule =
      ReadSchedule("digraph {" + std::string(statements) + "}", {.file = "test.dot"});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return schedule.ok() ? *std::move(schedule) : Schedule{};
}

TEST(RunOrderCheckTest, SeesACardThatStartedTooEarly) {
  const Schedule schedule = MustRead(
      "subgraph cluster_a { x } y gone [state=disabled] z subgraph cluster_a -> y  x -> gone -> z");
  TickScheduler scheduler{TickSchedulerDefinition{}};
  const absl::StatusOr<BuiltSchedule> built = BuildSchedule(schedule, {}, scheduler);
  ASSERT_TRUE(built.ok()) << built.status();
  ASSERT_TRUE(scheduler.MakePlan().ok());
  FrameRecord record;
  record.frame = 7;
  const auto run = [&](std::size_t card, std::int64_t start, std::int64_t end) {
    record.runs.push_back({.card = built->card(card), .start_ns = start, .end_ns = end});
  };
  run(0, 100, 200);
  run(1, 200, 300);
  run(3, 200, 300);
  RunOrderCheck check(*built, scheduler);
  check.Add(record);
  EXPECT_EQ(check.compared(), 2u);
  EXPECT_EQ(check.violations(), 0u);
  record.runs[0].end_ns = 201;
  check.Add(record);
  EXPECT_EQ(check.violations(), 2u);
  EXPECT_THAT(
      check.Text(),
      HasSubstr("frame 7: \"y\" started 1 ns before the end of the end of set \"cluster_a\""));
}

}  // namespace
}  // namespace tickgraph::model
