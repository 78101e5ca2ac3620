#include "tickgraph/run/card_runner.h"

#include <gtest/gtest.h>

#include <array>
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class Failures : public FailureListener {
 public:
  void CardThrew(const TickContext& context, std::exception_ptr /*exception*/) override {
    cards.push_back(context.card());
  }
  std::vector<TickHandle> cards;
};

class NoServices : public FrameServices {
 public:
  void RunParallel(const TickContext& /*context*/, std::size_t count, std::size_t /*grain*/,
                   void (*slice)(void* body, std::size_t begin, std::size_t end),
                   void* body) override {
    slice(body, 0, count);
  }
};

class CardRunnerTest : public testing::Test {
 protected:
  /// Ten cards that note their number; number 4 throws.
  void Begin(Recorder* recorder) {
    for (int number = 0; number < 10; ++number) {
      cards_.push_back(scheduler_.Register({.run = [this, number](const TickContext& t) {
        EXPECT_EQ(t.card(), cards_[static_cast<std::size_t>(number)]);
        EXPECT_EQ(t.delta, 0.5);
        EXPECT_EQ(t.frame, 6U);
        EXPECT_EQ(&t.scheduler(), &scheduler_);
        workers_.push_back(t.worker());
        ran_.push_back(number);
        if (number == 4) throw std::runtime_error("four");
      }}));
    }
    ASSERT_TRUE(scheduler_.MakePlan().ok());
    state_.Adopt(scheduler_.plan());
    state_.BeginFrame(scheduler_.plan(), 6);
    runner_ = std::make_unique<CardRunner>(state_, failures_, recorder);
    runner_->BeginFrame(scheduler_, services_, scheduler_.plan(), 0.5, 6);
  }

  TickScheduler scheduler_{TickSchedulerDefinition{}};
  std::vector<TickHandle> cards_;
  std::vector<int> ran_;
  std::vector<int> workers_;
  FrameState state_;
  Failures failures_;
  NoServices services_;
  std::unique_ptr<CardRunner> runner_;
};

TEST_F(CardRunnerTest, RunsListsAndRangesAndLeavesOutWhatIsSkipped) {
  Begin(nullptr);
  state_.SetSkipped(1, true);
  EXPECT_EQ(runner_->RunRange(0, 4, 0), 3U);
  constexpr std::array<std::uint32_t, 3> kList = {9, 1, 7};
  EXPECT_EQ(runner_->RunList(kList, 0, 3, 3), 2U);
  EXPECT_EQ(ran_, (std::vector<int>{0, 2, 3, 9, 7}));
  EXPECT_EQ(workers_, (std::vector<int>{0, 0, 0, 3, 3}));
  EXPECT_TRUE(state_.WasPassed(1));
  EXPECT_FALSE(state_.WasPassed(9));
  EXPECT_FALSE(state_.WasPassed(8));
}

// rule F1: an exception is caught at the card; the cards behind it run.
TEST_F(CardRunnerTest, AnExceptionEndsOneCardOnly) {
  Begin(nullptr);
  EXPECT_EQ(runner_->RunRange(3, 7, 0), 4U);
  EXPECT_EQ(ran_, (std::vector<int>{3, 4, 5, 6}));
  EXPECT_EQ(failures_.cards, std::vector<TickHandle>{cards_[4]});
  EXPECT_EQ(runner_->RunRange(4, 5, 0), 1U) << "as the last of a range, too";
}

TEST_F(CardRunnerTest, RecordsWhatRanInOrder) {
  Recorder recorder(1, 1);
  Begin(&recorder);
  recorder.BeginFrame(6);
  state_.SetSkipped(5, true);
  runner_->RunRange(3, 8, 0);
  recorder.EndFrame(scheduler_.plan());
  const std::vector<CardRun>& runs = recorder.Records().at(0)->runs;
  ASSERT_EQ(runs.size(), 4U);
  constexpr std::array<std::size_t, 4> kRan = {3, 4, 6, 7};
  for (std::size_t index = 0; index < runs.size(); ++index) {
    EXPECT_EQ(runs[index].card, cards_[kRan[index]]);
    EXPECT_LE(runs[index].start_ns, runs[index].end_ns);
    if (index > 0) {
      EXPECT_LE(runs[index - 1].end_ns, runs[index].start_ns);
      EXPECT_LT(runs[index - 1].plan_key, runs[index].plan_key);
    }
  }
}

TEST_F(CardRunnerTest, ANewcomerThatIsSkippedIsNotCalled) {
  Begin(nullptr);
  AnnexCard card;
  int calls = 0;
  card.entry = {[](void* target, const TickContext&) { ++*static_cast<int*>(target); }, &calls};
  EXPECT_EQ(runner_->RunAnnex(card, 0), 1U);
  card.skip = true;
  EXPECT_EQ(runner_->RunAnnex(card, 0), 0U);
  EXPECT_EQ(calls, 1);
}

// rule I1: one that was enabled again does not run twice in a frame.
TEST_F(CardRunnerTest, ACardThatRanInItsPlaceDoesNotRunAgain) {
  Begin(nullptr);
  AnnexCard card;
  int calls = 0;
  card.entry = {[](void* target, const TickContext&) { ++*static_cast<int*>(target); }, &calls};
  card.comes_after_own_place = true;
  card.plan_position = 2;
  state_.SetSkipped(3, true);
  runner_->RunRange(2, 4, 0);
  EXPECT_EQ(runner_->RunAnnex(card, 0), 0U);
  card.plan_position = 3;
  EXPECT_EQ(runner_->RunAnnex(card, 0), 1U) << "it was passed there";
  EXPECT_EQ(calls, 1);

  AnnexCard again;
  again.entry = card.entry;
  again.comes_after_earlier = &card;
  EXPECT_EQ(runner_->RunAnnex(again, 0), 0U);
  card.ran = false;
  EXPECT_EQ(runner_->RunAnnex(again, 0), 1U);
}

}  // namespace
}  // namespace tickgraph
