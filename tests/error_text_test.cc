#include "tickgraph/error_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/support/awkward_names.h"

namespace tickgraph {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string NumberedName(TickHandle card) { return "card" + std::to_string(card.slot); }

TickError Cycle(std::uint32_t cards) {
  TickError error;
  error.code = TickErrorCode::kPrerequisiteCycle;
  error.where = {"last.cc", 99};
  for (std::uint32_t slot = 0; slot < cards; ++slot) {
    error.path.push_back({{slot, 1}, {"edge.cc", slot + 1}});
  }
  return error;
}

TEST(ErrorTextTest, EveryCodeTellsWhoWhereAndTheWayOutRuleF4) {
  for (int code = 0; code <= static_cast<int>(TickErrorCode::kRequestFailed); ++code) {
    TickError error;
    error.code = static_cast<TickErrorCode>(code);
    error.card = {7, 1};
    error.other = {8, 1};
    error.where = {"user.cc", 42};
    error.detail = "card7";
    const std::string text = ErrorText(error, NumberedName);
    SCOPED_TRACE(text);
    const bool has_cards_elsewhere = error.code == TickErrorCode::kPrerequisiteCycle;
    const bool has_a_place = error.code != TickErrorCode::kTooManyRounds;
    if (!has_cards_elsewhere) {
      EXPECT_THAT(text, HasSubstr("card7"));
    }
    if (has_a_place) {
      EXPECT_THAT(text, HasSubstr("user.cc:42"));
    }
  }
}

TEST(ErrorTextTest, APlaceThatWasNeverSetIsLeftOut) {
  TickError error;
  error.code = TickErrorCode::kStaleHandle;
  EXPECT_THAT(ErrorText(error, NumberedName), Not(HasSubstr("unknown place")));
}

TEST(ErrorTextTest, ACycleIsWrittenOneEdgeALineRuleP4) {
  const std::string text = ErrorText(Cycle(3), NumberedName);
  EXPECT_THAT(text, HasSubstr("cycle of 3 cards"));
  EXPECT_THAT(text, HasSubstr("the edge added at last.cc:99 is ignored"));
  EXPECT_THAT(text, HasSubstr("\n  card0 runs before card1, added at edge.cc:1\n"));
  EXPECT_THAT(text, HasSubstr("\n  card1 runs before card2, added at edge.cc:2\n"));
  EXPECT_THAT(text, HasSubstr("\n  card2 runs before card0, added at edge.cc:3\n"));
}

TEST(ErrorTextTest, ALongCycleIsCutInTheMiddleRuleP4) {
  for (const std::uint32_t length : {1U, 2U, 15U, 16U, 17U, 18U, 100U, 100'000U}) {
    const std::string text = ErrorText(Cycle(length), NumberedName);
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 20);
    EXPECT_THAT(text, HasSubstr("\n  card0 runs before card"));
    EXPECT_THAT(text, HasSubstr("runs before card0, added at edge.cc:" + std::to_string(length)));
    if (length <= 16) {
      EXPECT_THAT(text, Not(HasSubstr("more")));
    } else {
      EXPECT_THAT(text, HasSubstr("and " + std::to_string(length - 16) + " more"));
    }
  }
}

TEST(ErrorTextTest, NamesArePassedAsTheyAreRuleF5) {
  for (const std::string& name : AwkwardNames()) {
    const std::string text = ErrorText(Cycle(2), [&](TickHandle) { return name; });
    EXPECT_THAT(text, HasSubstr(name));
  }
}

}  // namespace
}  // namespace tickgraph
