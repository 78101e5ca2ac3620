#include "tickgraph/simulate/schedule_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tickgraph {
namespace {

using model::Schedule;
using model::ScheduleCard;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

ScheduleCard Card(std::string_view name, std::string_view full_name, std::string_view id,
                  std::int64_t line) {
  ScheduleCard card;
  card.name = name;
  card.full_name = full_name;
  card.source_id = id;
  card.line = line;
  return card;
}

Schedule Sample() {
  Schedule schedule;
  schedule.cards = {Card("walk", "game::walk", "n1", 1), Card("walk", "menu::walk", "n2", 2),
                    Card("look", "game::look", "n3", 3), Card("n3", "", "n4", 4)};
  model::ScheduleSet& set = schedule.sets.emplace_back();
  set.name = "look";
  set.source_id = "s1";
  set.line = 5;
  return schedule;
}

TEST(ScheduleNamesTest, TheNameComesBeforeTheFullNameAndThatBeforeTheId) {
  const Schedule schedule = Sample();
  EXPECT_EQ(FindCard(schedule, "look").value(), 2U);
  EXPECT_EQ(FindCard(schedule, "menu::walk").value(), 1U);
  EXPECT_EQ(FindCard(schedule, "n1").value(), 0U);
  EXPECT_EQ(FindCard(schedule, "n3").value(), 3U) << "a name, before the id of another card";
  EXPECT_EQ(FindEndpoints(schedule, "walk").size(), 2U);
  EXPECT_EQ(FindEndpoints(schedule, "look").size(), 2U) << "a card and a set";
  EXPECT_EQ(FindEndpoints(schedule, "").size(), 0U) << "a full name may be absent";
}

TEST(ScheduleNamesTest, AnAmbiguousNameListsWhatItCouldMean) {
  const auto card = FindCard(Sample(), "walk");
  EXPECT_EQ(card.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(card.status().message(),
            "2 cards are called \"walk\": \"walk\" = \"game::walk\" (line 1), "
            "\"walk\" = \"menu::walk\" (line 2)");
}

TEST(ScheduleNamesTest, AnUnknownNameListsTheNearest) {
  const auto card = FindCard(Sample(), "Lok");
  EXPECT_EQ(card.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(card.status().message()),
              StartsWith("no card is called \"Lok\"; nearest: \"look\" = \"game::look\" (line 3)"));
  EXPECT_THAT(std::string(FindCard(Schedule(), "x").status().message()),
              HasSubstr("there are no cards"));
}

TEST(ScheduleNamesTest, ManyCandidatesAreCounted) {
  Schedule schedule;
  schedule.cards.assign(20, Card("same", "", "", 0));
  const std::string message(FindCard(schedule, "same").status().message());
  EXPECT_THAT(message, HasSubstr("20 cards are called"));
  EXPECT_THAT(message, HasSubstr("and 12 more"));
  EXPECT_THAT(message, Not(HasSubstr("line")));
}

TEST(ScheduleNamesTest, ACardThatOnlyEdgesNameDoesNotRun) {
  Schedule schedule = Sample();
  schedule.cards[2].missing = true;
  EXPECT_THAT(std::string(FindCard(schedule, "look").status().message()),
              HasSubstr("named by edges only"));
  EXPECT_THAT(NearestCardsText(schedule, "look"), Not(HasSubstr("look")));
}

}  // namespace
}  // namespace tickgraph
