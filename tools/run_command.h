#ifndef TICKGRAPH_TOOLS_RUN_COMMAND_H_
#define TICKGRAPH_TOOLS_RUN_COMMAND_H_

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>

namespace tickgraph {

/// `tickgraph run FILE`: runs a schedule on the real executor and checks its order from recorded
/// times.
struct RunOptions {
  std::filesystem::path file = {};
  /// At least 1.
  std::int64_t frames = 300;
  /// Worker threads, 0 to 1024; not given: one less than the processor has.
  std::optional<int> workers = std::nullopt;
  /// Work of a card whose cost the file does not give, microseconds, 0 to 10^6.
  double cost_us = 5;
  /// Of the cards whose lane the file does not name, the share on the game thread, 0 to 1.
  double game_share = 0.7;
  /// Chooses which.
  std::uint64_t seed = 1;
  /// One thread, in plan order.
  bool serial = false;
  bool json = false;
  bool lenient = false;
};

/// Runs the verb. Returns an ExitCode: findings are broken edges and errors of a frame, cycles
/// among them.
int RunScheduleCommand(const RunOptions& options, std::ostream& out, std::ostream& err);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_RUN_COMMAND_H_
