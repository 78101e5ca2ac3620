#include "tickgraph/model/card_values.h"

#include <cmath>

#include "absl/strings/numbers.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph::model {

std::string_view LaneName(Lane lane) {
  return lane == Lane::kGameThread ? "GameThread" : "AnyThread";
}

std::optional<Lane> ParseLane(std::string_view name) {
  if (name == "GameThread") return Lane::kGameThread;
  if (name == "AnyThread") return Lane::kAnyThread;
  return std::nullopt;
}

std::optional<CardState> ParseCardState(std::string_view name) {
  for (const CardState state :
       {CardState::kEnabled, CardState::kCoolingDown, CardState::kDisabled}) {
    if (CardStateName(state) == name) return state;
  }
  return std::nullopt;
}

std::optional<double> ParseDuration(std::string_view number) {
  constexpr double kLongest = 1e12;
  double value = 0;
  if (!absl::SimpleAtod(ToAbsl(number), &value)) return std::nullopt;
  if (!std::isfinite(value) || value < 0 || value > kLongest) return std::nullopt;
  return value;
}

}  // namespace tickgraph::model
