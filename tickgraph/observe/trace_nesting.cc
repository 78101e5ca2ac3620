#include "tickgraph/observe/trace_nesting.h"

#include <algorithm>

namespace tickgraph {

void NestSpans(std::vector<TraceSpan>& spans) {
  for (TraceSpan& span : spans) span.end_ns = std::max(span.end_ns, span.start_ns);
  std::stable_sort(spans.begin(), spans.end(), [](const TraceSpan& a, const TraceSpan& b) {
    if (a.start_ns != b.start_ns) return a.start_ns < b.start_ns;
    if (a.end_ns != b.end_ns) return a.end_ns > b.end_ns;
    return a.depth < b.depth;
  });
  std::vector<std::int64_t> open_ends;
  for (TraceSpan& span : spans) {
    while (!open_ends.empty() && open_ends.back() <= span.start_ns) open_ends.pop_back();
    if (!open_ends.empty()) span.end_ns = std::min(span.end_ns, open_ends.back());
    open_ends.push_back(span.end_ns);
  }
}

}  // namespace tickgraph
