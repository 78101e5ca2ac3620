#include "tickgraph/model/json_events.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph::model {
namespace {

// How far a text has been read.
struct Place {
  const char* next = nullptr;
  const char* end = nullptr;
  std::int64_t line = 1;
  // Of the last character that is no blank. The parser reads one character behind a number, which
  // may be the end of the line.
  std::int64_t token_line = 1;
};

// The parser takes characters from here; copies share the place.
class PlacedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  PlacedIterator() = default;
  explicit PlacedIterator(Place* place) : place_(place) {}

  reference operator*() const { return *place_->next; }
  PlacedIterator& operator++() {
    const char c = *place_->next++;
    if (c == '\n') {
      ++place_->line;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      place_->token_line = place_->line;
    }
    return *this;
  }
  friend bool operator==(const PlacedIterator& a, const PlacedIterator& b) {
    return a.is_end() == b.is_end();
  }
  friend bool operator!=(const PlacedIterator& a, const PlacedIterator& b) { return !(a == b); }

 private:
  bool is_end() const { return place_ == nullptr || place_->next == place_->end; }

  Place* place_ = nullptr;
};

// The part of the parser's message that is about the text: without its own name, column and copy
// of what was read, which may be as long as the file.
std::string ReasonOf(std::string_view message) {
  constexpr std::size_t kLongest = 200;
  if (const std::size_t end = message.find("; last read: '"); end != std::string_view::npos) {
    message = message.substr(0, end);
  }
  if (const std::size_t name = message.find("] "); name != std::string_view::npos) {
    message.remove_prefix(name + 2);
  }
  if (const std::size_t column = message.find(", column "); column != std::string_view::npos) {
    const std::size_t colon = message.find(": ", column);
    if (colon != std::string_view::npos) message.remove_prefix(colon + 2);
  }
  const std::string escaped = absl::Utf8SafeCHexEscape(ToAbsl(message.substr(0, kLongest)));
  return absl::StrReplaceAll(escaped, {{"\\'", "'"}, {"\\\"", "\""}, {"\\\\", "\\"}});
}

class Handler : public nlohmann::json::json_sax_t {
 public:
  Handler(const Place& place, const std::function<absl::Status(const JsonEvent&)>& handle)
      : place_(place), handle_(handle) {}

  bool null() override { return Pass({.kind = JsonEvent::Kind::kNull}); }
  bool boolean(bool value) override {
    return Pass({.kind = JsonEvent::Kind::kBoolean, .boolean = value});
  }
  bool number_integer(std::int64_t value) override {
    return Pass(
        {.kind = JsonEvent::Kind::kNumber, .number = static_cast<double>(value), .integer = value});
  }
  bool number_unsigned(std::uint64_t value) override {
    JsonEvent event{
        .kind = JsonEvent::Kind::kNumber, .number = static_cast<double>(value), .natural = value};
    constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
    if (value <= static_cast<std::uint64_t>(kLargest)) {
      event.integer = static_cast<std::int64_t>(value);
    }
    return Pass(event);
  }
  bool number_float(double value, const std::string& /*text*/) override {
    return Pass({.kind = JsonEvent::Kind::kNumber, .number = value});
  }
  bool string(std::string& value) override {
    return Pass({.kind = JsonEvent::Kind::kString, .text = value});
  }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*elements*/) override {
    return Pass({.kind = JsonEvent::Kind::kBeginObject});
  }
  bool key(std::string& value) override {
    return Pass({.kind = JsonEvent::Kind::kKey, .text = value});
  }
  bool end_object() override { return Pass({.kind = JsonEvent::Kind::kEndObject}); }
  bool start_array(std::size_t /*elements*/) override {
    return Pass({.kind = JsonEvent::Kind::kBeginArray});
  }
  bool end_array() override { return Pass({.kind = JsonEvent::Kind::kEndArray}); }
  bool parse_error(std::size_t /*position*/, const std::string& /*last_token*/,
                   const nlohmann::json::exception& error) override {
    broken_ = ReasonOf(error.what());
    return false;
  }

  const absl::Status& status() const { return status_; }
  const std::string& broken() const { return broken_; }

 private:
  bool Pass(JsonEvent event) {
    event.line = place_.token_line;
    status_ = handle_(event);
    return status_.ok();
  }

  const Place& place_;
  const std::function<absl::Status(const JsonEvent&)>& handle_;
  absl::Status status_;
  std::string broken_;
};

}  // namespace

absl::Status WalkJson(std::string_view text, ReadProblems& problems,
                      const std::function<absl::Status(const JsonEvent&)>& handle) {
  Place place{.next = text.data(), .end = text.data() + text.size()};
  Handler handler(place, handle);
  const bool read = nlohmann::json::sax_parse(PlacedIterator(&place), PlacedIterator(), &handler);
  if (!handler.status().ok()) return handler.status();
  if (!read) {
    return problems.Report(place.token_line, absl::StrCat("not JSON: ", handler.broken(),
                                                          "; nothing behind it can be read"));
  }
  // A zero byte ends the text for the parser.
  const std::string_view rest(place.next, static_cast<std::size_t>(place.end - place.next));
  const bool ended = rest.empty() && (text.empty() || text.back() != '\0');
  if (!ended) return problems.Report(place.line, "text behind the '}' that ends the JSON object");
  return absl::OkStatus();
}

}  // namespace tickgraph::model
