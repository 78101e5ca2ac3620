#ifndef TICKGRAPH_OBSERVE_TRACE_TRACK_H_
#define TICKGRAPH_OBSERVE_TRACE_TRACK_H_

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tickgraph {

using TraceValue = std::variant<std::int64_t, double, std::string>;
/// Key and value, shown beside a slice. Few of them, please: they make most of a file's size.
using TraceArgument = std::pair<std::string, TraceValue>;

/// A named stretch of time. Times are nanoseconds on the clock of frame records.
struct TraceSlice {
  std::string name;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::vector<TraceArgument> arguments = {};
};

/// Work that no frame record holds, shown as a thread of its own, for example what a render thread
/// drew. Slices may come in any order; one that overlaps another only in part is cut at its end.
struct TraceTrack {
  std::string name;
  /// One word for all slices, by which viewers filter.
  std::string category = "track";
  std::vector<TraceSlice> slices = {};
};

/// A number over time. Names are unique in a trace; those of memory end in "_bytes".
struct TraceCounter {
  struct Sample {
    std::int64_t time_ns = 0;
    double value = 0;
  };
  std::string name;
  std::vector<Sample> samples;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_TRACE_TRACK_H_
