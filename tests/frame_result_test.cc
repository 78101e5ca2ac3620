#include "tickgraph/frame_result.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace tickgraph {
namespace {

std::string Print(const FrameResult& result) {
  std::ostringstream out;
  out << result;
  return out.str();
}

TEST(FrameResultTest, IsFineWithoutErrors) {
  FrameResult result;
  result.frame = 12;
  result.cards_run = 340;
  result.cards_skipped = 3;
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.status().ok());
  EXPECT_EQ(Print(result), "frame 12: 340 cards ran, 3 did not\n");
}

TEST(FrameResultTest, HoldsTheFirstErrorAndACountRuleF4) {
  FrameResult result;
  result.error_count = 1;
  result.first_error.code = TickErrorCode::kStaleHandle;
  result.first_error_text = "the text";
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(std::string(result.status().message()), "the text");
  EXPECT_EQ(Print(result), "frame 0: 0 cards ran, 0 did not; 1 error: the text\n");
  result.error_count = 5;
  EXPECT_EQ(Print(result), "frame 0: 0 cards ran, 0 did not; 5 errors, first: the text\n");
}

}  // namespace
}  // namespace tickgraph
