// Cycles as a user sees them: rule P4.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/reference_plan.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SchedulerCyclesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  TickHandle Add(const std::string& name, TickFunction card = {}) {
    card.name = name;
    card.run = log_.Note(name);
    return scheduler_.Register(std::move(card), {"cards.cc", 1});
  }

  void Order(TickHandle first, TickHandle second, std::uint32_t line) {
    scheduler_.AddPrerequisite(second, first, {"edges.cc", line});
  }

  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
  CallLog log_;
  const HangWatchdog watchdog_{"a test of cycles", std::chrono::seconds(100)};
};

TEST_P(SchedulerCyclesTest, TheYoungestEdgeIsIgnoredAndEveryCardRunsRuleP4) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c");
  Order(b, c, 1);
  Order(c, a, 2);
  Order(a, b, 3);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_THAT(log_.Take(), ElementsAre("b", "c", "a"));
  EXPECT_EQ(scheduler_.ignored_edge_count(), 1U);
}

TEST_P(SchedulerCyclesTest, TheReportNamesCardsAndPlacesRuleP4) {
  const TickHandle a = Add("head");
  const TickHandle b = Add("arm");
  const TickHandle c = Add("hand");
  Order(a, b, 11);
  Order(b, c, 12);
  Order(c, a, 13);
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.first_error.code, TickErrorCode::kPrerequisiteCycle);
  EXPECT_EQ(frame.first_error.card, a);
  EXPECT_EQ(frame.first_error.other, c);
  EXPECT_EQ(ToString(frame.first_error.where), "edges.cc:13");
  ASSERT_EQ(frame.first_error.path.size(), 3U);
  EXPECT_EQ(frame.first_error.path[0].card, a);
  EXPECT_EQ(ToString(frame.first_error.path[0].edge), "edges.cc:11");
  EXPECT_EQ(frame.first_error.path[1].card, b);
  EXPECT_EQ(ToString(frame.first_error.path[1].edge), "edges.cc:12");
  EXPECT_EQ(frame.first_error.path[2].card, c);
  EXPECT_EQ(ToString(frame.first_error.path[2].edge), "edges.cc:13");
  EXPECT_THAT(frame.first_error_text,
              HasSubstr("\"head\" runs before \"arm\", added at edges.cc:11"));
  EXPECT_THAT(frame.first_error_text,
              HasSubstr("\"arm\" runs before \"hand\", added at edges.cc:12"));
  EXPECT_THAT(frame.first_error_text,
              HasSubstr("\"hand\" runs before \"head\", added at edges.cc:13"));
  ASSERT_EQ(scheduler_.cycles().size(), 1U);
  EXPECT_EQ(scheduler_.Explain(scheduler_.cycles()[0]), frame.first_error_text);
}

TEST_P(SchedulerCyclesTest, AnEdgeOfADefinitionIsReportedWithItsPlaceRuleP4) {
  const TickHandle a = scheduler_.Register({.name = "a"}, {"a.cc", 1});
  const TickHandle b = scheduler_.Register({.name = "b", .after = {a}}, {"b.cc", 2});
  scheduler_.AddPrerequisite(a, b, {"c.cc", 3});
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_THAT(frame.first_error_text, HasSubstr("\"a\" runs before \"b\", added at b.cc:2"));
  EXPECT_THAT(frame.first_error_text, HasSubstr("\"b\" runs before \"a\", added at c.cc:3"));
}

TEST_P(SchedulerCyclesTest, TheShortestCycleIsReportedRuleP4) {
  std::vector<TickHandle> ring;
  for (int count = 0; count < 9; ++count) ring.push_back(Add(std::to_string(count)));
  for (std::size_t at = 0; at + 1 < ring.size(); ++at) Order(ring[at], ring[at + 1], 1);
  Order(ring[0], ring[7], 2);  // A short way.
  Order(ring[8], ring[0], 3);
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U);
  EXPECT_EQ(frame.first_error.path.size(), 3U);
}

TEST_P(SchedulerCyclesTest, AReportComesOnceRuleP4) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  Order(a, b, 1);
  Order(b, a, 2);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << "an unchanged plan";
  Add("c");
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << "a new plan with the same cycle";
  EXPECT_EQ(scheduler_.ignored_edge_count(), 1U) << "and still it is known";
  EXPECT_EQ(scheduler_.cycles().size(), 1U);
  EXPECT_EQ(scheduler_.errors().size(), 1U);
}

TEST_P(SchedulerCyclesTest, MakePlanReportsIntoTheNextFrameRuleP4) {
  const TickHandle a = Add("a");
  Order(a, a, 1);
  EXPECT_TRUE(scheduler_.MakePlan().ok());
  EXPECT_EQ(scheduler_.errors().size(), 1U);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
}

TEST_P(SchedulerCyclesTest, ASelfEdgeIsTheOneCardCycleRuleP4) {
  const TickHandle narcissus = Add("narcissus");
  Order(narcissus, narcissus, 5);
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U);
  EXPECT_EQ(frame.first_error.path.size(), 1U);
  EXPECT_THAT(frame.first_error_text, HasSubstr("cycle of 1 card:"));
  EXPECT_THAT(frame.first_error_text, HasSubstr("edges.cc:5"));
  EXPECT_THAT(log_.Take(), ElementsAre("narcissus"));
  scheduler_.RemovePrerequisite(narcissus, narcissus);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(scheduler_.ignored_edge_count(), 0U);
}

TEST_P(SchedulerCyclesTest, AnIgnoredEdgeIsTriedAgainWhenAnEdgeGoesRuleP4) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  Order(a, b, 1);
  Order(b, a, 2);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b"));
  scheduler_.RemovePrerequisite(b, a);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("b", "a"));
  EXPECT_EQ(scheduler_.ignored_edge_count(), 0U);
  EXPECT_THAT(scheduler_.cycles(), IsEmpty());
}

TEST_P(SchedulerCyclesTest, IgnoredEdgesAreTriedAgainByAgeRuleP4) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c");
  Order(a, b, 1);
  Order(b, c, 2);
  Order(c, a, 3);  // Ignored, the older one.
  Order(b, a, 4);  // Ignored.
  scheduler_.RunFrame(0.1);
  EXPECT_EQ(scheduler_.ignored_edge_count(), 2U);
  scheduler_.RemovePrerequisite(b, a);
  // Without a -> b both come back, and the order is b, c, a.
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(scheduler_.ignored_edge_count(), 0U);
  log_.Take();
  Order(a, b, 5);  // Added again it is the youngest.
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U);
  EXPECT_EQ(ToString(frame.first_error.where), "edges.cc:5");
  EXPECT_THAT(log_.Take(), ElementsAre("b", "c", "a"));
}

TEST_P(SchedulerCyclesTest, AnIgnoredEdgeIsTriedAgainWhenACardGoesRuleP4) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c");
  Order(a, b, 1);
  Order(b, c, 2);
  Order(c, a, 3);
  scheduler_.RunFrame(0.1);
  scheduler_.Unregister(b);
  log_.Take();
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("c", "a"));
}

TEST_P(SchedulerCyclesTest, AnEdgeThatComesBackAndClosesACycleAgainIsReportedAgain) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  Order(a, b, 1);
  Order(b, a, 2);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  scheduler_.RemovePrerequisite(b, a);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  Order(a, b, 3);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
}

TEST_P(SchedulerCyclesTest, AtMostAHundredReportsAndACountRuleP4) {
  for (int pair = 0; pair < 130; ++pair) {
    const TickHandle a = Add("a");
    const TickHandle b = Add("b");
    Order(a, b, 1);
    Order(b, a, 2);
  }
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 100U);
  EXPECT_EQ(scheduler_.cycles().size(), 100U);
  EXPECT_EQ(scheduler_.errors().size(), 100U);
  EXPECT_EQ(scheduler_.ignored_edge_count(), 130U);
  EXPECT_EQ(log_.Take().size(), 260U) << "every card runs";
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
}

TEST_P(SchedulerCyclesTest, ACycleAcrossGroupsAndLanesStopsNothingRuleP4) {
  const TickHandle post = Add("post", {.start = TickGroup::kPostPhysics});
  const TickHandle worker = Add("worker", {.lane = Lane::kAnyThread});
  const TickHandle off = Add("off", {.start_enabled = false});
  Order(worker, off, 1);
  Order(off, post, 2);
  Order(post, worker, 3);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_THAT(log_.Take(), ElementsAre("worker", "post"));
}

TEST_P(SchedulerCyclesTest, AnEdgeThatClosesACycleInTheFrameIsReportedByTheNextRuleP4) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b", {.after = {a}});
  bool is_added = false;
  scheduler_.Register({.order = -1, .run = [&](const TickContext&) {
                         if (!is_added) Order(b, a, 9);
                         is_added = true;
                       }});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b", "a", "b"));
}

TEST_P(SchedulerCyclesTest, ACycleOfNewcomersStopsNothingRuleP4) {
  bool is_added = false;
  scheduler_.Register({.run = [&](const TickContext&) {
    if (is_added) return;
    is_added = true;
    const TickHandle a = Add("a");
    const TickHandle b = Add("b", {.after = {a}});
    const TickHandle c = Add("c", {.lane = Lane::kAnyThread, .after = {b}});
    Order(c, a, 1);
    Order(b, b, 2);
  }});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 2U);
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b", "c"));
}

TEST_P(SchedulerCyclesTest, ALongCycleHasAShortTextRuleP4) {
  std::vector<TickHandle> ring;
  for (int count = 0; count < 1000; ++count) ring.push_back(Add("card " + std::to_string(count)));
  for (std::size_t at = 0; at < ring.size(); ++at) {
    Order(ring[at], ring[(at + 1) % ring.size()], static_cast<std::uint32_t>(at + 1));
  }
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.first_error.path.size(), 1000U) << "the value has all of it";
  EXPECT_LE(std::count(frame.first_error_text.begin(), frame.first_error_text.end(), '\n'), 20);
  EXPECT_THAT(frame.first_error_text, HasSubstr("cycle of 1000 cards"));
  EXPECT_THAT(frame.first_error_text, HasSubstr("984 more"));
  EXPECT_THAT(frame.first_error_text, HasSubstr("\"card 0\" runs before \"card 1\""));
  EXPECT_THAT(frame.first_error_text,
              HasSubstr("\"card 999\" runs before \"card 0\", added at edges.cc:1000"));
}

TEST_P(SchedulerCyclesTest, StrictModeBeginsNoFrameRuleP4) {
  MadeScheduler made(GetParam(), {.strict_cycles = true});
  TickScheduler& scheduler = made.scheduler;
  const TickHandle a = scheduler.Register({.name = "a", .run = log_.Note("a")});
  const TickHandle b = scheduler.Register({.name = "b", .run = log_.Note("b")});
  scheduler.AddPrerequisite(b, a, {"edges.cc", 1});
  EXPECT_TRUE(scheduler.RunFrame(0.1).ok()) << "without a cycle nothing is refused";
  log_.Take();
  scheduler.AddPrerequisite(a, b, {"edges.cc", 2});
  for (int tries = 0; tries < 3; ++tries) {
    const absl::Status refused = scheduler.BeginFrame(0.1);
    EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(refused.message()), HasSubstr("\"b\" runs before \"a\""));
    EXPECT_FALSE(scheduler.in_frame());
    const FrameResult& result = scheduler.RunFrame(0.1);
    EXPECT_EQ(result.first_error.code, TickErrorCode::kPrerequisiteCycle);
    EXPECT_EQ(ToString(result.first_error.where), "edges.cc:2");
    EXPECT_EQ(scheduler.frame(), 1U);
  }
  EXPECT_THAT(log_.Take(), IsEmpty());
  scheduler.RemovePrerequisite(a, b);
  const FrameResult& frame = scheduler.RunFrame(0.1);
  EXPECT_EQ(frame.frame, 2U);
  EXPECT_EQ(frame.error_count, 1U) << "the report comes once, with the next frame";
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b"));
}

TEST_P(SchedulerCyclesTest, EditsAgreeWithTheReferenceAfterEveryStepRuleP4) {
  std::mt19937 random(31);
  for (int round = 0; round < 15; ++round) {
    MadeScheduler made(GetParam());
    constexpr std::size_t kCards = 6;
    ReferenceGraph graph;
    std::vector<TickHandle> handles;
    std::vector<std::size_t> ran;
    for (std::size_t number = 0; number < kCards; ++number) {
      ReferenceCard card;
      card.tie_key = number;
      graph.cards.push_back(card);
      handles.push_back(made.scheduler.Register(
          {.run = [&ran, number](const TickContext&) { ran.push_back(number); }}));
    }
    for (int step = 0; step < 60; ++step) {
      const std::pair<std::size_t, std::size_t> edge{random() % kCards, random() % kCards};
      const auto found = std::find(graph.edges.begin(), graph.edges.end(), edge);
      if (found == graph.edges.end()) {
        graph.edges.push_back(edge);
        made.scheduler.AddPrerequisite(handles[edge.second], handles[edge.first]);
      } else {
        graph.edges.erase(found);
        made.scheduler.RemovePrerequisite(handles[edge.second], handles[edge.first]);
      }
      const ReferencePlan expected(graph);
      ran.clear();
      made.scheduler.RunFrame(0.1);
      ASSERT_EQ(ran, expected.order) << DescribeGraph(graph);
      ASSERT_EQ(made.scheduler.ignored_edge_count(),
                static_cast<std::size_t>(
                    std::count(expected.counts.begin(), expected.counts.end(), false)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerCyclesTest, AllExecutors(), ExecutorName);

}  // namespace
}  // namespace tickgraph
