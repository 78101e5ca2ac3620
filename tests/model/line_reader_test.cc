#include "tickgraph/model/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tickgraph::model {
namespace {

std::vector<std::pair<std::int64_t, std::string>> Lines(std::string_view text) {
  std::vector<std::pair<std::int64_t, std::string>> lines;
  LineReader reader(text);
  EXPECT_EQ(reader.line(), 0);
  std::string_view line;
  while (reader.Next(line)) lines.emplace_back(reader.line(), std::string(line));
  return lines;
}

TEST(LineReaderTest, CutsAtBothKindsOfLineEnds) {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;
  using ::testing::Pair;
  EXPECT_THAT(Lines(""), IsEmpty());
  EXPECT_THAT(Lines("\n"), ElementsAre(Pair(1, "")));
  EXPECT_THAT(Lines("a\r\nb\n\nc"),
              ElementsAre(Pair(1, "a"), Pair(2, "b"), Pair(3, ""), Pair(4, "c")));
  EXPECT_THAT(Lines("a\r"), ElementsAre(Pair(1, "a")));
  EXPECT_THAT(Lines("a\rb\r\r\n"), ElementsAre(Pair(1, "a\rb\r"))) << "only the end is cut off";
}

}  // namespace
}  // namespace tickgraph::model
