#include "tools/duration_text.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"

namespace tickgraph {

absl::StatusOr<double> ParseMicroseconds(std::string_view text) {
  constexpr double kLongest = 1e6;
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ns", 1e-3}, {"us", 1}, {"µs", 1}, {"ms", 1e3}, {"s", 1e6}};
  std::string_view number = text;
  double factor = 1;
  for (const auto& [unit, microseconds] : kUnits) {
    if (!text.ends_with(unit)) continue;
    number.remove_suffix(unit.size());
    factor = microseconds;
    break;
  }
  const std::optional<double> value = model::ParseDuration(number);
  if (!value.has_value() || *value * factor > kLongest) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", ToAbsl(text), "\" is no duration from 0 to 1s; write 5us, 0.2ms or 500ns"));
  }
  return *value * factor;
}

}  // namespace tickgraph
