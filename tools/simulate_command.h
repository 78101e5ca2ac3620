#ifndef TICKGRAPH_TOOLS_SIMULATE_COMMAND_H_
#define TICKGRAPH_TOOLS_SIMULATE_COMMAND_H_

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace tickgraph {

/// `tickgraph simulate FILE…`: how long a frame of each schedule takes on p processors, in virtual
/// time.
struct SimulateOptions {
  std::vector<std::filesystem::path> files = {};
  /// Each from 1 to 10^6.
  std::vector<int> processors = {1, 2, 4, 8, 16};
  /// Changes as ParseScheduleChange reads them; made together.
  std::vector<std::string> what_if = {};
  /// Cost of a card whose cost the file does not give, microseconds, 0 to 10^6.
  double cost_us = 5;
  /// Lists that are tried at most to find a better order, for each number of processors; 0 to 10^6,
  /// 0 for no search.
  int search = 0;
  /// For programs instead of people.
  bool json = false;
  /// Reads everything that can be read; each loss is a warning.
  bool lenient = false;
};

/// Runs the verb. Returns an ExitCode: findings are warnings and cycles.
int RunSimulateCommand(const SimulateOptions& options, std::ostream& out, std::ostream& err);

/// Reads "1,2,4". Errors: InvalidArgument where something is no number from 1 to 10^6.
absl::StatusOr<std::vector<int>> ParseProcessors(std::string_view text);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_SIMULATE_COMMAND_H_
