#include "tickgraph/model/dot_lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<std::pair<DotToken, std::string>> Tokens(std::string_view text) {
  std::vector<std::pair<DotToken, std::string>> tokens;
  for (DotLexer lexer(text); lexer.current().token != DotToken::kEnd; lexer.Advance()) {
    tokens.emplace_back(lexer.current().token, lexer.current().text);
  }
  return tokens;
}

std::vector<std::string> Ids(std::string_view text) {
  std::vector<std::string> ids;
  for (auto& [token, value] : Tokens(text)) {
    if (token == DotToken::kId) ids.push_back(value);
  }
  return ids;
}

TEST(DotLexerTest, KnowsNamesNumbersAndKeywordsInAnyCase) {
  EXPECT_THAT(Tokens("STRICT digraph a_1"),
              ElementsAre(Pair(DotToken::kStrict, "STRICT"), Pair(DotToken::kDigraph, "digraph"),
                          Pair(DotToken::kId, "a_1")));
  EXPECT_THAT(Ids("-1.5 .25 7 3. x caf\xC3\xA9 \xFF"),
              ElementsAre("-1.5", ".25", "7", "3.", "x", "caf\xC3\xA9", "\xFF"));
}

TEST(DotLexerTest, CutsArrowsFromNames) {
  EXPECT_THAT(Tokens("a->b--c"), ElementsAre(Pair(DotToken::kId, "a"), Pair(DotToken::kArrow, ""),
                                             Pair(DotToken::kId, "b"), Pair(DotToken::kLine, ""),
                                             Pair(DotToken::kId, "c")));
}

// case-U1: the names of that report, as Graphviz writes them.
TEST(DotLexerTest, ResolvesQuotesOnlyAndKeepsOtherBackslashes) {
  EXPECT_THAT(Ids(R"("\\" "bar\"" "a\nb" "end\\" "->")"),
              ElementsAre(R"(\\)", "bar\"", R"(a\nb)", R"(end\\)", "->"));
}

TEST(DotLexerTest, JoinsContinuedLinesAndAddedStrings) {
  EXPECT_THAT(Ids("\"one\\\ntwo\" \"a\" + \"b\" /* c */ + \"d\""), ElementsAre("onetwo", "abd"));
  EXPECT_THAT(Ids("\"one\\\r\ntwo\""), ElementsAre("onetwo"));
}

TEST(DotLexerTest, CountsLinesInsideStringsAndComments) {
  DotLexer lexer("\"two\nlines\" /* two\nmore */ # no comment here\nx");
  EXPECT_EQ(lexer.current().line, 1);
  lexer.Advance();
  EXPECT_EQ(lexer.current().token, DotToken::kBad) << "'#' begins a comment in column 1 only";
  EXPECT_EQ(lexer.current().line, 3);
}

TEST(DotLexerTest, SkipsThreeKindsOfComments) {
  EXPECT_THAT(Ids("# one\na // two \"\n/* three\n*/ b"), ElementsAre("a", "b"));
}

TEST(DotLexerTest, KeepsHtmlWithNestedBrackets) {
  EXPECT_THAT(Tokens("<a <b>x</b> &lt;> y"),
              ElementsAre(Pair(DotToken::kHtml, "a <b>x</b> &lt;"), Pair(DotToken::kId, "y")));
}

TEST(DotLexerTest, ReportsWhatHasNoEnd) {
  for (const char* text : {"\"abc", "\"abc\\", "<abc", "/* abc", "\"a\" + b", "\"a\" + \"b"}) {
    const auto tokens = Tokens(text);
    bool is_bad = false;
    for (const auto& [token, value] : tokens) is_bad = is_bad || token == DotToken::kBad;
    EXPECT_TRUE(is_bad) << text;
  }
}

TEST(DotLexerTest, RefusesNumbersThatRunIntoNames) {
  const auto tokens = Tokens("1e300 b");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].first, DotToken::kBad);
  EXPECT_THAT(tokens[0].second, HasSubstr("\"1e300\""));
}

TEST(DotLexerTest, GathersJunkIntoOneToken) {
  const auto tokens = Tokens(std::string_view("\0\1\2 ! a", 7));
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[0].first, DotToken::kBad);
  EXPECT_THAT(tokens[0].second, HasSubstr("3 byte(s) that are not DOT: 00 01 02"));
  EXPECT_EQ(tokens[2].second, "a");
  EXPECT_THAT(Tokens(""), IsEmpty());
}

}  // namespace
}  // namespace tickgraph::model
