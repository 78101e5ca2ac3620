#include "tickgraph/world/deferred_calls.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tickgraph {
namespace {

// rule O-8
TEST(DeferredCallsTest, RunInTheOrderOfPushingOnceEach) {
  DeferredCalls calls({});
  ErrorBox errors;
  std::vector<int> order;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(calls.Push([&order, i] { order.push_back(i); }, SourceLocation::Current()).ok());
  }
  EXPECT_TRUE(order.empty());
  EXPECT_EQ(calls.Flush(errors), 5U);
  EXPECT_EQ(calls.Flush(errors), 0U);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(errors.count(), 0);
}

// rule O-8
TEST(DeferredCallsTest, CallsPushedByCallsRunInTheSameFlushBehindTheOthers) {
  DeferredCalls calls({});
  ErrorBox errors;
  std::string order;
  const SourceLocation here = SourceLocation::Current();
  ASSERT_TRUE(calls
                  .Push(
                      [&] {
                        order += 'a';
                        EXPECT_TRUE(calls.Push([&] { order += 'c'; }, here).ok());
                      },
                      here)
                  .ok());
  ASSERT_TRUE(calls.Push([&] { order += 'b'; }, here).ok());
  EXPECT_EQ(calls.Flush(errors), 3U);
  EXPECT_EQ(order, "abc");
}

// rule O-8, case-D1
TEST(DeferredCallsTest, EndlessDeferringEndsAfterAHundredPassesAndGoesOnNextFrame) {
  DeferredCalls calls({});
  ErrorBox errors;
  int count = 0;
  std::function<void()> again = [&] {
    ++count;
    EXPECT_TRUE(calls.Push([&] { again(); }, {"culprit.cc", 7}).ok());
  };
  ASSERT_TRUE(calls.Push([&] { again(); }, {"culprit.cc", 7}).ok());
  calls.BeginFrame();
  EXPECT_EQ(calls.Flush(errors), 100U);
  const absl::Status status = errors.Take();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(std::string(status.message()).find("culprit.cc:7"), std::string::npos) << status;
  EXPECT_EQ(calls.Flush(errors), 0U) << "the rest runs next frame, not at the next flush";
  calls.BeginFrame();
  EXPECT_EQ(calls.Flush(errors), 100U);
  EXPECT_EQ(count, 200);
}

TEST(DeferredCallsTest, ExactlyAsManyPassesAsAllowedAreNoError) {
  DeferredCalls calls({.max_passes = 3});
  ErrorBox errors;
  int left = 3;
  std::function<void()> again = [&] {
    if (--left > 0) {
      EXPECT_TRUE(calls.Push([&] { again(); }, {}).ok());
    }
  };
  ASSERT_TRUE(calls.Push([&] { again(); }, {}).ok());
  EXPECT_EQ(calls.Flush(errors), 3U);
  EXPECT_EQ(errors.count(), 0);
}

// rule O-8
TEST(DeferredCallsTest, AFullQueueIsAStatusThatNamesTheCall) {
  DeferredCalls calls({.capacity = 2});
  ErrorBox errors;
  int count = 0;
  EXPECT_TRUE(calls.Push([&] { ++count; }, {}).ok());
  EXPECT_TRUE(calls.Push([&] { ++count; }, {}).ok());
  const absl::Status status = calls.Push([&] { ++count; }, {"full.cc", 3});
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(std::string(status.message()).find("full.cc:3"), std::string::npos) << status;
  EXPECT_EQ(calls.Flush(errors), 2U);
  EXPECT_EQ(count, 2);
}

// rule O-8
TEST(DeferredCallsTest, AFlushInsideAFlushIsRefused) {
  DeferredCalls calls({});
  ErrorBox errors;
  int count = 0;
  ASSERT_TRUE(calls.Push([&] { EXPECT_EQ(calls.Flush(errors), 0U); }, {}).ok());
  ASSERT_TRUE(calls.Push([&] { ++count; }, {}).ok());
  EXPECT_EQ(calls.Flush(errors), 2U);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(errors.Take().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(DeferredCallsTest, AnExceptionEndsItsCallAlone) {
  DeferredCalls calls({});
  ErrorBox errors;
  int count = 0;
  ASSERT_TRUE(calls.Push([] { throw std::runtime_error("no door"); }, {"door.cc", 12}).ok());
  ASSERT_TRUE(calls.Push([&] { ++count; }, {}).ok());
  EXPECT_EQ(calls.Flush(errors), 2U);
  EXPECT_EQ(count, 1);
  const std::string message(errors.Take().message());
  EXPECT_NE(message.find("no door"), std::string::npos) << message;
  EXPECT_NE(message.find("door.cc:12"), std::string::npos) << message;
}

// rule O-8
TEST(DeferredCallsTest, FourThreadsLoseNothing) {
  DeferredCalls calls({});
  ErrorBox errors;
  std::vector<int> last(4, -1);
  bool in_order = true;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(calls
                        .Push(
                            [&last, &in_order, t, i] {
                              int& before = last[static_cast<std::size_t>(t)];
                              in_order = in_order && before == i - 1;
                              before = i;
                            },
                            {})
                        .ok());
      }
    });
  }
  std::size_t run = calls.Flush(errors);
  for (std::thread& thread : threads) thread.join();
  run += calls.Flush(errors);
  // A flush that could not catch up is held back to the next frame.
  calls.BeginFrame();
  run += calls.Flush(errors);
  EXPECT_EQ(run, 4000U);
  EXPECT_TRUE(in_order) << "calls of one thread came out of order";
}

}  // namespace
}  // namespace tickgraph
