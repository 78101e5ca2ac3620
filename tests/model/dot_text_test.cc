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
  EXPECT_EQ(DotHtmlToLabel("a<BR/>b<br align=\"left\"/>c\n<BR/>"), "a\\nb\\nc");
  EXPECT_EQ(DotHtmlToLabel("\n <TABLE BORDER=\"0\"> <TR><TD>a</TD> <TD>b</TD></TR>\n"
                           "<tr><td><i>c</i>d</td></tr></TABLE> "),
            "a b\\ncd");
  EXPECT_EQ(DotHtmlToLabel("&#955;&#x3bb;&#x1F600;&nbsp;&apos;&#92;"), "λλ😀 '\\\\");
  EXPECT_EQ(DotHtmlToLabel("&#xD800;&#0;&#1114112;&#x;&#-1;&#12a; & &&lt;"),
            "&#xD800;&#0;&#1114112;&#x;&#-1;&#12a; & &<");
  EXPECT_EQ(DotHtmlToLabel("<b"), "");
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
