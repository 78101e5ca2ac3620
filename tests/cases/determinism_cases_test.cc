// Trouble that people had with results that depend on threads. docs/cases.md lists all cases.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/random_frames.h"
#include "tickgraph/observe/order_hash.h"
#include "tickgraph/observe/schedule_snapshot.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

/// Numbers of workers that a result must not depend on; without workers also the serial executor.
const std::array<ExecutorChoice, 8> kChoices = {{{ExecutorKind::kSerial, 0},
                                                 {ExecutorKind::kFlow, 0},
                                                 {ExecutorKind::kFlow, 1},
                                                 {ExecutorKind::kFlow, 2},
                                                 {ExecutorKind::kFlow, 4},
                                                 {ExecutorKind::kFlow, 8},
                                                 {ExecutorKind::kFlow, 16},
                                                 {ExecutorKind::kFlow, 64}}};

/// A fingerprint of numbers, in which order counts (FNV-1a).
void AddTo(std::uint64_t& digest, std::uint64_t number) {
  for (int byte = 0; byte < 8; ++byte) {
    digest = (digest ^ ((number >> (8 * byte)) & 0xFF)) * 0x100000001B3U;
  }
}

/// Numbers that depend on who draws, in which frame, and the how manieth it is, and not on a
/// thread.
std::uint64_t Draw(std::uint64_t card, std::uint64_t frame, std::uint64_t draw) {
  std::uint64_t state = card * 0x9E3779B97F4A7C15U + frame * 0xBF58476D1CE4E5B9U + draw;
  state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9U;
  state = (state ^ (state >> 27)) * 0x94D049BB133111EBU;
  return state ^ (state >> 31);
}

/// 120 cards that compute with what those before them did, in floating point, in which every order
/// shows; cards on workers bring others and take them away. The digest of 30 frames.
std::uint64_t DigestOfAWorld(std::uint64_t seed, const ExecutorChoice& choice) {
  MadeScheduler made(choice, {.recorded_frames = 64});
  TickScheduler& scheduler = made.scheduler;
  std::uint64_t digest = 0;
  double sum = 1;
  std::vector<double> values(120, 1);
  std::vector<TickHandle> cards;
  int brought = 0;
  for (std::size_t number = 0; number < values.size(); ++number) {
    const std::string name = "card " + std::to_string(number);
    const Lane lane = kLanes[Draw(number, 0, seed) % 2];
    std::vector<std::size_t> sources;
    TickFunction card{.name = name,
                      .start = number % 3 == 0 ? TickGroup::kPostPhysics : TickGroup::kPrePhysics,
                      .lane = lane,
                      .cost_us = number % 5 == 0 ? 40.0 : 0.5};
    for (std::uint64_t edge = 1; edge <= 2 && number > 0; ++edge) {
      sources.push_back(Draw(number, 0, seed + edge) % number);
      card.after.push_back(cards[sources.back()]);
    }
    card.run = [&, number, lane, sources](const TickContext& t) {
      double value = values[number];
      for (const std::size_t source : sources) value += values[source] / 3;
      value *= 1 + static_cast<double>(Draw(number, t.frame, 0) % 1000) * 1e-4;
      std::array<double, 16> parts = {};
      t.ParallelFor(parts.size(), 2, [&](std::size_t part) {
        parts[part] = 1e-3 * static_cast<double>(Draw(number, t.frame, part + 1) % 1000);
      });
      for (const double part : parts) value += part;
      values[number] = value / 4;
      if (lane == Lane::kGameThread) {
        sum = sum * 0.75 + value;
      } else if (number % 4 == 0) {
        t.scheduler().Call([&, number] { sum = sum * 0.5 + static_cast<double>(number); });
        t.scheduler().Register({.name = "brought by " + std::to_string(number),
                                .order = static_cast<std::int32_t>(number % 3),
                                .run = [&, lives = 3](const TickContext& c) mutable {
                                  sum = sum * 0.9 + ++brought;
                                  if (--lives == 0) c.scheduler().Unregister(c.card());
                                }});
      }
    };
    cards.push_back(scheduler.Register(std::move(card)));
  }
  for (int frame = 0; frame < 30; ++frame) {
    const FrameResult& result = scheduler.RunFrame(0.1);
    for (const std::uint64_t number :
         {result.cards_run, result.cards_skipped, result.newcomers, result.error_count}) {
      AddTo(digest, number);
    }
    AddTo(digest, std::bit_cast<std::uint64_t>(sum));
    for (const double value : values) AddTo(digest, std::bit_cast<std::uint64_t>(value));
  }
  for (const TickHandle card : scheduler.Cards()) {
    for (const char letter : scheduler.NameOf(card))
      AddTo(digest, static_cast<std::uint8_t>(letter));
  }
  OrderHash hash;
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  for (const FrameRecord* record : scheduler.records()) hash.Add(*record, snapshot);
  AddTo(digest, hash.value());
  return digest;
}

// case-N2: every bit is the same with 0, 1, 2, 4, 8, 16 and 64 workers (rules G8, L2, N7).
TEST(DeterminismCasesTest, TheDigestDoesNotDependOnWorkersCaseN2) {
  std::set<std::uint64_t> digests;
  for (const std::uint64_t seed : {1000U, 2000U, 3000U}) {
    const std::uint64_t expected = DigestOfAWorld(seed, kChoices[0]);
    digests.insert(expected);
    for (const ExecutorChoice& choice : kChoices) {
      const HangWatchdog watchdog("a world on " + NameOfExecutor(choice), std::chrono::seconds(60));
      for (int run = 0; run < 2; ++run) {
        EXPECT_EQ(DigestOfAWorld(seed, choice), expected) << NameOfExecutor(choice);
      }
    }
  }
  EXPECT_EQ(digests.size(), 3U) << "another world has another digest";
}

// case-N2, random worlds with more workers than scheduler_determinism_test.cc has.
TEST(DeterminismCasesTest, RandomWorldsOnManyWorkersCaseN2) {
  for (std::uint32_t seed = 501; seed <= 512; ++seed) {
    const RandomFramesDefinition definition{.cards = 60, .frames = 6};
    const RandomFramesOutcome expected = RunRandomFrames(seed, definition, kChoices[0]);
    for (const int workers : {8, 16, 64}) {
      const ExecutorChoice choice{ExecutorKind::kFlow, workers};
      const HangWatchdog watchdog("a world on " + NameOfExecutor(choice), std::chrono::seconds(60));
      const RandomFramesOutcome outcome = RunRandomFrames(seed, definition, choice);
      EXPECT_TRUE(outcome.violations.empty()) << outcome.violations.front();
      EXPECT_EQ(outcome.game_order, expected.game_order) << "seed " << seed;
      EXPECT_EQ(outcome.ran, expected.ran) << "seed " << seed;
      EXPECT_EQ(outcome.sequence, expected.sequence) << "seed " << seed;
      EXPECT_EQ(outcome.skipped, expected.skipped) << "seed " << seed;
    }
  }
}

// case-N3: a generator that is keyed by card, frame and draw gives each card the same numbers
// wherever it runs; a card's frame number, and the index of a loop, are all it needs of us. The
// threads that draw do change: one with a generator for each thread would not pass.
TEST(DeterminismCasesTest, NumbersKeyedByCardFrameAndDrawCaseN3) {
  constexpr std::size_t kCards = 40;
  constexpr std::size_t kDraws = 8;
  constexpr std::uint64_t kFrames = 20;
  using Drawn = std::vector<std::array<std::uint64_t, kDraws>>;
  std::vector<Drawn> reference;
  for (const ExecutorChoice& choice : kChoices) {
    const HangWatchdog watchdog("draws on " + NameOfExecutor(choice), std::chrono::seconds(60));
    MadeScheduler made(choice);
    Drawn drawn(kCards);
    for (std::size_t number = 0; number < kCards; ++number) {
      made.scheduler.Register({.lane = kLanes[number % 4 != 0],
                               .cost_us = 50,
                               .run = [&, number](const TickContext& t) {
                                 t.ParallelFor(kDraws, 1, [&](std::size_t draw) {
                                   drawn[number][draw] = Draw(number, t.frame, draw);
                                 });
                               }});
    }
    for (std::uint64_t frame = 0; frame < kFrames; ++frame) {
      ASSERT_TRUE(made.scheduler.RunFrame(0.1).ok());
      if (reference.size() <= frame) reference.push_back(drawn);
      ASSERT_EQ(drawn, reference[frame]) << NameOfExecutor(choice) << ", frame " << frame + 1;
    }
  }
  ASSERT_EQ(reference.size(), kFrames);
  EXPECT_NE(reference[0], reference[1]);
}

}  // namespace
}  // namespace tickgraph
