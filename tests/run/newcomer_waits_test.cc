#include "tickgraph/run/newcomer_waits.h"

#include <gtest/gtest.h>

#include <set>

namespace tickgraph {
namespace {

/// Positions are chunks of their own here.
class NewcomerWaitsTest : public testing::Test {
 protected:
  std::uint32_t UnfinishedChunkOf(std::uint32_t position) const {
    return finished_.contains(position) ? ChunkLayout::kNoChunk : position;
  }
  bool Enter(AnnexCard& card) {
    return waits_.Enter(card, [this](std::uint32_t at) { return UnfinishedChunkOf(at); });
  }
  bool IsReady(const AnnexCard& card) {
    return waits_.IsReady(card, [this](std::uint32_t at) { return UnfinishedChunkOf(at); });
  }
  std::vector<AnnexCard*> Finish(std::uint32_t chunk) {
    finished_.insert(chunk);
    return waits_.ChunkFinished(chunk);
  }

  std::set<std::uint32_t> finished_;
  NewcomerWaits waits_;
};

using Cards = std::vector<AnnexCard*>;

TEST_F(NewcomerWaitsTest, ACardThatComesAfterNothingIsReadyAtOnce) {
  AnnexCard card;
  EXPECT_TRUE(Enter(card));
}

TEST_F(NewcomerWaitsTest, ACardIsReadyWithTheLastThingThatItWaitsFor) {
  AnnexCard before;
  AnnexCard card;
  before.reached = true;
  card.plan_prerequisites = {3, 4, 5};
  card.annex_prerequisites = {&before};
  finished_.insert(4);
  EXPECT_FALSE(IsReady(card));
  EXPECT_FALSE(Enter(card));
  EXPECT_EQ(Finish(3), Cards());
  EXPECT_EQ(waits_.CardFinished(before), Cards());
  EXPECT_EQ(Finish(7), Cards());
  EXPECT_FALSE(IsReady(card));
  EXPECT_EQ(Finish(5), Cards{&card});
  EXPECT_TRUE(IsReady(card));
}

TEST_F(NewcomerWaitsTest, ACardThatWasEnabledAgainWaitsForItsOwnPlace) {
  AnnexCard card;
  card.plan_position = 9;
  EXPECT_TRUE(Enter(card));
  card.comes_after_own_place = true;
  EXPECT_FALSE(Enter(card));
  EXPECT_EQ(Finish(9), Cards{&card});
}

TEST_F(NewcomerWaitsTest, ACardThatWasWithdrawnBeforeItsTurnHoldsNothingUp) {
  AnnexCard withdrawn;
  withdrawn.withdrawn = true;
  AnnexCard card;
  card.annex_prerequisites = {&withdrawn};
  EXPECT_TRUE(IsReady(card));
  EXPECT_TRUE(Enter(card));
}

TEST_F(NewcomerWaitsTest, ClearForgetsAll) {
  AnnexCard card;
  card.plan_prerequisites = {3};
  EXPECT_FALSE(Enter(card));
  waits_.Clear();
  EXPECT_EQ(Finish(3), Cards());
}

}  // namespace
}  // namespace tickgraph
