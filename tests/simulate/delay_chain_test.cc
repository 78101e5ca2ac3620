#include "tickgraph/simulate/delay_chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/simulate/random_task_graph.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr PlanLane kGame = PlanLane::kGameThread;
constexpr PlanLane kAny = PlanLane::kAnyThread;
constexpr PlanLane kBodiless = PlanLane::kBodiless;
constexpr DelayReason kStart = DelayReason::kFrameStart;

std::vector<DelayLink> ChainOf(const TaskGraph& graph, int processors) {
  const auto simulator = Simulator::Make(graph);
  EXPECT_TRUE(simulator.ok()) << simulator.status();
  return FindDelayChain(graph, simulator->Run(processors));
}

TEST(DelayChainTest, AnEmptyFrameHasNone) { EXPECT_THAT(ChainOf({}, 2), IsEmpty()); }

TEST(DelayChainTest, NamesPrerequisitesAlsoThroughBodilessTasks) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 3}, {.lane = kBodiless}, {.cost_ns = 1}, {.cost_ns = 2}};
  graph.edges = {{0, 1}, {1, 3}};
  EXPECT_THAT(ChainOf(graph, 4),
              ElementsAre(DelayLink{0, kStart}, DelayLink{3, DelayReason::kPrerequisite}));
}

TEST(DelayChainTest, NamesTheProcessorAndTheOrderOfTheGameThread) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 4, .lane = kGame}, {.cost_ns = 5, .lane = kGame}, {.cost_ns = 6}};
  EXPECT_THAT(ChainOf(graph, 2),
              ElementsAre(DelayLink{0, kStart}, DelayLink{1, DelayReason::kProcessor}));
}

TEST(DelayChainTest, NamesTheGroupThatWasWaitedFor) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 2, .lane = kGame},
                 {.cost_ns = 7, .lane = kAny},
                 {.cost_ns = 1, .lane = kGame, .segment = MainSegment(4)}};
  EXPECT_THAT(ChainOf(graph, 2),
              ElementsAre(DelayLink{1, kStart}, DelayLink{2, DelayReason::kGroup}));
}

TEST(DelayChainTest, CostsAddUpToTheMakespanWithoutAGap) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const TaskGraph graph = RandomFrameGraph(random, 60, random() % 150);
    const auto simulator = Simulator::Make(graph);
    ASSERT_TRUE(simulator.ok()) << simulator.status();
    for (const int processors : {1, 2, 4}) {
      const SimulatedFrame frame = simulator->Run(processors);
      std::int64_t now = 0;
      for (const DelayLink& link : FindDelayChain(graph, frame)) {
        ASSERT_EQ(frame.tasks[link.task].start_ns, now) << "round " << round;
        now = frame.tasks[link.task].finish_ns;
        ASSERT_EQ(link.reason == kStart, frame.tasks[link.task].start_ns == 0);
      }
      ASSERT_EQ(now, frame.makespan_ns) << "round " << round;
    }
  }
}

TEST(DelayChainTest, ReasonsHaveNames) {
  EXPECT_STREQ(DelayReasonName(kStart), "start");
  EXPECT_STREQ(DelayReasonName(DelayReason::kGroup), "group");
}

}  // namespace
}  // namespace tickgraph
