#include "tickgraph/run/doorbell.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/support/hang_watchdog.h"

namespace tickgraph {
namespace {

TEST(DoorbellTest, ARingAfterTheTicketPreventsTheSleep) {
  const HangWatchdog watchdog("a sleep after a ring");
  Doorbell bell;
  const std::uint32_t ticket = bell.ticket();
  bell.Ring();
  bell.Sleep(ticket);
  SUCCEED();
}

// case-W1, the protocol of the class comment: no ring is lost, and what came before it is visible.
TEST(DoorbellTest, NoRingIsLost) {
  const HangWatchdog watchdog("a sleeper", std::chrono::seconds(60));
  constexpr int kRounds = 400;
  Doorbell bell;
  std::atomic<int> given{0};
  std::atomic<bool> sleeps{false};
  std::atomic<int> taken{0};
  int plain = 0;
  std::thread ringer([&] {
    for (int round = 1; round <= kRounds; ++round) {
      plain = round;
      given = round;
      if (sleeps) bell.Ring();
      while (taken < round) std::this_thread::yield();
    }
  });
  for (int round = 1; round <= kRounds; ++round) {
    while (given < round) {
      const std::uint32_t ticket = bell.ticket();
      sleeps = true;
      if (given < round) bell.Sleep(ticket);
      sleeps = false;
    }
    ASSERT_EQ(plain, round);
    taken = round;
  }
  ringer.join();
}

}  // namespace
}  // namespace tickgraph
