#include "tickgraph/tick_error.h"

namespace tickgraph {

std::string_view TickErrorName(TickErrorCode code) {
  switch (code) {
    case TickErrorCode::kStaleHandle:
      return "StaleHandle";
    case TickErrorCode::kForbiddenGroup:
      return "ForbiddenGroup";
    case TickErrorCode::kEndBeforeStart:
      return "EndBeforeStart";
    case TickErrorCode::kPrerequisiteCycle:
      return "PrerequisiteCycle";
    case TickErrorCode::kFrameOrder:
      return "FrameOrder";
    case TickErrorCode::kInsideCard:
      return "InsideCard";
    case TickErrorCode::kWrongThread:
      return "WrongThread";
    case TickErrorCode::kBadDelta:
      return "BadDelta";
    case TickErrorCode::kException:
      return "Exception";
    case TickErrorCode::kTooManyRounds:
      return "TooManyRounds";
    case TickErrorCode::kSetInsideItself:
      return "SetInsideItself";
    case TickErrorCode::kOrderedAgainstOwnSet:
      return "OrderedAgainstOwnSet";
    case TickErrorCode::kNotACard:
      return "NotACard";
    case TickErrorCode::kRequestFailed:
      return "RequestFailed";
  }
  return "Unknown";
}

absl::StatusCode StatusCodeOf(TickErrorCode code) {
  switch (code) {
    case TickErrorCode::kStaleHandle:
      return absl::StatusCode::kNotFound;
    case TickErrorCode::kForbiddenGroup:
    case TickErrorCode::kEndBeforeStart:
    case TickErrorCode::kBadDelta:
    case TickErrorCode::kSetInsideItself:
    case TickErrorCode::kOrderedAgainstOwnSet:
    case TickErrorCode::kNotACard:
      return absl::StatusCode::kInvalidArgument;
    case TickErrorCode::kPrerequisiteCycle:
    case TickErrorCode::kFrameOrder:
    case TickErrorCode::kInsideCard:
    case TickErrorCode::kWrongThread:
    case TickErrorCode::kRequestFailed:
      return absl::StatusCode::kFailedPrecondition;
    case TickErrorCode::kException:
      return absl::StatusCode::kInternal;
    case TickErrorCode::kTooManyRounds:
      return absl::StatusCode::kResourceExhausted;
  }
  return absl::StatusCode::kUnknown;
}

}  // namespace tickgraph
