#ifndef TICKGRAPH_TOOLS_DEMO_COMMAND_H_
#define TICKGRAPH_TOOLS_DEMO_COMMAND_H_

#include <iosfwd>
#include <optional>
#include <string>

namespace tickgraph {

/// What `tickgraph demo` is asked to do.
struct DemoOptions {
  int frames = 300;
  int actors = 2000;
  int bodies = 1000;
  /// Worker threads beside the game thread; one less than the processor has if not given.
  std::optional<int> workers = std::nullopt;
  /// Frames that the render thread may be behind: 0, 1 or 2.
  int lag = 1;
  /// A fixed clock of 60 frames a second and no window: every run does the same.
  bool headless = false;
  /// Without it packets are handed over, and nothing is drawn.
  bool draw = true;
  /// Draws an arrow along each prerequisite edge in the trace; a quarter of the file.
  bool arrows = true;
  /// Microseconds; frames whose ticks took longer are marked in the trace, and 0 marks none.
  double budget_us = 1e6 / 60;
  /// Prints one JSON object instead of the table.
  bool json = false;
  /// The folder for trace.json, plan.dot and, where no window shows them, pictures; those of a run
  /// before are taken away.
  std::string out = "tickgraph_demo";
  /// For people at a terminal: a line on `err` that says how far it is, and bold headings.
  bool progress = false;
  bool colour = false;
};

/// Runs the arena and reports: a table or a JSON object on `out`, trouble on `err`. The calling
/// thread becomes the game thread. Blocks until all frames are done or the window is closed.
/// Returns an ExitCode: findings are errors of a frame and files that cannot be written.
int RunDemoCommand(const DemoOptions& options, std::ostream& out, std::ostream& err);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_COMMAND_H_
