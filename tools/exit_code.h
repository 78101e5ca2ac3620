#ifndef TICKGRAPH_TOOLS_EXIT_CODE_H_
#define TICKGRAPH_TOOLS_EXIT_CODE_H_

namespace tickgraph {

/// What every verb of the command returns to the shell.
enum ExitCode : int {
  kFine = 0,
  /// It worked, and there is something that a person should look at.
  kFindings = 1,
  /// Wrong options, a file that cannot be read, or output that cannot be written.
  kBadUse = 2,
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_EXIT_CODE_H_
