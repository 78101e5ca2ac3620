#include "tests/support/trace_checker.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>

namespace tickgraph {
namespace {

using nlohmann::json;

constexpr std::size_t kMostFaults = 20;
constexpr std::size_t kMostArguments = 8;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Whether every number behind `key` in the text has three decimals, or `or_more` of them; the
// parsed value cannot tell.
bool HasThreeDecimals(std::string_view text, std::string_view key, bool or_more) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
    at += key.size();
    while (at < text.size() && IsDigit(text[at])) ++at;
    if (at + 4 >= text.size() || text[at] != '.' || !IsDigit(text[at + 1]) ||
        !IsDigit(text[at + 2]) || !IsDigit(text[at + 3]) || (!or_more && IsDigit(text[at + 4]))) {
      return false;
    }
  }
  return true;
}

class TraceChecker {
 public:
  TraceChecker(std::string_view text, const TraceCheckDefinition& definition)
      : text_(text), definition_(definition) {}

  std::vector<TraceFault> Check() {
    if (!ParseContainer()) return std::move(faults_);
    for (const json& event : trace_["traceEvents"]) {
      if (faults_.size() >= kMostFaults) break;
      CheckEvent(event);
    }
    CheckWhole();
    if (faults_.size() > kMostFaults) faults_.resize(kMostFaults);
    return std::move(faults_);
  }

 private:
  // Nanoseconds, which are exact where microseconds as doubles are not.
  struct Slice {
    std::int64_t start = 0;
    std::int64_t end = 0;
  };
  struct ArrowEnd {
    std::int64_t thread = 0;
    std::int64_t time = 0;
  };
  struct Arrow {
    std::vector<ArrowEnd> starts;
    std::vector<ArrowEnd> finishes;
  };

  void Fault(int rule, std::string text) { faults_.push_back({rule, std::move(text)}); }

  void FaultIn(int rule, const json& event, const std::string& text) {
    Fault(rule,
          text + ": " + event.dump(-1, ' ', false, json::error_handler_t::replace).substr(0, 300));
  }

  bool ParseContainer() {
    trace_ = json::parse(text_, nullptr, /*allow_exceptions=*/false);
    std::string_view end = text_;
    while (!end.empty() && (end.back() == '\n' || end.back() == ' ')) end.remove_suffix(1);
    if (!end.ends_with("]}")) Fault(10, "the file does not end with ]}");
    if (trace_.is_discarded()) {
      Fault(1, "the file is not JSON in UTF-8");
      return false;
    }
    if (!trace_.is_object() || !trace_.contains("traceEvents") ||
        !trace_["traceEvents"].is_array()) {
      Fault(1, "the file is not an object with a list traceEvents");
      return false;
    }
    if (!trace_.contains("displayTimeUnit") || trace_["displayTimeUnit"] != "ms") {
      Fault(1, "displayTimeUnit is not \"ms\"");
    }
    if (!HasThreeDecimals(text_, "\"ts\":", false) || !HasThreeDecimals(text_, "\"dur\":", true)) {
      Fault(2, "a time is not written with three decimals");
    }
    return true;
  }

  // A time in nanoseconds; nothing, and a fault, where it is no good.
  std::optional<std::int64_t> Time(const json& event, const char* key) {
    const auto found = event.find(key);
    if (found == event.end() || !found->is_number()) {
      FaultIn(2, event, std::string(key) + " is not a number");
      return std::nullopt;
    }
    const double nanoseconds = found->get<double>() * 1000;
    // Beyond 2^50 ns doubles of microseconds no longer hold every nanosecond safely.
    if (nanoseconds < 0 || nanoseconds > 0x1p50) {
      FaultIn(2, event, std::string(key) + " is negative or does not count from the first event");
      return std::nullopt;
    }
    return std::llround(nanoseconds);
  }

  std::string Text(const json& event, const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_string() ? found->get<std::string>() : "";
  }

  void CheckEvent(const json& event) {
    const std::string phase = Text(event, "ph");
    for (const char* key : {"pid", "tid"}) {
      const auto found = event.find(key);
      if (found == event.end() || !found->is_number_integer() || found->get<std::int64_t>() <= 0) {
        FaultIn(3, event, std::string(key) + " is not a positive integer");
        return;
      }
    }
    const std::int64_t thread = event["tid"].get<std::int64_t>();
    CheckArguments(event);
    if (phase == "M") return CheckMetadata(event, thread);
    metadata_is_over_ = true;
    used_threads_.insert(thread);
    const auto time = Time(event, "ts");
    if (!time.has_value()) return;
    first_time_ = std::min(first_time_, *time);
    if (phase == "X") {
      CheckSlice(event, thread, *time);
    } else if (phase == "s" || phase == "f") {
      CheckArrowEnd(event, thread, *time, phase == "s");
    } else if (phase == "C") {
      CheckCounter(event);
    } else if (phase == "i") {
      const std::string scope = Text(event, "s");
      if (scope != "t" && scope != "p" && scope != "g") FaultIn(8, event, "no scope");
    } else {
      FaultIn(5, event, "events of this phase do not open everywhere");
    }
  }

  void CheckArguments(const json& event) {
    if (const auto loc = event.find("loc"); loc != event.end()) {
      const std::string place = Text(event, "loc");
      const std::size_t colon = place.rfind(':');
      if (colon == std::string::npos || colon + 1 == place.size() || !IsDigit(place[colon + 1])) {
        FaultIn(9, event, "loc is not a file and a line");
      }
    }
    const auto arguments = event.find("args");
    if (arguments == event.end()) return;
    if (!arguments->is_object() || arguments->size() > kMostArguments) {
      return FaultIn(9, event, "args is not a small object");
    }
    for (const json& value : *arguments) {
      if (value.is_structured()) FaultIn(9, event, "args is not flat");
    }
  }

  void CheckMetadata(const json& event, std::int64_t thread) {
    if (metadata_is_over_) FaultIn(4, event, "metadata after other events");
    const std::string name = Text(event, "name");
    const json arguments = event.value("args", json::object());
    if (name == "process_name" || name == "thread_name") {
      if (!arguments.contains("name") || !arguments["name"].is_string()) {
        return FaultIn(4, event, "args.name is missing");
      }
    } else if (name == "process_sort_index" || name == "thread_sort_index") {
      if (!arguments.contains("sort_index") || !arguments["sort_index"].is_number_integer()) {
        return FaultIn(4, event, "args.sort_index is missing");
      }
    }
    metadata_.insert({name, name.starts_with("process") ? 0 : thread});
  }

  void CheckSlice(const json& event, std::int64_t thread, std::int64_t start) {
    const auto duration = Time(event, "dur");
    if (!duration.has_value()) return;
    const auto name = event.find("name");
    if (name == event.end() || !name->is_string() || Text(event, "cat").empty() ||
        !event.contains("args")) {
      FaultIn(5, event, "a slice without name, cat or args");
    }
    slices_[thread].push_back({start, start + *duration});
    if (Text(event, "cat") == "frame") ++frames_;
  }

  void CheckArrowEnd(const json& event, std::int64_t thread, std::int64_t time, bool is_start) {
    const auto id = event.find("id");
    const bool integer = id != event.end() && id->is_number_integer();
    const bool hexadecimal =
        id != event.end() && id->is_string() &&
        id->get<std::string>().find_first_not_of("0123456789abcdefABCDEFx") == std::string::npos;
    if (Text(event, "name").empty() || Text(event, "cat").empty() || (!integer && !hexadecimal)) {
      return FaultIn(6, event, "an arrow without name, cat or a good id");
    }
    if (!is_start && Text(event, "bp") != "e") FaultIn(6, event, "an arrow that binds to the next");
    Arrow& arrow = arrows_[{Text(event, "cat"), Text(event, "name"), id->dump()}];
    (is_start ? arrow.starts : arrow.finishes).push_back({thread, time});
  }

  void CheckCounter(const json& event) {
    const std::string name = Text(event, "name");
    const json arguments = event.value("args", json::object());
    if (name.empty() || arguments.empty()) FaultIn(7, event, "a counter without name or value");
    for (const auto& [series, value] : arguments.items()) {
      if (!value.is_number()) FaultIn(7, event, "a counter that is no number");
      if (counter_of_series_.emplace(series, name).first->second != name) {
        FaultIn(7, event, "a series name that another counter has");
      }
    }
  }

  void CheckWhole() {
    if (!used_threads_.empty() && first_time_ != 0) Fault(2, "no event is at time 0");
    if (!metadata_.contains({"process_name", 0})) Fault(4, "the process has no name");
    if (!metadata_.contains({"process_sort_index", 0})) Fault(4, "the process has no sort index");
    for (const std::int64_t thread : used_threads_) {
      for (const char* name : {"thread_name", "thread_sort_index"}) {
        if (!metadata_.contains({name, thread})) {
          Fault(4, "thread " + std::to_string(thread) + " has no " + name);
        }
      }
    }
    for (auto& [thread, slices] : slices_) CheckNesting(thread, slices);
    for (const auto& [key, arrow] : arrows_) CheckArrow(std::get<2>(key), arrow);
    if (frames_ == 0) Fault(8, "there is no frame");
    if (frames_ > definition_.most_frames) Fault(10, "there are too many frames");
  }

  void CheckNesting(std::int64_t thread, std::vector<Slice>& slices) {
    std::sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
      return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    std::vector<std::int64_t> open;
    for (const Slice& slice : slices) {
      while (!open.empty() && open.back() <= slice.start) open.pop_back();
      if (!open.empty() && slice.end > open.back()) {
        return Fault(5, "slices of thread " + std::to_string(thread) + " overlap in part at " +
                            std::to_string(slice.start) + " ns");
      }
      open.push_back(slice.end);
    }
  }

  bool StartsSlice(const ArrowEnd& end) const {
    const auto found = slices_.find(end.thread);
    if (found == slices_.end()) return false;
    const auto slice = std::lower_bound(
        found->second.begin(), found->second.end(), end.time,
        [](const Slice& candidate, std::int64_t time) { return candidate.start < time; });
    return slice != found->second.end() && slice->start == end.time;
  }

  void CheckArrow(const std::string& id, const Arrow& arrow) {
    if (arrow.starts.size() != 1) {
      return Fault(6, "arrow " + id + " has " + std::to_string(arrow.starts.size()) + " starts");
    }
    if (arrow.finishes.empty()) return Fault(6, "arrow " + id + " leads nowhere");
    if (!StartsSlice(arrow.starts.front())) Fault(6, "arrow " + id + " starts at no slice");
    for (const ArrowEnd& finish : arrow.finishes) {
      if (!StartsSlice(finish)) Fault(6, "arrow " + id + " ends at no slice");
      if (finish.time < arrow.starts.front().time) Fault(6, "arrow " + id + " leads back in time");
    }
  }

  std::string_view text_;
  TraceCheckDefinition definition_;
  json trace_;
  std::vector<TraceFault> faults_;
  bool metadata_is_over_ = false;
  std::int64_t first_time_ = INT64_MAX;
  std::size_t frames_ = 0;
  std::set<std::int64_t> used_threads_;
  std::set<std::pair<std::string, std::int64_t>> metadata_;
  std::map<std::int64_t, std::vector<Slice>> slices_;
  std::map<std::tuple<std::string, std::string, std::string>, Arrow> arrows_;
  std::map<std::string, std::string> counter_of_series_;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, const TraceFault& fault) {
  return out << "rule " << fault.rule << ": " << fault.text;
}

std::vector<TraceFault> CheckTrace(std::string_view text, const TraceCheckDefinition& definition) {
  return TraceChecker(text, definition).Check();
}

}  // namespace tickgraph
