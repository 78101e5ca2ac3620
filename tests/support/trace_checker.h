#ifndef TICKGRAPH_TESTS_SUPPORT_TRACE_CHECKER_H_
#define TICKGRAPH_TESTS_SUPPORT_TRACE_CHECKER_H_

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace tickgraph {

/// What is wrong with a trace, and the number of the rule that it breaks.
struct TraceFault {
  int rule = 0;
  std::string text;
};

std::ostream& operator<<(std::ostream& out, const TraceFault& fault);

struct TraceCheckDefinition {
  /// Rule 10: more frames than this are a fault.
  std::size_t most_frames = 10'000;
};

/// Checks Chrome trace event JSON by the rules under which Perfetto and Tracy's importer read it:
///  1. a whole JSON object in UTF-8 with displayTimeUnit and traceEvents;
///  2. ts and dur are numbers of microseconds with three decimals, not negative, from 0 on;
///  3. pid and tid are positive integers in every event;
///  4. metadata comes first, has a tid and names the process and every thread, with a sort index;
///  5. slices are X with name, cat and args, and nest or are disjoint on each thread;
///  6. arrows: s and f with equal name, cat and id; one s an id, before its f; both at the start of
///     a slice; f binds to the enclosing slice;
///  7. counters are numbers, and each series name belongs to one counter;
///  8. instants have a scope, and there are frames;
///  9. args are flat and have at most eight entries, loc is a text with a line;
/// 10. the file ends with ]}, and the number of frames is bounded.
/// Returns at most 20 faults; none for a good trace.
std::vector<TraceFault> CheckTrace(std::string_view text, const TraceCheckDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_TRACE_CHECKER_H_
