#ifndef TICKGRAPH_TESTS_SUPPORT_ORACLE_H_
#define TICKGRAPH_TESTS_SUPPORT_ORACLE_H_

#include <utility>
#include <vector>

#include "tests/support/scenario.h"

namespace tickgraph {

/// A card, or one of the two ends of a set: twice the item's number, plus one for the end of a set.
using OracleNode = int;

/// One place in the order of a frame: a card that was called, or something that only finished.
struct OracleTake {
  OracleNode node = 0;
  bool ran = false;
  int start = 0;
  int end = 0;
  /// What had to have finished.
  std::vector<OracleNode> after;
};

/// What must happen in a scenario, read off its cards by the rules (oracle_order.h says what of
/// them). Nothing is fast, and of the library only the names of types are used.
struct OracleResult {
  ScenarioOutcome outcome;
  /// By frame, in plan order.
  std::vector<std::vector<OracleTake>> takes;
};

/// Takes those steps out of `scenario` whose outcome no rule fixes, for example disabling a card
/// that a worker may just be starting, and returns what must happen in the others.
OracleResult AskOracle(Scenario& scenario);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_ORACLE_H_
