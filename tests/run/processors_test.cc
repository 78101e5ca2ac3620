#include "tickgraph/run/processors.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace tickgraph {
namespace {

cpu_set_t MaskOf(pid_t thread) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  EXPECT_EQ(sched_getaffinity(thread, sizeof(mask), &mask), 0);
  return mask;
}

TEST(ProcessorsTest, ThoseOfTheMaskAreNumberedInTheirOrder) {
  std::thread([] {
    const cpu_set_t all = MaskOf(0);
    const Processors processors = Processors::OfThisThread();
    ASSERT_EQ(processors.count(), CPU_COUNT(&all));
    int index = 0;
    for (int number = 0; number < CPU_SETSIZE; ++number) {
      if (!CPU_ISSET(static_cast<unsigned>(number), &all)) continue;
      for (const int rounds : {0, 1}) {
        const auto before = processors.Pin(ThisThread(), index + rounds * processors.count());
        ASSERT_TRUE(before.has_value());
        EXPECT_TRUE(CPU_EQUAL(&*before, &all));
        const cpu_set_t one = MaskOf(0);
        EXPECT_EQ(CPU_COUNT(&one), 1);
        EXPECT_TRUE(CPU_ISSET(static_cast<unsigned>(number), &one));
        EXPECT_EQ(Processors::OfThisThread().count(), 1);
        ASSERT_TRUE(SetProcessors(ThisThread(), *before));
      }
      ++index;
    }
  }).join();
}

TEST(ProcessorsTest, AThreadThatIsNotThereIsRefused) {
  const Processors processors = Processors::OfThisThread();
  constexpr pid_t kNobody = 0x7ffffff0;
  EXPECT_FALSE(processors.Pin(kNobody, 0).has_value());
  EXPECT_FALSE(SetProcessors(kNobody, MaskOf(0)));
}

}  // namespace
}  // namespace tickgraph
