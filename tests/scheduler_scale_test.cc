// Large graphs on a small stack: rule P6.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/sanitizers.h"
#include "tests/support/small_stack.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Sanitizers are slow, and their frames are large.
constexpr std::size_t kShrink = kIsSanitized ? 20 : 1;

constexpr std::size_t kChain = 1'000'000 / kShrink;
constexpr std::size_t kCards = 100'000 / kShrink;
constexpr std::size_t kEdges = 1'000'000 / kShrink;

/// Everything happens on a thread with 256 KiB of stack, the destruction too.
class SchedulerScaleTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  template <typename Work>
  void OnSmallStack(Work work) {
    const HangWatchdog watchdog("a large graph", std::chrono::seconds(250));
    RunOnSmallStack([&] {
      MadeScheduler made(GetParam());
      work(made.scheduler);
    });
  }

  /// Each card checks that it comes after the one with the number before it.
  TickHandle AddCounting(TickScheduler& scheduler, Lane lane, std::vector<TickHandle> after) {
    return scheduler.Register({.lane = lane, .after = std::move(after), .run = Counter{&count_}});
  }

  struct Counter {
    std::atomic<std::size_t>* count;
    void operator()(const TickContext&) const { count->fetch_add(1, std::memory_order_relaxed); }
  };

  std::atomic<std::size_t> count_ = 0;
};

// case-L2
TEST_P(SchedulerScaleTest, AChainOfAMillionCardsRuleP6) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    OnSmallStack([&](TickScheduler& scheduler) {
      scheduler.Reserve(kChain);
      std::size_t next = 0;
      std::size_t misplaced = 0;
      TickHandle last;
      TickHandle before_last;
      for (std::size_t number = 0; number < kChain; ++number) {
        TickFunction card;
        card.lane = lane;
        if (last) card.after = {last};
        card.run = [&, number](const TickContext&) { misplaced += next++ != number ? 1 : 0; };
        before_last = last;
        last = scheduler.Register(std::move(card));
      }
      const FrameResult& frame = scheduler.RunFrame(0.1);
      EXPECT_TRUE(frame.ok());
      EXPECT_EQ(frame.cards_run, kChain);
      EXPECT_EQ(next, kChain);
      EXPECT_EQ(misplaced, 0U);
      EXPECT_TRUE(scheduler.Describe(last).ok());
      EXPECT_THAT(scheduler.PrerequisitesOf(last), ElementsAre(before_last));
      EXPECT_EQ(scheduler.Cards().size(), kChain);
      EXPECT_EQ(scheduler.PlanOrder().back(), last);
    });
  }
}

TEST_P(SchedulerScaleTest, AChainOfAlternatingLanesRuleP6) {
  OnSmallStack([&](TickScheduler& scheduler) {
    TickHandle last;
    for (std::size_t number = 0; number < kCards; ++number) {
      const Lane lane = number % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread;
      last = AddCounting(scheduler, lane, last ? std::vector{last} : std::vector<TickHandle>());
    }
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, kCards);
    EXPECT_EQ(count_, kCards);
  });
}

TEST_P(SchedulerScaleTest, AChainOfDisabledCardsRuleP6) {
  OnSmallStack([&](TickScheduler& scheduler) {
    const TickHandle first = AddCounting(scheduler, Lane::kAnyThread, {});
    TickHandle last = first;
    for (std::size_t number = 0; number < kCards; ++number) {
      last = scheduler.Register({.start_enabled = false, .after = {last}});
    }
    AddCounting(scheduler, Lane::kGameThread, {last});
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 2U);
  });
}

// case-L5: how the time grows is the bar B4d of docs/performance.md.
TEST_P(SchedulerScaleTest, AHundredThousandCardsAndAMillionEdgesRuleP6) {
  OnSmallStack([&](TickScheduler& scheduler) {
    std::mt19937 random(5);
    std::vector<TickHandle> cards;
    std::vector<std::uint8_t> ran(kCards, 0);
    std::vector<std::vector<std::uint32_t>> prerequisites(kCards);
    std::atomic<std::size_t> violations = 0;
    for (std::uint32_t number = 0; number < kCards; ++number) {
      TickFunction card;
      card.lane = random() % 10 < 7 ? Lane::kGameThread : Lane::kAnyThread;
      if (number > 0) {
        for (std::size_t edge = 0; edge < kEdges / kCards; ++edge) {
          const auto other = static_cast<std::uint32_t>(random() % number);
          prerequisites[number].push_back(other);
          card.after.push_back(cards[other]);
        }
      }
      card.run = [&, number](const TickContext&) {
        for (const std::uint32_t other : prerequisites[number]) violations += ran[other] == 0;
        ran[number] = 1;
      };
      cards.push_back(scheduler.Register(std::move(card)));
    }
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, kCards);
    EXPECT_EQ(violations, 0U);
    for (std::size_t number = 0; number < kCards; number += 3) scheduler.Unregister(cards[number]);
    const std::size_t left = kCards - (kCards + 2) / 3;
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, left);
    EXPECT_EQ(scheduler.card_count(), left);
  });
}

TEST_P(SchedulerScaleTest, OneCardWithAHundredThousandPrerequisitesRuleP6) {
  OnSmallStack([&](TickScheduler& scheduler) {
    std::vector<TickHandle> all;
    for (std::size_t number = 0; number < kCards; ++number) {
      const Lane lane = number % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread;
      all.push_back(AddCounting(scheduler, lane, {}));
    }
    std::size_t before_hub = 0;
    const TickHandle hub =
        scheduler.Register({.high_priority = true, .after = all, .run = [&](const TickContext&) {
                              before_hub = count_;
                            }});
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, kCards + 1);
    EXPECT_EQ(before_hub, kCards);
    EXPECT_EQ(scheduler.PrerequisitesOf(hub), all);
    scheduler.Unregister(hub);
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, kCards);
    for (const TickHandle card : all) scheduler.Unregister(card);
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 0U);
  });
}

// case-G3
TEST_P(SchedulerScaleTest, AHundredThousandDiamondsInARowRuleP6) {
  // The number of paths doubles with each diamond.
  constexpr std::size_t kDiamonds = 100'000 / kShrink;
  OnSmallStack([&](TickScheduler& scheduler) {
    TickHandle top = AddCounting(scheduler, Lane::kGameThread, {});
    for (std::size_t number = 0; number < kDiamonds; ++number) {
      const TickHandle left = AddCounting(scheduler, Lane::kAnyThread, {top});
      const TickHandle right =
          AddCounting(scheduler, number % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread, {top});
      top = AddCounting(scheduler, number % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                        {left, right});
    }
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 3 * kDiamonds + 1);
    EXPECT_TRUE(scheduler.Describe(top).ok());
    EXPECT_EQ(scheduler.PrerequisitesOf(top).size(), 2U);
  });
}

// case-L2
TEST_P(SchedulerScaleTest, ARingOfAHundredThousandCardsIsReportedRulesP4P6) {
  OnSmallStack([&](TickScheduler& scheduler) {
    std::vector<TickHandle> ring;
    for (std::size_t number = 0; number < kCards; ++number) {
      ring.push_back(
          AddCounting(scheduler, number % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                      ring.empty() ? std::vector<TickHandle>() : std::vector{ring.back()}));
    }
    scheduler.AddPrerequisite(ring.front(), ring.back());
    const FrameResult& frame = scheduler.RunFrame(0.1);
    EXPECT_EQ(frame.cards_run, kCards);
    EXPECT_EQ(frame.error_count, 1U);
    EXPECT_THAT(frame.first_error_text, HasSubstr("cycle of " + std::to_string(kCards) + " cards"));
  });
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerScaleTest, AllExecutors(), ExecutorName);

// What comes late costs its own size, however long the chains that it moves.
TEST_P(SchedulerScaleTest, NewcomersMoveLongChainsRulesP2P6) {
  constexpr std::size_t kMoved = 20'000 / kShrink;
  OnSmallStack([&](TickScheduler& scheduler) {
    std::vector<TickHandle> chain;
    std::vector<TickHandle> flat;
    scheduler.Register({.name = "spawner", .run = [&](const TickContext& t) {
                          if (t.frame != 2) return;
                          TickFunction late = {.start = TickGroup::kPostPhysics};
                          late.run = Counter{&count_};
                          const TickHandle head = scheduler.Register(std::move(late));
                          scheduler.AddPrerequisite(chain.front(), head);
                          AddCounting(scheduler, Lane::kGameThread, {chain.back()});
                          for (const TickHandle card : flat) {
                            scheduler.AddPrerequisite(
                                card, AddCounting(scheduler, Lane::kGameThread, {}));
                          }
                        }});
    for (std::size_t number = 0; number < kMoved; ++number) {
      const Lane lane = number % 3 == 0 ? Lane::kAnyThread : Lane::kGameThread;
      chain.push_back(AddCounting(
          scheduler, lane, chain.empty() ? std::vector<TickHandle>() : std::vector{chain.back()}));
      flat.push_back(AddCounting(scheduler, Lane::kGameThread, {}));
    }
    scheduler.RunFrame(0.1);
    count_ = 0;
    const FrameResult& frame = scheduler.RunFrame(0.1);
    EXPECT_TRUE(frame.ok()) << frame;
    EXPECT_EQ(count_, 3 * kMoved + 2);
    EXPECT_EQ(frame.newcomers, kMoved + 2);
  });
}

TEST_P(SchedulerScaleTest, SetsWithinSetsRulesP6P8) {
  constexpr std::size_t kDepth = 20'000 / kShrink;
  OnSmallStack([&](TickScheduler& scheduler) {
    for (const bool is_outer_first : {true, false}) {
      const TickHandle before = AddCounting(scheduler, Lane::kGameThread, {});
      std::vector<TickSet> sets(kDepth);
      for (TickSet& set : sets) set = scheduler.RegisterSet({.name = "set"});
      for (std::size_t number = 1; number < kDepth; ++number) {
        const std::size_t at = is_outer_first ? number : kDepth - number;
        scheduler.AddToSet(sets[at], sets[at - 1]);
      }
      const TickHandle inside = AddCounting(scheduler, Lane::kAnyThread, {before});
      scheduler.AddToSet(inside, sets.back());
      EXPECT_FALSE(scheduler.TryAddToSet(sets.front(), sets.back()).ok());
      EXPECT_FALSE(scheduler.TryAddPrerequisite(inside, sets.front()).ok());
    }
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 4U);
  });
}

TEST_P(SchedulerScaleTest, ChangesInMidFrameCostTheirOwnSizeRulesP2P6N2) {
  constexpr std::size_t kChanged = 20'000 / kShrink;
  OnSmallStack([&](TickScheduler& scheduler) {
    std::vector<TickHandle> chain;
    std::vector<TickHandle> sleepers;
    std::vector<TickHandle> flat;
    scheduler.Register({.name = "spawner", .run = [&](const TickContext& t) {
                          if (t.frame != 2) return;
                          // Between the links of a chain, before many cards, and awake again.
                          for (std::size_t link = 0; link + 1 < chain.size(); ++link) {
                            scheduler.AddPrerequisite(
                                chain[link + 1],
                                AddCounting(scheduler, Lane::kGameThread, {chain[link]}));
                          }
                          const TickHandle hub = AddCounting(scheduler, Lane::kAnyThread, {});
                          for (const TickHandle card : flat) scheduler.AddPrerequisite(card, hub);
                          for (const TickHandle card : sleepers) scheduler.SetEnabled(card, true);
                        }});
    for (std::size_t number = 0; number < kChanged; ++number) {
      const std::vector<TickHandle> before =
          chain.empty() ? std::vector<TickHandle>() : std::vector{chain.back()};
      chain.push_back(AddCounting(scheduler, Lane::kGameThread, before));
      flat.push_back(AddCounting(scheduler, Lane::kGameThread, {}));
      sleepers.push_back(AddCounting(scheduler, Lane::kGameThread, {}));
      AddCounting(scheduler, Lane::kGameThread, {sleepers.back()});
      scheduler.SetEnabled(sleepers.back(), false);
    }
    scheduler.RunFrame(0.1);
    count_ = 0;
    const FrameResult& frame = scheduler.RunFrame(0.1);
    EXPECT_TRUE(frame.ok()) << frame;
    EXPECT_EQ(count_, 5 * kChanged);
  });
}

}  // namespace
}  // namespace tickgraph
