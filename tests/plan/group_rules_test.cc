#include "tickgraph/plan/group_rules.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>

namespace tickgraph {
namespace {

struct Groups {
  int start = 0;
  int end = 0;
};

DeclaredTick Declare(Groups groups, Lane lane = Lane::kGameThread, bool engine_stage = false) {
  DeclaredTick declared;
  declared.start = static_cast<TickGroup>(groups.start);
  declared.end = static_cast<TickGroup>(groups.end);
  declared.lane = lane;
  declared.engine_stage = engine_stage;
  return declared;
}

PlannedTick After(std::initializer_list<PlannedTick> prerequisites, const DeclaredTick& declared) {
  GroupRules rules;
  for (const PlannedTick& prerequisite : prerequisites) rules.Add(prerequisite);
  return rules.Place(declared);
}

PlannedTick Alone(const DeclaredTick& declared) { return After({}, declared); }

void ExpectGroups(const PlannedTick& place, Groups groups) {
  EXPECT_EQ(GroupIndex(place.start), groups.start);
  EXPECT_EQ(GroupIndex(place.end), groups.end);
}

/// A prerequisite that really is in this group: 1 and 3 belong to engine stages.
PlannedTick In(int group, Lane lane = Lane::kGameThread) {
  return Alone(Declare({group, group}, lane, IsPhysicsEdgeGroup(static_cast<TickGroup>(group))));
}

// ---- The table of rule G4 ---------------------------------------------------------------------

struct TableRow {
  std::string name;
  Groups declared;
  std::optional<Groups> prerequisite;
  Groups effective;
};

std::ostream& operator<<(std::ostream& out, const TableRow& row) { return out << row.name; }

class GroupTableTest : public testing::TestWithParam<TableRow> {};

// rule G4
TEST_P(GroupTableTest, GivesEffectiveGroupsRuleG4) {
  const TableRow& row = GetParam();
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    GroupRules rules;
    if (row.prerequisite) {
      const Groups groups = *row.prerequisite;
      const bool is_engine = IsPhysicsEdgeGroup(static_cast<TickGroup>(groups.start));
      rules.Add(Alone(Declare(groups, Lane::kGameThread, is_engine)));
    }
    ExpectGroups(rules.Place(Declare(row.declared, lane)), row.effective);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, GroupTableTest,
    testing::Values(
        TableRow{"From0To0", {0, 0}, {}, {0, 0}}, TableRow{"From0To3", {0, 3}, {}, {0, 2}},
        TableRow{"From0To4", {0, 4}, {}, {0, 4}}, TableRow{"From4To4", {4, 4}, {}, {4, 4}},
        TableRow{"From0To0After4", {0, 0}, Groups{4, 4}, {4, 4}},
        TableRow{"From0To0After3", {0, 0}, Groups{3, 3}, {4, 4}},
        TableRow{"From0To0After1", {0, 0}, Groups{1, 1}, {2, 2}},
        TableRow{"From0To0After0To4", {0, 0}, Groups{0, 4}, {0, 4}},
        // Not in the table: rule G2, rule G3.
        TableRow{"From0To1", {0, 1}, {}, {0, 0}}, TableRow{"From2To3", {2, 3}, {}, {2, 2}},
        TableRow{"From0To5", {0, 5}, {}, {0, 5}},
        TableRow{"From0To5After4", {0, 5}, Groups{4, 4}, {4, 5}},
        TableRow{"From5To5After0", {5, 5}, Groups{0, 0}, {5, 5}},
        TableRow{"From0To3After2", {0, 3}, Groups{2, 2}, {2, 2}},
        TableRow{"From0To4After5", {0, 4}, Groups{5, 5}, {5, 5}}),
    [](const testing::TestParamInfo<TableRow>& row) { return row.param.name; });

// ---- G2 and G3 --------------------------------------------------------------------------------

// rule G3
TEST(GroupRulesTest, EngineStagesKeepThePhysicsGroupsRuleG3) {
  ExpectGroups(Alone(Declare({1, 3}, Lane::kAnyThread, true)), {1, 3});
  ExpectGroups(Alone(Declare({0, 1}, Lane::kAnyThread, true)), {0, 1});
  ExpectGroups(After({In(1)}, Declare({1, 1}, Lane::kGameThread, true)), {1, 1});
  ExpectGroups(After({In(1)}, Declare({3, 3}, Lane::kGameThread, true)), {3, 3});
}

// rule G2
TEST(GroupRulesTest, NothingIsDemotedIntoThePhysicsGroupsRuleG2) {
  ExpectGroups(After({In(1)}, Declare({0, 0}, Lane::kGameThread, true)), {2, 2});
  ExpectGroups(After({In(3)}, Declare({1, 1}, Lane::kGameThread, true)), {4, 4});
}

// rule G3
TEST(GroupRulesTest, AnEndAfterThePhysicsStepMovesPastItForOrdinaryCardsRuleG3) {
  const PlannedTick step = Alone(Declare({1, 3}, Lane::kAnyThread, true));
  ExpectGroups(After({step}, Declare({0, 0}, Lane::kAnyThread)), {2, 4});
  ExpectGroups(After({step}, Declare({3, 3}, Lane::kGameThread, true)), {3, 3});
}

// rule G2, rule G3
TEST(GroupRulesTest, TheLatestOfAllPrerequisitesCounts) {
  ExpectGroups(After({In(4), In(0), In(2)}, Declare({0, 0})), {4, 4});
  ExpectGroups(
      After({Alone(Declare({0, 5}, Lane::kAnyThread)), In(2)}, Declare({0, 0}, Lane::kAnyThread)),
      {2, 5});
}

// rule G2
TEST(GroupRulesTest, ANewcomerRunsNoEarlierThanItMayRuleG2) {
  DeclaredTick declared = Declare({0, 0});
  declared.earliest = TickGroup::kPostPhysics;
  ExpectGroups(Alone(declared), {4, 4});
  declared.earliest = TickGroup::kStartPhysics;
  ExpectGroups(Alone(declared), {2, 2});
}

// ---- P3 ---------------------------------------------------------------------------------------

// rule P3
TEST(GroupRulesTest, ADisabledCardPassesOnOnlyWhatReachesItRuleP3) {
  DeclaredTick disabled = Declare({5, 5}, Lane::kAnyThread);
  disabled.runs = false;
  const PlannedTick nothing = Alone(disabled);
  ExpectGroups(After({nothing}, Declare({0, 0})), {0, 0});

  const PlannedTick worker = Alone(Declare({0, 4}, Lane::kAnyThread));
  const PlannedTick passed = After({worker}, disabled);
  const PlannedTick through = After({passed}, Declare({0, 0}));
  EXPECT_EQ(through, After({worker}, Declare({0, 0})));
  ExpectGroups(through, {0, 4});
}

// ---- L9 ---------------------------------------------------------------------------------------

// rule L9
TEST(GroupRulesTest, AGameThreadCardRunsInItsStartGroupRuleL9) {
  EXPECT_EQ(Alone(Declare({0, 5})).segment, MainSegment(0));
  EXPECT_EQ(After({In(0, Lane::kAnyThread)}, Declare({0, 0})).segment, MainSegment(0));
  EXPECT_EQ(After({Alone(Declare({0, 4}, Lane::kAnyThread))}, Declare({4, 4})).segment,
            MainSegment(4));
}

// rule L9
TEST(GroupRulesTest, AGameThreadCardWaitsForTheLaterEndOfAWorkerRuleL9) {
  const PlannedTick worker = Alone(Declare({0, 4}, Lane::kAnyThread));
  EXPECT_EQ(After({worker}, Declare({0, 0})).segment, WaitSegment(4));
  const PlannedTick step = Alone(Declare({1, 3}, Lane::kAnyThread, true));
  EXPECT_EQ(After({step}, Declare({0, 0})).segment, WaitSegment(3));
  const PlannedTick overlapping = Alone(Declare({0, 2}, Lane::kAnyThread));
  EXPECT_EQ(After({overlapping}, Declare({0, 0})).segment, WaitSegment(2));
}

// rule L9
TEST(GroupRulesTest, ALaterEndOnTheGameThreadMovesNothingRuleL9) {
  const PlannedTick game = Alone(Declare({0, 4}));
  EXPECT_EQ(After({game}, Declare({0, 0})).segment, MainSegment(0));
}

// rule L9
TEST(GroupRulesTest, ADuringPhysicsCardAfterAWorkerRunsInTheJoinRuleL9) {
  EXPECT_EQ(After({In(2, Lane::kAnyThread)}, Declare({2, 2})).segment, WaitSegment(2));
  EXPECT_EQ(After({In(2)}, Declare({2, 2})).segment, MainSegment(2));
  EXPECT_EQ(After({In(0, Lane::kAnyThread)}, Declare({2, 2})).segment, MainSegment(2));
}

// rule L9
TEST(GroupRulesTest, WhatFollowsAMovedCardMovesWithItRuleL9) {
  const PlannedTick worker = Alone(Declare({0, 4}, Lane::kAnyThread));
  const PlannedTick moved = After({worker}, Declare({0, 0}));
  const PlannedTick game = After({moved}, Declare({0, 0}));
  EXPECT_EQ(game.segment, WaitSegment(4));
  const PlannedTick next_worker = After({moved}, Declare({0, 0}, Lane::kAnyThread));
  EXPECT_EQ(next_worker.segment, WaitSegment(4));
  ExpectGroups(next_worker, {0, 4});
  EXPECT_EQ(After({next_worker}, Declare({0, 0})).segment, WaitSegment(4));
  EXPECT_EQ(After({moved}, Declare({4, 4})).segment, WaitSegment(4));
  EXPECT_EQ(After({moved}, Declare({5, 5})).segment, MainSegment(5));
  // A worker that may run on even longer moves its own dependents further.
  const PlannedTick longer = After({moved}, Declare({0, 5}, Lane::kAnyThread));
  EXPECT_EQ(After({longer}, Declare({0, 0})).segment, WaitSegment(5));
}

// rule L9
TEST(GroupRulesTest, TheLastGroupHasAWait) {
  const PlannedTick worker = Alone(Declare({0, 5}, Lane::kAnyThread));
  const PlannedTick moved = After({worker}, Declare({0, 0}));
  EXPECT_EQ(moved.segment, WaitSegment(5));
  EXPECT_LT(moved.segment, kSegmentCount);
}

}  // namespace
}  // namespace tickgraph
