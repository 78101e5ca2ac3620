#include "tickgraph/run/current_card.h"

#include <gtest/gtest.h>

#include <thread>

#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

TEST(CurrentCardTest, ScopesNestAndBelongToTheirThread) {
  EXPECT_EQ(CurrentCard::Top(), nullptr);
  const TickContext outer;
  const TickContext inner;
  {
    const CurrentCard outer_scope(outer);
    EXPECT_EQ(&CurrentCard::Top()->context(), &outer);
    EXPECT_EQ(CurrentCard::Top()->outer(), nullptr);
    {
      const CurrentCard inner_scope(inner);
      EXPECT_EQ(&CurrentCard::Top()->context(), &inner);
      EXPECT_EQ(CurrentCard::Top()->outer(), &outer_scope);
      std::thread([] { EXPECT_EQ(CurrentCard::Top(), nullptr); }).join();
    }
    EXPECT_EQ(CurrentCard::Top(), &outer_scope);
  }
  EXPECT_EQ(CurrentCard::Top(), nullptr);
}

}  // namespace
}  // namespace tickgraph
