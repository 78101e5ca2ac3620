#include "tickgraph/model/json_schedule_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class JsonScheduleItemsTest : public testing::Test {
 protected:
  JsonItem& Item(std::string_view what, std::int64_t line,
                 const std::vector<std::pair<std::string_view, std::string_view>>& texts) {
    item_.Begin(what, line);
    for (const auto& [key, text] : texts) {
      item_.Add(key, {.kind = JsonEvent::Kind::kString, .line = line, .text = text});
    }
    return item_;
  }

  JsonItem item_;
  ReadProblems problems_{"x", /*lenient=*/false};
  JsonScheduleItems items_{2, problems_};
};

TEST_F(JsonScheduleItemsTest, LooksIdsUpAtTheEnd) {
  EXPECT_TRUE(items_.AddEdge(Item("edge", 1, {{"before", "b"}, {"after_set", "s"}})).ok());
  EXPECT_TRUE(items_.AddEdge(Item("edge", 2, {{"member", "a"}, {"of", "s"}})).ok());
  EXPECT_TRUE(items_.AddCard(Item("card", 3, {{"id", "a"}, {"name", "walk"}})).ok());
  EXPECT_TRUE(items_.AddCard(Item("card", 4, {{"name", "b"}})).ok());
  EXPECT_TRUE(items_.AddSet(Item("set", 5, {{"id", "s"}})).ok());
  const absl::StatusOr<Schedule> schedule = items_.Finish();
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards[0].name, "walk");
  EXPECT_THAT(schedule->cards[0].sets, ElementsAre(0));
  EXPECT_EQ(schedule->edges[0].from.index, 1u);
  EXPECT_TRUE(schedule->edges[0].to.is_set());
  EXPECT_EQ(schedule->edges[1].kind, ScheduleEdge::Kind::kMembership);
}

TEST_F(JsonScheduleItemsTest, NamesIdsThatNothingHas) {
  EXPECT_TRUE(items_.AddEdge(Item("edge", 7, {{"before", "b"}, {"after", "c"}})).ok());
  EXPECT_EQ(items_.Finish().status().message(),
            "x:7: no card has the id \"b\"; the edge is left out");
}

TEST_F(JsonScheduleItemsTest, CountsEdges) {
  EXPECT_TRUE(items_.AddEdge(Item("edge", 1, {{"before", "b"}, {"after", "c"}})).ok());
  EXPECT_TRUE(items_.AddEdge(Item("edge", 2, {{"before", "b"}, {"after", "c"}})).ok());
  EXPECT_THAT(
      std::string(items_.AddEdge(Item("edge", 3, {{"before", "b"}, {"after", "c"}})).message()),
      HasSubstr("x:3: more than 2 edges"));
}

}  // namespace
}  // namespace tickgraph::model
