// TickScheduler::CallInTurn: what cards ask of parts that belong to no scheduler (rules N7, G8).

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "tests/support/executors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using Log = std::vector<std::string>;

class SchedulerCallInTurnTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  absl::Status Ask(std::string text) {
    return TickScheduler::CallInTurn([this, text = std::move(text)] {
      log_.push_back(text);
      return absl::OkStatus();
    });
  }

  MadeScheduler made_{GetParam()};
  Log log_;
};

TEST_P(SchedulerCallInTurnTest, GameThreadCardsActAtOnceAndAnyThreadCardsInPlanOrderRuleN7) {
  Log expected = {"game thread"};
  std::vector<TickHandle> cards;
  for (int card = 0; card < 40; ++card) {
    const std::string name = std::to_string(card);
    cards.push_back(made_.scheduler.Register(
        {.name = name, .lane = Lane::kAnyThread, .run = [this, name](const TickContext& t) {
           Ask(name).IgnoreError();
           t.ParallelFor(4, 1, [&](std::size_t i) {
             Ask(name + " body " + std::to_string(i)).IgnoreError();
           });
         }}));
    expected.push_back(name);
    for (int i = 0; i < 4; ++i) expected.push_back(name + " body " + std::to_string(i));
  }
  const TickHandle last = made_.scheduler.Register(
      {.name = "last", .run = [this](const TickContext& t) {
         EXPECT_TRUE(log_.empty()) << "the others wait for the end of the group";
         Ask("game thread").IgnoreError();
         EXPECT_EQ(log_.size(), 1U);
         t.ParallelFor(2, 1, [&](std::size_t i) { Ask(std::to_string(i)).IgnoreError(); });
         EXPECT_EQ(log_.size(), 1U);
       }});
  for (const TickHandle card : cards) made_.scheduler.AddPrerequisite(last, card);
  expected.insert(expected.end(), {"0", "1"});
  for (int frame = 0; frame < 20; ++frame) {
    log_.clear();
    ASSERT_TRUE(made_.scheduler.RunFrame(0.1).ok()) << made_.scheduler.last_frame();
    ASSERT_EQ(log_, expected);
  }
}

TEST_P(SchedulerCallInTurnTest, OutsideOfCardsItActsAtOnceAndReturnsTheStatus) {
  EXPECT_TRUE(Ask("host").ok());
  std::thread([&] { EXPECT_TRUE(Ask("foreign").ok()); }).join();
  EXPECT_EQ(log_, (Log{"host", "foreign"}));
  EXPECT_EQ(TickScheduler::CallInTurn([] { return absl::NotFoundError("nobody"); }),
            absl::NotFoundError("nobody"));
}

// rule F4
TEST_P(SchedulerCallInTurnTest, AnErrorThatComesLaterIsInTheFrameWithTheCardsName) {
  absl::Status asked = absl::UnknownError("not asked");
  made_.scheduler.Register(
      {.name = "asker", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
         asked = TickScheduler::CallInTurn([] { return absl::NotFoundError("nobody there"); });
         TickScheduler::CallInTurn([]() -> absl::Status {
           throw std::runtime_error("boom");
         }).IgnoreError();
       }});
  const FrameResult& frame = made_.scheduler.RunFrame(0.1);
  EXPECT_TRUE(asked.ok()) << asked;
  EXPECT_EQ(frame.error_count, 2U);
  EXPECT_EQ(frame.first_error.code, TickErrorCode::kRequestFailed);
  EXPECT_NE(frame.first_error_text.find("asker"), std::string::npos) << frame;
  EXPECT_NE(frame.first_error_text.find("nobody there"), std::string::npos) << frame;
  EXPECT_FALSE(made_.scheduler.RunFrame(0.1).ok()) << "the card asks again";
}

// rule L6: what a hosted card asks for waits for the host's turn as well, on whatever lane it is.
TEST_P(SchedulerCallInTurnTest, CardsOfHostedSchedulersWaitForTheirHost) {
  constexpr int kHosts = 8;
  std::atomic<int> hosts{0};
  Log expected;
  for (int host = 0; host < kHosts; ++host) {
    const std::string name = std::to_string(host);
    made_.scheduler.Register(
        {.name = name, .lane = Lane::kAnyThread, .run = [this, name, &hosts](const TickContext&) {
           TickScheduler inner(made_.workers);
           for (const Lane lane : {Lane::kAnyThread, Lane::kGameThread}) {
             inner.Register(
                 {.name = "inner", .lane = lane, .run = [this, &name, lane](const TickContext&) {
                    Ask(name + (lane == Lane::kGameThread ? " game" : " any")).IgnoreError();
                  }});
           }
           EXPECT_TRUE(inner.RunFrame(0.1).ok());
           ++hosts;
         }});
    // The game-thread card of the inner scheduler asks the host at once, the other one at the end
    // of its group.
    expected.push_back(name + " game");
    expected.push_back(name + " any");
  }
  const TickHandle last = made_.scheduler.Register({.name = "last", .run = [&](const TickContext&) {
                                                      EXPECT_TRUE(log_.empty());
                                                      EXPECT_EQ(hosts, kHosts);
                                                    }});
  for (const TickHandle card : made_.scheduler.Cards()) {
    if (card != last) made_.scheduler.AddPrerequisite(last, card);
  }
  ASSERT_TRUE(made_.scheduler.RunFrame(0.1).ok()) << made_.scheduler.last_frame();
  EXPECT_EQ(log_, expected);
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerCallInTurnTest, AllExecutors(), ExecutorName);

}  // namespace
}  // namespace tickgraph
