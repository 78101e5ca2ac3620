// Memory does not grow with the number of plans and frames.

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <random>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/sanitizers.h"
#include "tests/support/soak.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

/// Bytes that were allocated and not freed; large blocks are counted apart.
std::size_t BytesInUse() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

constexpr std::size_t kSlack = 64 * 1024;

TEST(BytesInUseTest, SeesAVectorThatGrows) {
  if (kIsSanitized) GTEST_SKIP() << "a sanitizer has a heap of its own";
  std::vector<int> numbers;
  for (const std::size_t count : {1'000U, 100'000U, 1'000'000U}) {
    const std::size_t before = BytesInUse();
    const std::size_t added = count - numbers.capacity();
    numbers.reserve(count);
    EXPECT_GE(BytesInUse(), before + added * sizeof(int)) << count;
  }
}

class GrowthTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  void SetUp() override {
    if (kIsSanitized) GTEST_SKIP() << "a sanitizer keeps what was freed";
  }

  /// Calls `step` until memory has had time to settle, then `count` times more, and compares.
  template <typename Step>
  void ExpectFlat(int count, Step step) {
    for (int turn = 0; turn < count / 4; ++turn) step();
    const std::size_t before = BytesInUse();
    for (int turn = 0; turn < count; ++turn) step();
    EXPECT_LE(BytesInUse(), before + kSlack);
  }

  TickHandle Add() {
    TickFunction card;
    card.name = "a card with a name that does not fit into a short string";
    card.lane = random_() % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread;
    card.run = [](const TickContext&) {};
    for (int edge = 0; edge < 2 && !cards_.empty(); ++edge) card.after.push_back(Any());
    return scheduler_.Register(std::move(card));
  }

  TickHandle& Any() { return cards_[random_() % cards_.size()]; }

  std::mt19937 random_{1};
  std::vector<TickHandle> cards_;
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, GrowthTest, AllExecutors(), ExecutorName);

TEST_P(GrowthTest, TenThousandPlansLeaveNothingBehind) {
  for (int card = 0; card < 60; ++card) cards_.push_back(Add());
  ExpectFlat(10'000, [&] {
    scheduler_.AddPrerequisite(Any(), Any());
    scheduler_.RemovePrerequisite(Any(), Any());
    TickHandle& one = Any();
    scheduler_.Unregister(one);
    one = Add();
    ASSERT_TRUE(scheduler_.MakePlan().ok());
    if (random_() % 50 == 0) scheduler_.RunFrame(0.1);
  });
}

// 100,000 frames in the long form.
TEST_P(GrowthTest, FramesWithEditsLeaveNothingBehindSoak) {
  for (int card = 0; card < 40; ++card) cards_.push_back(Add());
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  scheduler_.Register({.name = "editor", .run = [&](const TickContext&) {
                         TickHandle& one = Any();
                         scheduler_.Unregister(one);
                         one = Add();
                         scheduler_.AddToSet(one, set);
                         scheduler_.SetEnabled(Any(), random_() % 2 == 0);
                         scheduler_.AddPrerequisite(Any(), Any());
                       }});
  ExpectFlat(SoakScale(100'000) + 1'000, [&] { scheduler_.RunFrame(0.1); });
}

}  // namespace
}  // namespace tickgraph
