#ifndef TICKGRAPH_TESTS_TOOLS_OUTCOME_H_
#define TICKGRAPH_TESTS_TOOLS_OUTCOME_H_

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace tickgraph {

/// What a verb of the command returned and wrote.
///
///   const Outcome outcome = OutcomeOf(RunPlanCommand, PlanOptions{.file = "a.dot"});
///   EXPECT_EQ(outcome.code, kFine) << outcome.err;
struct Outcome {
  int code = 0;
  std::string out;
  std::string err;

  nlohmann::json Parsed() const {
    return nlohmann::json::parse(out, nullptr, /*allow_exceptions=*/false);
  }
};

template <typename Verb, typename Options>
Outcome OutcomeOf(Verb verb, const Options& options) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = verb(options, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_TOOLS_OUTCOME_H_
