#include "tickgraph/model/json_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;

// What the walk does, as one line: "2:k(a)" is a key on line 2.
std::string Walk(std::string_view text, bool lenient = false) {
  ReadProblems problems("x", lenient);
  std::string steps;
  const absl::Status status = WalkJson(text, problems, [&](const JsonEvent& event) {
    constexpr const char* kKinds[] = {"{", "}", "[", "]", "k", "s", "n", "b", "0"};
    steps += std::to_string(event.line) + ":" + kKinds[static_cast<int>(event.kind)];
    if (!event.text.empty()) steps += "(" + std::string(event.text) + ")";
    steps += " ";
    return event.text == "stop" ? absl::AbortedError("stopped") : absl::OkStatus();
  });
  if (!status.ok()) steps += std::string(status.message());
  for (const ScheduleFinding& finding : problems.TakeWarnings()) {
    steps += FindingText("x", finding);
  }
  return steps;
}

TEST(JsonEventsTest, NamesTheLineOfEachStep) {
  EXPECT_EQ(Walk("{\"a\":\n 12\n,\n\"b\"\n:[true,null\n,\"c\"]}\n"),
            "1:{ 1:k(a) 2:n 4:k(b) 5:[ 5:b 5:0 6:s(c) 6:] 6:} ");
}

TEST(JsonEventsTest, KeepsWholeNumbersWhole) {
  ReadProblems problems("x", /*lenient=*/false);
  std::vector<JsonEvent> numbers;
  EXPECT_TRUE(WalkJson("[-9223372036854775808, 18446744073709551615, 7, 0.5]", problems,
                       [&](const JsonEvent& event) {
                         if (event.kind == JsonEvent::Kind::kNumber) numbers.push_back(event);
                         return absl::OkStatus();
                       })
                  .ok());
  ASSERT_EQ(numbers.size(), 4u);
  EXPECT_EQ(numbers[0].integer, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(numbers[0].natural, std::nullopt);
  EXPECT_EQ(numbers[1].natural, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(numbers[1].integer, std::nullopt);
  EXPECT_EQ(numbers[2].integer, 7);
  EXPECT_EQ(numbers[2].natural, 7u);
  EXPECT_EQ(numbers[3].number, 0.5);
  EXPECT_EQ(numbers[3].integer, std::nullopt);
}

TEST(JsonEventsTest, StopsWhereTheHandlerSaysSo) {
  EXPECT_EQ(Walk("[\"stop\", 1]"), "1:[ 1:s(stop) stopped");
}

TEST(JsonEventsTest, SaysWhereTextIsNotJson) {
  EXPECT_THAT(Walk("[1,\n2\n"), HasSubstr("1:[ 1:n 2:n x:2: not JSON: syntax error"));
  EXPECT_THAT(Walk("[1,\n,2]", /*lenient=*/true), HasSubstr("x:2: not JSON: syntax error"));
  EXPECT_THAT(Walk("[\n1e999]"), HasSubstr("x:2: not JSON: number overflow"));
  EXPECT_THAT(Walk("\"" + std::string(100'000, 'x')), ::testing::SizeIs(::testing::Lt(400)));
  EXPECT_THAT(Walk("[1]\n]"), HasSubstr("x:2: not JSON"));
  EXPECT_THAT(Walk(std::string_view("[1]\n\0]", 6)), HasSubstr("x:2: text behind"));
  EXPECT_THAT(Walk(""), HasSubstr("x:1: not JSON"));
}

}  // namespace
}  // namespace tickgraph::model
