// How old what a card reads is, as its place in the frame decides. docs/cases.md lists all cases.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/executors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class DataAgeCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  static constexpr std::uint64_t kFrames = 100;

  /// A card that looks at `value`, which its writer sets to the number of the frame.
  TickHandle AddReader(TickScheduler& scheduler, const std::uint64_t& value, TickGroup group,
                       Lane lane, std::vector<std::uint64_t>& ages) {
    return scheduler.Register({.start = group, .lane = lane, .run = [&](const TickContext& t) {
                                 // Nothing was written before the first frames.
                                 if (t.frame > 2) ages.push_back(t.frame - value);
                               }});
  }

  static std::vector<std::uint64_t> Always(std::uint64_t age) {
    return std::vector<std::uint64_t>(kFrames - 2, age);
  }
};

INSTANTIATE_TEST_SUITE_P(Executors, DataAgeCasesTest, AllExecutors(), ExecutorName);

// case-O4: a camera that is set after physics is one frame old in PrePhysics and new in
// PostUpdateWork, in every frame and on each lane.
TEST_P(DataAgeCasesTest, TheGroupDecidesHowOldTheCameraIsCaseO4) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    std::uint64_t camera = 0;
    std::vector<std::uint64_t> before;
    std::vector<std::uint64_t> after;
    AddReader(made.scheduler, camera, TickGroup::kPrePhysics, lane, before);
    AddReader(made.scheduler, camera, TickGroup::kPostUpdateWork, lane, after);
    made.scheduler.Register({.start = TickGroup::kPostPhysics,
                             .lane = lane,
                             .run = [&](const TickContext& t) { camera = t.frame; }});
    for (std::uint64_t frame = 0; frame < kFrames; ++frame) made.scheduler.RunFrame(0.1);
    EXPECT_EQ(before, Always(1));
    EXPECT_EQ(after, Always(0));
  }
}

// case-O12: reading too early costs one frame, a source with two buffers another one. A
// prerequisite takes away the first and only the first.
TEST_P(DataAgeCasesTest, OrderAndBuffersAddUpCaseO12) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    std::uint64_t written = 0;
    std::uint64_t published = 0;
    std::vector<std::uint64_t> early;
    std::vector<std::uint64_t> late;
    std::vector<std::uint64_t> early_published;
    std::vector<std::uint64_t> late_published;
    const TickHandle publish =
        scheduler.Register({.lane = lane, .run = [&](const TickContext&) { published = written; }});
    const TickHandle write =
        scheduler.Register({.lane = lane, .run = [&](const TickContext& t) { written = t.frame; }});
    const auto add = [&](const std::uint64_t& value, std::vector<std::uint64_t>& ages) {
      return AddReader(scheduler, value, TickGroup::kPrePhysics, lane, ages);
    };
    scheduler.Chain({add(written, early), add(published, early_published), publish, write,
                     add(written, late), add(published, late_published)});
    for (std::uint64_t frame = 0; frame < kFrames; ++frame) scheduler.RunFrame(0.1);
    EXPECT_EQ(late, Always(0));
    EXPECT_EQ(early, Always(1)) << "order";
    EXPECT_EQ(late_published, Always(1)) << "the source";
    EXPECT_EQ(early_published, Always(2)) << "both";
  }
}

}  // namespace
}  // namespace tickgraph
