#include "tickgraph/model/json_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;

JsonEvent Text(std::string_view text, std::int64_t line = 3) {
  return {.kind = JsonEvent::Kind::kString, .line = line, .text = text};
}

JsonEvent Number(double number, std::optional<std::int64_t> integer = std::nullopt) {
  return {.kind = JsonEvent::Kind::kNumber, .line = 4, .number = number, .integer = integer};
}

class JsonItemTest : public testing::Test {
 protected:
  JsonItemTest() { item_.Begin("card", 2); }

  ReadProblems problems_{"x", /*lenient=*/false};
  JsonItem item_;
};

TEST_F(JsonItemTest, GivesMembersByNameInAnyOrder) {
  item_.Add("cost_us", Number(2.5));
  item_.Add("name", Text("caf\xF4\x8F\xBB\xA9"));
  item_.AddList("sets", 5);
  item_.AddText("a");
  item_.AddText("b");
  std::optional<std::string> name;
  std::optional<double> cost;
  std::optional<double> other;
  std::vector<std::string> sets;
  EXPECT_TRUE(item_.TakeText("name", name, problems_).ok());
  EXPECT_TRUE(item_.TakeDuration("cost_us", cost, problems_).ok());
  EXPECT_TRUE(item_.TakeDuration("cooling_s", other, problems_).ok());
  EXPECT_TRUE(item_.TakeList("sets", sets, problems_).ok());
  EXPECT_EQ(name, "caf\xE9") << "escaped bytes come back";
  EXPECT_EQ(cost, 2.5);
  EXPECT_EQ(other, std::nullopt);
  EXPECT_THAT(sets, ElementsAre("a", "b"));
  item_.DoubtTheRest(problems_);
  EXPECT_TRUE(problems_.TakeWarnings().empty());
}

TEST_F(JsonItemTest, TakesNullForNothing) {
  item_.Add("name", {.kind = JsonEvent::Kind::kNull, .line = 3});
  std::optional<std::string> name;
  EXPECT_FALSE(item_.Has("name"));
  EXPECT_TRUE(item_.TakeText("name", name, problems_).ok());
  EXPECT_EQ(name, std::nullopt);
  item_.DoubtTheRest(problems_);
  EXPECT_TRUE(problems_.TakeWarnings().empty());
}

TEST_F(JsonItemTest, RefusesOtherKindsAndRanges) {
  item_.Add("name", Number(1, 1));
  item_.Add("order", Number(7, 7));
  item_.Add("tie_key", Number(-1, -1));
  item_.Add("on", Text("true"));
  item_.AddList("cost_us", 9);
  std::optional<std::string> name;
  std::optional<std::int64_t> order;
  std::optional<std::uint64_t> key;
  std::optional<double> cost;
  std::vector<std::string> list;
  bool on = false;
  EXPECT_EQ(item_.TakeText("name", name, problems_).message(),
            "x:4: card: name is 1, expected a string");
  EXPECT_EQ(item_.TakeInteger("order", -5, 6, order, problems_).message(),
            "x:4: card: order is 7, expected a whole number from -5 to 6");
  EXPECT_FALSE(item_.TakeNatural("tie_key", key, problems_).ok());
  EXPECT_EQ(item_.TakeBoolean("on", on, problems_).message(),
            "x:3: card: on is \"true\", expected true or false");
  EXPECT_EQ(item_.TakeDuration("cost_us", cost, problems_).message(),
            "x:9: card: cost_us is a list, expected a number from 0 to 10^12");
  EXPECT_FALSE(item_.TakeList("name", list, problems_).ok());
  EXPECT_FALSE(on || name || order || key || cost);
}

TEST_F(JsonItemTest, DoubtsFewOfManyUnknownMembers) {
  for (int member = 0; member < 50; ++member) item_.Add("m" + std::to_string(member), Text("x"));
  item_.DoubtTheRest(problems_);
  EXPECT_EQ(problems_.TakeWarnings().size(), JsonItem::kMostDoubts);
}

}  // namespace
}  // namespace tickgraph::model
