// Trouble that people had with large schedules. docs/cases.md lists all cases.
// Chains of a million, 100,000 cards with 1,000,000 edges: scheduler_scale_test.cc. What a frame
// and a plan may cost is measured by benchmarks, docs/performance.md.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/sanitizers.h"
#include "tests/support/small_stack.h"
#include "tickgraph/observe/card_explanation.h"
#include "tickgraph/observe/dot_writer.h"
#include "tickgraph/observe/schedule_snapshot.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::HasSubstr;

class LargeCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"a large schedule", std::chrono::seconds(250)};
};

INSTANTIATE_TEST_SUITE_P(Executors, LargeCasesTest, AllExecutors(), ExecutorName);

/// Takes any text and counts its lines.
class LineCounter : public std::streambuf {
 public:
  std::size_t lines() const { return lines_; }

 protected:
  int_type overflow(int_type letter) override {
    lines_ += letter == '\n' ? 1 : 0;
    return traits_type::not_eof(letter);
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    for (std::streamsize at = 0; at < count; ++at) lines_ += text[at] == '\n' ? 1 : 0;
    return count;
  }

 private:
  std::size_t lines_ = 0;
};

// case-L2: a chain as long as in that report, which its first card moves to a later group, then a
// ring, then gone: plan, order, demotions, explanation, graph and end, all on 256 KiB of stack.
TEST_P(LargeCasesTest, ALongChainNeedsNoStackCaseL2) {
  constexpr std::size_t kCards = 200'000 / (kIsSanitized ? 20 : 1);
  RunOnSmallStack([&] {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    std::size_t next = 0;
    std::size_t misplaced = 0;
    std::vector<TickHandle> chain;
    for (std::size_t card = 0; card < kCards; ++card) {
      TickFunction function;
      function.name = card + 1 == kCards ? "the last" : "a link";
      function.lane = card % 7 == 0 ? Lane::kAnyThread : Lane::kGameThread;
      if (card == 0) {
        function.start = TickGroup::kPostPhysics;
      } else {
        function.after = {chain.back()};
      }
      function.run = [&, card](const TickContext&) { misplaced += next++ != card ? 1 : 0; };
      chain.push_back(scheduler.Register(std::move(function)));
    }
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, kCards);
    EXPECT_EQ(misplaced, 0U);
    EXPECT_EQ(scheduler.demotions().size(), kCards - 1);
    EXPECT_EQ(scheduler.PlanOrder(), chain);

    const auto why = ExplainCard(scheduler, chain.back());
    ASSERT_TRUE(why.ok());
    EXPECT_EQ(why->position, kCards);
    EXPECT_EQ(why->effective_start, TickGroup::kPostPhysics);
    LineCounter counter;
    std::ostream out(&counter);
    EXPECT_TRUE(WriteDot(out, TakeSnapshot(scheduler), {}).ok());
    EXPECT_GE(counter.lines(), 2 * kCards - 1) << "a line for each card and each edge";

    scheduler.AddPrerequisite(chain.front(), chain.back());
    next = 0;
    const FrameResult& frame = scheduler.RunFrame(0.1);
    EXPECT_EQ(frame.cards_run, kCards);
    EXPECT_EQ(misplaced, 0U);
    EXPECT_EQ(frame.error_count, 1U);
    EXPECT_EQ(frame.first_error.path.size(), kCards);
    EXPECT_THAT(frame.first_error_text, HasSubstr("\"the last\" runs before \"a link\""));
    for (const TickHandle card : chain) scheduler.Unregister(card);
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 0U);
  });
}

// case-L3: 6,000 empty functions, a pool of 16. Each is called once a frame; how they are handed
// out shows in the record: a thread runs many of them in a row, and never one card costs a
// hand-over of its own. How long it takes is the bar B2 of docs/performance.md.
TEST(LargeCasesPoolTest, SixThousandEmptyCardsAreNotHandedOutOneByOneCaseL3) {
  constexpr std::size_t kCards = 6000;
  for (const int workers : {1, 16}) {
    const HangWatchdog watchdog("6,000 empty cards", std::chrono::seconds(60));
    MadeScheduler made({ExecutorKind::kFlow, workers}, {.recorded_frames = 1});
    std::vector<std::uint8_t> calls(kCards, 0);
    for (std::size_t card = 0; card < kCards; ++card) {
      made.scheduler.Register(
          {.lane = Lane::kAnyThread, .run = [&, card](const TickContext&) { ++calls[card]; }});
    }
    for (int frame = 1; frame <= 40; ++frame) {
      EXPECT_EQ(made.scheduler.RunFrame(0.1).cards_run, kCards);
    }
    EXPECT_EQ(calls, std::vector<std::uint8_t>(kCards, 40));

    // What a thread is handed are neighbours in plan order.
    std::vector<CardRun> runs = made.scheduler.records().back()->runs;
    ASSERT_EQ(runs.size(), kCards);
    const auto by_start = [](const CardRun& left, const CardRun& right) {
      return left.start_ns < right.start_ns;
    };
    const auto by_plan = [](const CardRun& left, const CardRun& right) {
      return left.plan_key < right.plan_key;
    };
    std::sort(runs.begin(), runs.end(), by_plan);
    std::size_t rows = 1;
    for (std::size_t card = 1; card < kCards; ++card) {
      const bool goes_on =
          runs[card].worker == runs[card - 1].worker && !by_start(runs[card], runs[card - 1]);
      rows += goes_on ? 0 : 1;
    }
    // How many cards make a row is a matter of their measured cost, which is not nothing under a
    // sanitizer.
    EXPECT_LE(rows, kCards / (kIsSanitized ? 2 : 8)) << workers << " workers";
  }
}

}  // namespace
}  // namespace tickgraph
