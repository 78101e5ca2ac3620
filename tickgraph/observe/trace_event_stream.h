#ifndef TICKGRAPH_OBSERVE_TRACE_EVENT_STREAM_H_
#define TICKGRAPH_OBSERVE_TRACE_EVENT_STREAM_H_

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "tickgraph/observe/trace_track.h"

namespace tickgraph {

/// Writes the events of a Chrome trace one by one; which ones, and in what order, is up to the
/// caller. Keeps at most some 64 KiB of text.
///
///   TraceEventStream events(out, {.process_id = 1, .origin_ns = first});
///   events.Begin('X', /*thread=*/1);
///   events.Text("name", "Input");
///   events.Time("ts", start_ns);
///   events.Duration("dur", end_ns - start_ns);
///   events.End();
///   events.Finish();
///
/// Times become microseconds with three decimals, so that nanoseconds survive. Durations are a
/// tenth of a nanosecond short, with a fourth decimal: a slice that ends where the next one begins
/// does not reach into it, however a viewer rounds. One thread at a time; blocks as the stream
/// does.
class TraceEventStream {
 public:
  struct Definition {
    /// Positive.
    std::int64_t process_id = 1;
    /// Written as 0; no time is before it.
    std::int64_t origin_ns = 0;
  };

  TraceEventStream(std::ostream& out, const Definition& definition);

  /// Opens an event of the phase `phase` on thread `thread`, which is positive.
  void Begin(char phase, std::int64_t thread);
  void Text(std::string_view key, std::string_view bytes);
  /// As Text, for a value that is JSON already.
  void Json(std::string_view key, std::string_view json);
  void Integer(std::string_view key, std::int64_t value);
  void Number(std::string_view key, double value);
  void Time(std::string_view key, std::int64_t time_ns);
  /// Of the event whose Time was written before.
  void Duration(std::string_view key, std::int64_t duration_ns);
  /// What follows is inside "args", until End.
  void BeginArguments();
  void Argument(const TraceArgument& argument);
  void End();

  /// Ends the file.
  void Finish();

 private:
  void Key(std::string_view key);
  void AppendMicroseconds(std::int64_t nanoseconds);

  std::ostream& out_;
  Definition definition_;
  std::string buffer_;
  bool first_event_ = true;
  bool first_key_ = true;
  bool in_arguments_ = false;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_TRACE_EVENT_STREAM_H_
