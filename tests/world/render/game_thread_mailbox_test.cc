#include "tickgraph/world/render/game_thread_mailbox.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"

namespace tickgraph {
namespace {

class GameThreadMailboxTest : public testing::Test {
 protected:
  GameThreadMailboxTest() { mailbox_.Open(); }

  bool Post(std::function<void()> call) {
    return mailbox_.TryPost({std::move(call), GameThreadMailbox::kNoStage, nullptr});
  }

  const HangWatchdog watchdog_{"a game thread mailbox"};
  ErrorBox errors_;
  GameThreadMailbox mailbox_{&errors_};
};

TEST_F(GameThreadMailboxTest, ServesInTheOrderOfPosting) {
  std::vector<int> order;
  for (int i = 0; i < 3; ++i) Post([&order, i] { order.push_back(i); });
  EXPECT_EQ(mailbox_.ServePending(), 3);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(mailbox_.ServePending(), 0);
}

TEST_F(GameThreadMailboxTest, ACallThatPostsAgainDoesNotKeepServePendingBusy) {
  int calls = 0;
  std::function<void()> again = [&] {
    ++calls;
    Post(again);
  };
  Post(again);
  EXPECT_EQ(mailbox_.ServePending(), 1);
  EXPECT_EQ(calls, 1);
}

TEST_F(GameThreadMailboxTest, ACallMayWaitForALaterOne) {
  std::atomic<bool> later_ran{false};
  Post([&] { mailbox_.WaitUntil([&] { return later_ran.load(); }); });
  Post([&] { later_ran = true; });
  EXPECT_EQ(mailbox_.ServePending(), 1) << "the inner wait has served the other one";
  EXPECT_TRUE(later_ran);
}

TEST_F(GameThreadMailboxTest, WaitServesCallsOfOtherThreadsUntilNotified) {
  std::atomic<int> served{0};
  std::atomic<bool> done{false};
  std::thread other([&] {
    for (int i = 0; i < 100; ++i) Post([&] { ++served; });
    while (served < 100) std::this_thread::yield();
    done = true;
    mailbox_.Notify();
  });
  EXPECT_EQ(mailbox_.WaitUntil([&] { return done.load(); }), 100);
  other.join();
}

TEST_F(GameThreadMailboxTest, KnowsWhichStageItHolds) {
  bool held = false;
  bool other_held = true;
  int depth = 0;
  mailbox_.TryPost({[&] {
                      held = mailbox_.IsHolding(1);
                      other_held = mailbox_.IsHolding(0);
                      depth = mailbox_.serving_depth();
                    },
                    1, nullptr});
  mailbox_.ServePending();
  EXPECT_TRUE(held);
  EXPECT_FALSE(other_held);
  EXPECT_EQ(depth, 1);
  EXPECT_FALSE(mailbox_.IsHolding(1));
  EXPECT_EQ(mailbox_.serving_depth(), 0);
}

TEST_F(GameThreadMailboxTest, ExceptionsBecomeErrors) {
  Post([] { throw std::runtime_error("boom"); });
  EXPECT_EQ(mailbox_.ServePending(), 1);
  const absl::Status status = errors_.Take();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_NE(status.message().find("boom"), absl::string_view::npos);
  EXPECT_TRUE(errors_.Take().ok());
}

TEST_F(GameThreadMailboxTest, CloseRunsTheRestAndRefusesMore) {
  int calls = 0;
  bool refused = false;
  Post([&] {
    ++calls;
    refused = !Post([] {});
  });
  mailbox_.Close();
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(refused);
  EXPECT_FALSE(Post([] {}));
}

}  // namespace
}  // namespace tickgraph
