#ifndef TICKGRAPH_TOOLS_PLAN_COMMAND_H_
#define TICKGRAPH_TOOLS_PLAN_COMMAND_H_

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace tickgraph {

/// `tickgraph plan FILE`: what a schedule is, in which order it would run, and what is odd in it.
struct PlanOptions {
  std::filesystem::path file = {};
  /// For programs instead of people.
  bool json = false;
  /// Where to write the schedule and its plan for Graphviz.
  std::optional<std::filesystem::path> dot = std::nullopt;
  /// Where to write the schedule in our own JSON.
  std::optional<std::filesystem::path> save = std::nullopt;
  /// Names of cards to explain instead of the whole plan.
  std::vector<std::string> explain = {};
  /// Reads everything that can be read; each loss is a warning.
  bool lenient = false;
};

/// Runs the verb. Returns an ExitCode: findings are warnings and cycles.
int RunPlanCommand(const PlanOptions& options, std::ostream& out, std::ostream& err);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_PLAN_COMMAND_H_
