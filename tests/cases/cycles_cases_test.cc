// Trouble that people had with cycles and the text about them. docs/cases.md lists all cases.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::HasSubstr;

class CycleCasesTest : public testing::TestWithParam<ExecutorChoice> {};

INSTANTIATE_TEST_SUITE_P(Executors, CycleCasesTest, AllExecutors(), ExecutorName);

/// Three cards share the label "0", as names or as members of a set; 0, 1, 2 and 3 are a ring.
/// Returns what the frame reports.
std::string ReportOfTheRing(const ExecutorChoice& choice, bool label_is_a_set) {
  MadeScheduler made(choice);
  TickScheduler& scheduler = made.scheduler;
  const TickSet label = scheduler.RegisterSet({.name = "0"});
  std::vector<TickHandle> zeros;
  for (int card = 0; card < 3; ++card) {
    zeros.push_back(scheduler.Register({.name = "0", .run = [](const TickContext&) {}}));
    if (label_is_a_set) scheduler.AddToSet(zeros.back(), label);
  }
  std::vector<TickHandle> others;
  for (const char* name : {"1", "2", "3"}) {
    others.push_back(scheduler.Register({.name = name, .run = [](const TickContext&) {}}));
  }
  const TickLink zero = label_is_a_set ? TickLink(label) : TickLink(zeros[1]);
  scheduler.Chain({zero, others[0], others[1], others[2], zero}, {"ring.cc", 1});
  const FrameResult& frame = scheduler.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U);
  EXPECT_EQ(frame.cards_run, 6U) << "rule P4: it stops nobody";
  return frame.first_error_text;
}

// case-C2: the same cycle, whole, 1,000 times, although memory looks different each time.
// tests/tools/command_test.cc has the same for runs of the program.
TEST_P(CycleCasesTest, TheSameCycleIsReportedEachTimeCaseC2) {
  std::mt19937 random(3);
  std::vector<std::unique_ptr<char[]>> blocks(64);
  for (const bool label_is_a_set : {false, true}) {
    const std::string report = ReportOfTheRing(GetParam(), label_is_a_set);
    const std::string zero = label_is_a_set ? "set \"0\"" : "\"0\"";
    for (const std::string& edge :
         {zero + " runs before \"1\"", std::string("\"1\" runs before \"2\""),
          std::string("\"2\" runs before \"3\""), "\"3\" runs before " + zero}) {
      EXPECT_THAT(report, HasSubstr(edge));
    }
    for (int run = 0; run < 500; ++run) {
      blocks[random() % blocks.size()] = std::make_unique<char[]>(16 + random() % 4096);
      ASSERT_EQ(ReportOfTheRing(GetParam(), label_is_a_set), report) << "run " << run;
    }
  }
}

/// The fewest edges from `from` to `to`, by breadth-first search.
std::size_t Distance(const std::vector<std::vector<std::size_t>>& next, std::size_t from,
                     std::size_t to) {
  std::vector<std::size_t> distance(next.size(), next.size());
  std::vector<std::size_t> queue = {from};
  distance[from] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const std::size_t other : next[queue[at]]) {
      if (distance[other] < next.size()) continue;
      distance[other] = distance[queue[at]] + 1;
      queue.push_back(other);
    }
  }
  return distance[to];
}

// case-C3: of hundreds of cards that all lie on cycles the text shows the shortest one, an edge a
// line, with the place of each, in at most 20 lines (rule P4).
TEST_P(CycleCasesTest, TheTextShowsTheShortestCycleOnlyCaseC3) {
  constexpr std::size_t kCards = 300;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    MadeScheduler made(GetParam());
    std::vector<TickHandle> cards;
    std::vector<std::vector<std::size_t>> next(kCards);
    for (std::size_t card = 0; card < kCards; ++card) {
      cards.push_back(made.scheduler.Register({.name = "card " + std::to_string(card)}));
    }
    std::uint32_t line = 0;
    const auto order = [&](std::size_t from, std::size_t to) {
      made.scheduler.AddPrerequisite(cards[to], cards[from], {"schedule.cc", ++line});
      next[from].push_back(to);
    };
    for (std::size_t card = 0; card + 1 < kCards; ++card) order(card, card + 1);
    for (int edge = 0; edge < 400; ++edge) {
      const std::size_t from = random() % (kCards - 10);
      const std::size_t to = from + 2 + random() % 8;
      if (std::find(next[from].begin(), next[from].end(), to) == next[from].end()) order(from, to);
    }
    const std::size_t first = random() % 10;
    const std::size_t last = kCards - 1 - random() % (seed % 2 == 0 ? 10 : 280);
    const std::size_t edges = Distance(next, first, last) + 1;
    order(last, first);

    const FrameResult& frame = made.scheduler.RunFrame(0.1);
    ASSERT_EQ(frame.error_count, 1U);
    ASSERT_EQ(frame.first_error.path.size(), edges) << "seed " << seed;
    const std::string& text = frame.first_error_text;
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 20) << text;
    EXPECT_THAT(text, HasSubstr("\"card " + std::to_string(last) + "\" runs before \"card " +
                                std::to_string(first) +
                                "\", added at schedule.cc:" + std::to_string(line)));
    if (edges > 10) continue;
    // A short one is there as a whole, each edge on a line of its own with its place.
    for (const TickErrorLink& link : frame.first_error.path) {
      const std::string start = made.scheduler.NameOf(link.card) + " runs before ";
      const std::size_t at = text.find(start);
      ASSERT_NE(at, std::string::npos) << text;
      const std::string rest = text.substr(at, text.find('\n', at) - at);
      EXPECT_THAT(rest, HasSubstr("added at schedule.cc:" + std::to_string(link.edge.line)));
    }
  }
}

}  // namespace
}  // namespace tickgraph
