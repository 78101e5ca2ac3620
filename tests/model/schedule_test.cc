#include "tickgraph/model/schedule.h"

#include <gtest/gtest.h>

#include <string>

namespace tickgraph::model {
namespace {

TEST(ScheduleTest, WritesMessagesOnOneReadableLine) {
  EXPECT_EQ(FindingText("a.dot", {ScheduleFinding::Kind::kDoubt, 0, "text"}), "a.dot: text");
  EXPECT_EQ(QuotedName("a\n\"b\" \xE2\x86\x92"), "\"a\\n\\\"b\\\" \xE2\x86\x92\"");
  // The cut is not inside of a character.
  const std::string name = std::string(199, 'x') + "\xE2\x86\x92" + std::string(300, 'y');
  EXPECT_EQ(QuotedName(name), "\"" + std::string(199, 'x') + "…\" (502 bytes)");
}

}  // namespace
}  // namespace tickgraph::model
