#include "tickgraph/observe/trace_event_stream.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/observe/json_text.h"

namespace tickgraph {
namespace {

constexpr std::size_t kFlushAt = 60 * 1024;

}  // namespace

TraceEventStream::TraceEventStream(std::ostream& out, const Definition& definition)
    : out_(out),
      definition_(definition),
      buffer_("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[") {}

void TraceEventStream::Begin(char phase, std::int64_t thread) {
  buffer_ += first_event_ ? "\n{" : ",\n{";
  first_event_ = false;
  first_key_ = true;
  Key("ph");
  buffer_ += {'"', phase, '"'};
  Integer("pid", definition_.process_id);
  Integer("tid", thread);
}

void TraceEventStream::Key(std::string_view key) {
  if (!std::exchange(first_key_, false)) buffer_.push_back(',');
  AppendJsonString(buffer_, key);
  buffer_.push_back(':');
}

void TraceEventStream::Text(std::string_view key, std::string_view bytes) {
  Key(key);
  AppendJsonString(buffer_, bytes);
}

void TraceEventStream::Json(std::string_view key, std::string_view json) {
  Key(key);
  buffer_.append(json);
}

void TraceEventStream::Integer(std::string_view key, std::int64_t value) {
  Key(key);
  absl::StrAppend(&buffer_, value);
}

void TraceEventStream::Number(std::string_view key, double value) {
  Key(key);
  AppendJsonNumber(buffer_, value);
}

void TraceEventStream::Time(std::string_view key, std::int64_t time_ns) {
  Key(key);
  AppendMicroseconds(std::max(time_ns, definition_.origin_ns) - definition_.origin_ns);
}

void TraceEventStream::Duration(std::string_view key, std::int64_t duration_ns) {
  Key(key);
  const std::int64_t nanoseconds = std::max<std::int64_t>(duration_ns, 0);
  if (nanoseconds == 0) return AppendMicroseconds(0);
  const std::int64_t tenths = 10 * nanoseconds - 1;
  absl::StrAppendFormat(&buffer_, "%d.%04d", tenths / 10'000, tenths % 10'000);
}

void TraceEventStream::AppendMicroseconds(std::int64_t nanoseconds) {
  absl::StrAppendFormat(&buffer_, "%d.%03d", nanoseconds / 1000, nanoseconds % 1000);
}

void TraceEventStream::BeginArguments() {
  Key("args");
  buffer_.push_back('{');
  first_key_ = true;
  in_arguments_ = true;
}

void TraceEventStream::Argument(const TraceArgument& argument) {
  const auto& [key, value] = argument;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    Integer(key, *integer);
  } else if (const auto* number = std::get_if<double>(&value)) {
    Number(key, *number);
  } else {
    Text(key, std::get<std::string>(value));
  }
}

void TraceEventStream::End() {
  buffer_ += std::exchange(in_arguments_, false) ? "}}" : "}";
  if (buffer_.size() < kFlushAt) return;
  out_ << buffer_;
  buffer_.clear();
}

void TraceEventStream::Finish() {
  buffer_ += "\n]}\n";
  out_ << buffer_;
  out_.flush();
  buffer_.clear();
}

}  // namespace tickgraph
