#include "tickgraph/model/dot_text.h"

#include <gtest/gtest.h>

#include "tests/support/awkward_names.h"
#include "tickgraph/model/dot_lexer.h"
#include "tickgraph/observe/dot_text.h"

namespace tickgraph::model {
namespace {

TEST(DotTextTest, DecodesTheEscapesOfLabels) {
  EXPECT_EQ(DecodeDotLabel(R"(a\nb\lc\rd)", "id"), "a\nb\nc\nd");
  EXPECT_EQ(DecodeDotLabel(R"(\N \\N \" \x \)", "id"), R"(id \N " x \)");
}

TEST(DotTextTest, TakesTheTextOutOfHtml) {
  EXPECT_EQ(DotHtmlToLabel(R"(<b>a</b> &lt;T&gt; &amp; &quot; \n &other;)"),
            R"(a <T> & " \\n &other;)");
}

// rule F5, case-U1: what our writer makes of a name is read as that name again.
TEST(DotTextTest, ReadsBackEveryNameThatIsWritten) {
  for (const std::string& name : AwkwardNames()) {
    const std::string written = DotString(name);
    DotLexer lexer(written);
    ASSERT_EQ(lexer.current().token, DotToken::kId) << written;
    EXPECT_EQ(DecodeDotLabel(lexer.current().text, "id"), name);
    lexer.Advance();
    EXPECT_EQ(lexer.current().token, DotToken::kEnd);
  }
}

}  // namespace
}  // namespace tickgraph::model
