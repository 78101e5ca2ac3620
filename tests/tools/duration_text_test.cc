#include "tools/duration_text.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

TEST(DurationTextTest, ReadsUnits) {
  EXPECT_DOUBLE_EQ(*ParseMicroseconds("5us"), 5);
  EXPECT_DOUBLE_EQ(*ParseMicroseconds("5"), 5);
  EXPECT_DOUBLE_EQ(*ParseMicroseconds("2.5µs"), 2.5);
  EXPECT_DOUBLE_EQ(*ParseMicroseconds("0.2ms"), 200);
  EXPECT_DOUBLE_EQ(*ParseMicroseconds("500ns"), 0.5);
  EXPECT_DOUBLE_EQ(*ParseMicroseconds("1s"), 1e6);
}

TEST(DurationTextTest, RefusesOtherTexts) {
  for (const char* text : {"", "us", "-1us", "nan", "5 minutes", "1.1s", "1e300us", "5us5"}) {
    EXPECT_EQ(ParseMicroseconds(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

}  // namespace
}  // namespace tickgraph
