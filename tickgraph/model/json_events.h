#ifndef TICKGRAPH_MODEL_JSON_EVENTS_H_
#define TICKGRAPH_MODEL_JSON_EVENTS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "tickgraph/model/read_problems.h"

namespace tickgraph::model {

/// One step through a JSON text.
struct JsonEvent {
  enum class Kind : std::uint8_t {
    kBeginObject,
    kEndObject,
    kBeginArray,
    kEndArray,
    kKey,
    kString,
    kNumber,
    kBoolean,
    kNull,
  };
  Kind kind = Kind::kNull;
  std::int64_t line = 0;
  /// Of a key or a string: its value, valid until the handler returns.
  std::string_view text = {};
  double number = 0;
  /// The number without rounding, where it is whole and fits.
  std::optional<std::int64_t> integer = std::nullopt;
  std::optional<std::uint64_t> natural = std::nullopt;
  bool boolean = false;
};

/// Walks through a JSON text from front to back, and calls `handle` for each step until it returns
/// an error.
///
/// Text that is not JSON is reported to `problems` with its line; what comes behind it cannot be
/// read, so when reading leniently the walk ends there, OK. Objects that are open then get no
/// kEndObject. Errors: those of `handle` and `problems`. Linear in the text, without recursion.
absl::Status WalkJson(std::string_view text, ReadProblems& problems,
                      const std::function<absl::Status(const JsonEvent&)>& handle);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_JSON_EVENTS_H_
