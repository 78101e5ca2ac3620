#include "tickgraph/quoted_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/awkward_names.h"

namespace tickgraph {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(QuotedNameTest, PlainNamesStandBetweenQuotationMarks) {
  EXPECT_EQ(QuotedName("camera"), "\"camera\"");
  EXPECT_EQ(QuotedName(""), "\"\"");
  EXPECT_EQ(QuotedName("naïve"), "\"naïve\"");
}

TEST(QuotedNameTest, AnyNameStaysOnOneReadableLineRuleF5) {
  EXPECT_EQ(QuotedName("two\nlines"), "\"two\\nlines\"");
  EXPECT_EQ(QuotedName("a \"b\""), "\"a \\\"b\\\"\"");
  for (const std::string& name : AwkwardNames()) {
    const std::string quoted = QuotedName(name);
    EXPECT_THAT(quoted, Not(HasSubstr("\n")));
    EXPECT_LT(quoted.size(), 1000U);
  }
}

TEST(QuotedNameTest, ALongNameIsCutBetweenCharactersAndItsLengthIsSaid) {
  std::string name = "x";
  for (int letter = 0; letter < 5000; ++letter) name += "ä";
  EXPECT_THAT(QuotedName(name), HasSubstr("ää…\" (10001 bytes)"));
}

}  // namespace
}  // namespace tickgraph
