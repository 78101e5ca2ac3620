#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_FRAME_TABLE_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_FRAME_TABLE_H_

#include <ostream>
#include <string>
#include <vector>

#include "benchmarks/support/frame_case.h"
#include "benchmarks/support/keeping_reporter.h"

namespace tickgraph {

/// Prints nanoseconds a card and frame: a line for each case that was measured, beginning with
/// "table", and a column for each contender; `bound_2` is the limit for two threads, from the
/// `loop_b` of the same run.
void PrintFrameTable(std::ostream& out, const std::vector<FrameCase>& cases,
                     const std::vector<std::string>& contenders, const KeepingReporter& times);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_FRAME_TABLE_H_
