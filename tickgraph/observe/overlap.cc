#include "tickgraph/observe/overlap.h"

#include <algorithm>

namespace tickgraph {
namespace {

// The union as disjoint spans in order of time.
std::vector<TimeSpan> Union(std::span<const TimeSpan> spans) {
  std::vector<TimeSpan> sorted(spans.begin(), spans.end());
  std::erase_if(sorted, [](const TimeSpan& span) { return span.end_ns <= span.start_ns; });
  std::sort(sorted.begin(), sorted.end(),
            [](const TimeSpan& a, const TimeSpan& b) { return a.start_ns < b.start_ns; });
  std::vector<TimeSpan> merged;
  for (const TimeSpan& span : sorted) {
    if (merged.empty() || span.start_ns > merged.back().end_ns) {
      merged.push_back(span);
    } else {
      merged.back().end_ns = std::max(merged.back().end_ns, span.end_ns);
    }
  }
  return merged;
}

std::int64_t Length(const std::vector<TimeSpan>& disjoint) {
  std::int64_t length = 0;
  for (const TimeSpan& span : disjoint) length += span.end_ns - span.start_ns;
  return length;
}

std::int64_t Intersection(const std::vector<TimeSpan>& first, const std::vector<TimeSpan>& second) {
  std::int64_t length = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < first.size() && j < second.size()) {
    const std::int64_t start = std::max(first[i].start_ns, second[j].start_ns);
    const std::int64_t end = std::min(first[i].end_ns, second[j].end_ns);
    if (end > start) length += end - start;
    if (first[i].end_ns < second[j].end_ns) {
      ++i;
    } else {
      ++j;
    }
  }
  return length;
}

}  // namespace

std::int64_t CoveredTime(std::span<const TimeSpan> spans) { return Length(Union(spans)); }

std::int64_t OverlapTime(std::span<const TimeSpan> first, std::span<const TimeSpan> second) {
  return Intersection(Union(first), Union(second));
}

double OverlapShare(std::span<const TimeSpan> first, std::span<const TimeSpan> second) {
  const std::vector<TimeSpan> a = Union(first);
  const std::vector<TimeSpan> b = Union(second);
  const std::int64_t shorter = std::min(Length(a), Length(b));
  if (shorter == 0) return 0;
  return static_cast<double>(Intersection(a, b)) / static_cast<double>(shorter);
}

std::vector<TimeSpan> SpansOfCard(const FrameRecord& record, TickHandle card) {
  std::vector<TimeSpan> spans;
  for (const CardRun& run : record.runs) {
    if (run.card == card) spans.push_back({run.start_ns, run.end_ns});
  }
  return spans;
}

std::vector<TimeSpan> SpansOfGroup(const FrameRecord& record, TickGroup group, TickHandle without) {
  std::vector<TimeSpan> spans;
  for (const CardRun& run : record.runs) {
    if (run.group == group && run.card != without) spans.push_back({run.start_ns, run.end_ns});
  }
  return spans;
}

}  // namespace tickgraph
