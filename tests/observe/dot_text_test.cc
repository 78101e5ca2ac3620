#include "tickgraph/observe/dot_text.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/awkward_names.h"

namespace tickgraph {
namespace {

// What a DOT parser makes of a quoted string: `\"` is resolved, every other backslash is kept.
// Nothing where the string does not end at its last character.
std::string LabelOf(std::string_view quoted, bool& whole) {
  std::string label;
  whole = false;
  if (quoted.size() < 2 || quoted.front() != '"') return label;
  for (std::size_t index = 1; index < quoted.size(); ++index) {
    if (quoted[index] == '"') {
      whole = index + 1 == quoted.size();
      return label;
    }
    if (quoted[index] == '\\' && index + 1 < quoted.size()) {
      if (quoted[index + 1] != '"') label.push_back('\\');
      ++index;
    }
    label.push_back(quoted[index]);
  }
  return label;
}

TEST(DotTextTest, EscapesQuotesBackslashesAndLineBreaks) {
  EXPECT_EQ(DotString("plain"), R"("plain")");
  EXPECT_EQ(DotString("a\"b"), R"("a\"b")");
  EXPECT_EQ(DotString("trailing\\"), R"("trailing\\")");
  EXPECT_EQ(DotString("\\N"), R"("\\N")");
  EXPECT_EQ(DotString("two\nlines"), R"("two\nlines")");
  EXPECT_EQ(DotString("\xE9\r"), "\"\U0010FEE9\U0010FE0D\"");
}

// rule F5, case-U1
TEST(DotTextTest, AwkwardNamesComeBack) {
  for (const std::string& name : AwkwardNames()) {
    bool whole = false;
    const std::string label = LabelOf(DotString(name), whole);
    EXPECT_TRUE(whole) << DotString(name);
    EXPECT_EQ(BytesFromDotLabel(label), name);
    EXPECT_EQ(DotString(name).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace tickgraph
