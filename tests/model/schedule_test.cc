#include "tickgraph/model/schedule.h"

#include <gtest/gtest.h>

#include <string>

namespace tickgraph::model {
namespace {

TEST(ScheduleTest, WritesMessagesOnOneReadableLine) {
  EXPECT_EQ(FindingText("a.dot", {ScheduleFinding::Kind::kDoubt, 0, "text"}), "a.dot: text");
}

}  // namespace
}  // namespace tickgraph::model
