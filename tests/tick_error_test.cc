#include "tickgraph/tick_error.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tickgraph {
namespace {

TEST(TickErrorTest, EveryCodeHasANameAndAStatusOfItsOwnRuleF4) {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(TickErrorCode::kRequestFailed); ++code) {
    const auto error = static_cast<TickErrorCode>(code);
    EXPECT_TRUE(names.insert(std::string(TickErrorName(error))).second);
    EXPECT_NE(StatusCodeOf(error), absl::StatusCode::kOk);
    EXPECT_NE(StatusCodeOf(error), absl::StatusCode::kUnknown);
  }
  EXPECT_FALSE(names.contains("Unknown"));
}

TEST(TickErrorTest, StatusCodesTellWhatACallerCanDoRuleF4) {
  EXPECT_EQ(StatusCodeOf(TickErrorCode::kStaleHandle), absl::StatusCode::kNotFound);
  EXPECT_EQ(StatusCodeOf(TickErrorCode::kEndBeforeStart), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(StatusCodeOf(TickErrorCode::kFrameOrder), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(StatusCodeOf(TickErrorCode::kTooManyRounds), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace tickgraph
