#include "tickgraph/run/cycle_clock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace tickgraph {
namespace {

TEST(CycleClockTest, StampsDoNotGoBack) {
  std::int64_t last = CycleClock::Now();
  for (int stamp = 0; stamp < 100000; ++stamp) {
    const std::int64_t now = CycleClock::Now();
    ASSERT_GE(now, last);
    last = now;
  }
}

// What happened before a stamp on one thread is before a stamp that another takes afterwards.
TEST(CycleClockTest, StampsAreComparableAcrossThreads) {
  for (int round = 0; round < 50; ++round) {
    const std::int64_t before = CycleClock::Now();
    std::int64_t inside = 0;
    std::thread([&inside] { inside = CycleClock::Now(); }).join();
    EXPECT_GE(inside, before);
    EXPECT_GE(CycleClock::Now(), inside);
  }
}

TEST(CycleClockTest, TheRateIsThatOfTheSteadyClock) {
  const CycleClock clock;
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t first = CycleClock::Now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(20)) {
  }
  const std::int64_t last = CycleClock::Now();
  const std::chrono::nanoseconds elapsed = std::chrono::steady_clock::now() - start;
  const double rate = clock.NanosecondsPerTick();
  const std::int64_t measured = clock.ToNanoseconds(last, rate) - clock.ToNanoseconds(first, rate);
  // The thread may be interrupted between two readings, so the stamps may be closer together.
  EXPECT_GT(measured, 10'000'000);
  EXPECT_LE(static_cast<double>(measured), 1.05 * static_cast<double>(elapsed.count()));
}

}  // namespace
}  // namespace tickgraph
