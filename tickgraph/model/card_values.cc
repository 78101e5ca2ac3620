#include "tickgraph/model/card_values.h"

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

bool IsDuration(double value) {
  constexpr double kLongest = 1e12;
  // Written so that NaN is refused, too.
  return value >= 0 && value <= kLongest;
}

std::optional<double> ParseDuration(std::string_view number) {
  double value = 0;
  if (!absl::SimpleAtod(ToAbsl(number), &value) || !IsDuration(value)) return std::nullopt;
  return value;
}

}  // namespace tickgraph::model
