#ifndef TICKGRAPH_OBSERVE_TRACE_NESTING_H_
#define TICKGRAPH_OBSERVE_TRACE_NESTING_H_

#include <cstdint>
#include <vector>

namespace tickgraph {

/// A slice of one thread on its way into a trace.
struct TraceSpan {
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  /// Of two slices with the same times the one of lower depth is the outer one.
  std::uint32_t depth = 0;
  /// What the slice is; means something to the caller only.
  std::uint32_t payload = 0;
};

/// Sorts the slices of one thread so that outer ones come before those inside, and cuts the ends
/// of those that reach out of the slice that they started in: viewers want slices that nest or are
/// disjoint. Starts are never moved. Any thread; does not block; O(n log n).
void NestSpans(std::vector<TraceSpan>& spans);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_TRACE_NESTING_H_
