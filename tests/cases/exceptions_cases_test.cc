// Trouble that people had with exceptions in tasks. docs/cases.md lists all cases.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::HasSubstr;

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

class ExceptionCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"a frame with exceptions", std::chrono::seconds(100)};
};

INSTANTIATE_TEST_SUITE_P(Executors, ExceptionCasesTest, AllExecutors(), ExecutorName);

/// Knows how many of it there are.
struct Trouble {
  explicit Trouble(std::atomic<int>& alive) : alive_(&alive) { ++*alive_; }
  Trouble(const Trouble& other) : alive_(other.alive_) { ++*alive_; }
  Trouble& operator=(const Trouble&) = delete;
  ~Trouble() { --*alive_; }
  std::atomic<int>* alive_;
};

// case-E1: in chains A, B, C, D on any lanes, each B throws, in every other frame: all frames come
// to their end, each exception is told once, nobody is held up, and the frame after is normal. An
// exception is a value in the frame's result and is not thrown again (rule F1).
TEST_P(ExceptionCasesTest, ChainsWithAThrowingLinkCaseE1) {
  for (const std::size_t chains : {4U, 12U}) {
    for (unsigned lanes = 0; lanes < 16; ++lanes) {
      MadeScheduler made(GetParam());
      std::atomic<int> alive = 0;
      std::atomic<std::size_t> ends = 0;
      bool throws = true;
      for (std::size_t chain = 0; chain < chains; ++chain) {
        TickHandle last;
        for (unsigned link = 0; link < 4; ++link) {
          TickFunction card;
          const std::string name = std::string(1, "ABCD"[link]) + std::to_string(chain);
          card.name = name;
          card.lane = kLanes[(lanes >> link) % 2];
          if (last) card.after = {last};
          if (link == 1) {
            card.run = [&](const TickContext&) {
              if (throws) throw Trouble(alive);
            };
          } else if (link == 3) {
            card.run = [&](const TickContext&) { ++ends; };
          } else {
            card.run = [](const TickContext&) {};
          }
          last = made.scheduler.Register(std::move(card));
        }
      }
      for (int frame = 0; frame < 20; ++frame) {
        throws = frame % 2 == 0;
        ends = 0;
        const FrameResult& result = made.scheduler.RunFrame(0.1);
        ASSERT_EQ(result.error_count, throws ? chains : 0U);
        ASSERT_EQ(result.cards_run, 4 * chains);
        ASSERT_EQ(ends, chains);
        ASSERT_EQ(alive, 0) << "no exception is kept";
        if (throws) {
          ASSERT_THAT(result.first_error_text, HasSubstr("\"B0\""));
        }
      }
    }
  }
}

// case-E2: a diamond in which any of the four throw. Under the policy kContinue, which is the one
// there is and the default, dependents run, all others too, and the first error in plan order is
// told (rule F1; the case would have dependents skipped by default, which is kSkipDependents).
TEST_P(ExceptionCasesTest, ADiamondWithAnyFailuresCaseE2) {
  constexpr std::array kNames = {"top", "left", "right", "bottom"};
  for (const bool in_loop : {false, true}) {
    for (unsigned lanes = 0; lanes < 16; ++lanes) {
      MadeScheduler made(GetParam());
      std::array<std::atomic<int>, 4> runs = {};
      unsigned failing = 0;
      std::array<TickHandle, 4> cards;
      for (unsigned card = 0; card < 4; ++card) {
        TickFunction function{.name = kNames[card], .lane = kLanes[(lanes >> card) % 2]};
        if (card == 1 || card == 2) function.after = {cards[0]};
        if (card == 3) function.after = {cards[1], cards[2]};
        function.run = [&, card](const TickContext& t) {
          ++runs[card];
          const bool fails = ((failing >> card) & 1U) != 0;
          if (fails && !in_loop) throw std::string(kNames[card]);
          if (in_loop) {
            t.ParallelFor(8, 1, [&](std::size_t index) {
              if (fails && index == 5) throw std::string(kNames[card]);
            });
          }
        };
        cards[card] = made.scheduler.Register(std::move(function));
      }
      for (failing = 0; failing < 16; ++failing) {
        for (auto& count : runs) count = 0;
        const FrameResult& frame = made.scheduler.RunFrame(0.1);
        unsigned failures = 0;
        unsigned first = 4;
        for (unsigned card = 4; card-- > 0;) {
          EXPECT_EQ(runs[card], 1) << kNames[card];
          if (((failing >> card) & 1U) == 0) continue;
          ++failures;
          first = card;
        }
        EXPECT_EQ(frame.error_count, failures);
        EXPECT_EQ(frame.cards_run, 4U);
        EXPECT_EQ(frame.cards_skipped, 0U);
        if (first < 4) {
          EXPECT_EQ(frame.first_error.card, cards[first]) << frame;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tickgraph
