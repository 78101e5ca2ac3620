#include "tickgraph/error_log.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace tickgraph {
namespace {

TickError Named(const std::string& detail) {
  TickError error;
  error.detail = detail;
  return error;
}

TEST(ErrorLogTest, AFrameHoldsACountAndTheFirstErrorRuleF1) {
  ErrorLog log;
  EXPECT_EQ(log.TakeFrame().count, 0U);
  log.Add(Named("first"), 0);
  log.Add(Named("second"), 0);
  const ErrorLog::FrameErrors errors = log.TakeFrame();
  EXPECT_EQ(errors.count, 2U);
  EXPECT_EQ(errors.first.detail, "first");
  EXPECT_EQ(log.TakeFrame().count, 0U) << "the next frame starts without errors";
  log.Add(Named("later"), 9);
  EXPECT_EQ(log.TakeFrame().first.detail, "later");
}

TEST(ErrorLogTest, TheFirstInPlanOrderIsTheFirstWhateverArrivesFirst) {
  ErrorLog log;
  log.Add(Named("c"), 30);
  log.Add(Named("a"), 10);
  log.Add(Named("b"), 20);
  EXPECT_EQ(log.TakeFrame().first.detail, "a");
}

TEST(ErrorLogTest, KeepsTheLastHundredOldestFirst) {
  ErrorLog log;
  for (int count = 0; count < 250; ++count) log.Add(Named(std::to_string(count)), 0);
  const std::vector<TickError> all = log.All();
  ASSERT_EQ(all.size(), ErrorLog::kCapacity);
  EXPECT_EQ(all.front().detail, "150");
  EXPECT_EQ(all.back().detail, "249");
  EXPECT_EQ(log.TakeFrame().count, 250U);
  EXPECT_EQ(log.All().size(), ErrorLog::kCapacity) << "taking a frame keeps the ring";
}

TEST(ErrorLogTest, CountsErrorsOfManyThreads) {
  ErrorLog log;
  std::vector<std::thread> threads;
  for (std::uint64_t thread = 1; thread <= 4; ++thread) {
    threads.emplace_back([&log, thread] {
      for (int count = 0; count < 500; ++count) log.Add(Named(std::to_string(thread)), thread);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const ErrorLog::FrameErrors errors = log.TakeFrame();
  EXPECT_EQ(errors.count, 2000U);
  EXPECT_EQ(errors.first.detail, "1");
}

}  // namespace
}  // namespace tickgraph
