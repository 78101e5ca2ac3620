#ifndef TICKGRAPH_MODEL_CARD_VALUES_H_
#define TICKGRAPH_MODEL_CARD_VALUES_H_

#include <optional>
#include <string_view>

#include "tickgraph/lane.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// "GameThread" or "AnyThread", as written by our exporters.
std::string_view LaneName(Lane lane);

/// The lane with this name; nothing where there is none.
std::optional<Lane> ParseLane(std::string_view name);

/// The state with the name that CardStateName gives; nothing where there is none.
std::optional<CardState> ParseCardState(std::string_view name);

/// True for a number of microseconds or seconds that can be meant: from 0 to 10^12, not NaN.
bool IsDuration(double value);

/// A number that IsDuration is true for; nothing for all else.
std::optional<double> ParseDuration(std::string_view number);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_CARD_VALUES_H_
