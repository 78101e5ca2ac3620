#ifndef TICKGRAPH_TESTS_SUPPORT_SCENARIO_RUN_H_
#define TICKGRAPH_TESTS_SUPPORT_SCENARIO_RUN_H_

#include <string>

#include "tests/support/oracle.h"
#include "tests/support/scenario.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {

/// Plays a scenario on a scheduler of this definition and compares it with the oracle: who ran, in
/// which order, reports, sequence, groups, and from recorded times each edge and each group.
/// Returns the first difference as text; empty where there is none. `delays` puts seeded pauses
/// around cards, to find lost wake-ups.
std::string CheckScenario(const Scenario& scenario, const OracleResult& oracle,
                          TickSchedulerDefinition definition, bool delays = false);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SCENARIO_RUN_H_
