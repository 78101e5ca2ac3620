#ifndef TICKGRAPH_TICK_ERROR_H_
#define TICKGRAPH_TICK_ERROR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// What went wrong, as something a program can compare.
enum class TickErrorCode : std::uint8_t {
  kStaleHandle,     ///< The card was unregistered, or the handle was never one of this scheduler.
  kForbiddenGroup,  ///< A group that this card may not name.
  kEndBeforeStart,  ///< Declared end group before the declared start group.
  kPrerequisiteCycle,     ///< An edge that closes a cycle; it is ignored until the cycle is gone.
  kFrameOrder,            ///< BeginFrame, RunGroup or EndFrame at the wrong moment.
  kInsideCard,            ///< A card called the frame functions of its own scheduler.
  kWrongThread,           ///< Another thread than the one that this call belongs to.
  kBadDelta,              ///< A delta that is negative, infinite or not a number.
  kException,             ///< An exception left a card.
  kTooManyRounds,         ///< Cards kept registering cards within one group.
  kSetInsideItself,       ///< A set was put into itself, directly or through other sets.
  kOrderedAgainstOwnSet,  ///< A card or set was ordered before or after a set that it is in.
  kNotACard,              ///< An end of a set where only a card can stand, or the other way round.
  kRequestFailed,         ///< What an any-thread card asked for could not be done in its turn.
};

/// The code's name without a prefix, for example "PrerequisiteCycle".
std::string_view TickErrorName(TickErrorCode code);

/// The nearest absl::StatusCode, chosen by what a caller can do.
absl::StatusCode StatusCodeOf(TickErrorCode code);

/// One card on the path of a cycle and the place of the call that added the edge to the next one.
struct TickErrorLink {
  TickHandle card;
  SourceLocation edge;
};

/// An error as a value: ids and source locations. TickScheduler::Explain makes the text.
struct TickError {
  TickErrorCode code = TickErrorCode::kStaleHandle;
  /// The frame in which it happened; 0 before the first one.
  std::uint64_t frame = 0;
  TickHandle card;
  /// The other card or set that the error is about, for kStaleHandle the one that was named
  /// together with it; nothing where there is none.
  TickHandle other;
  SourceLocation where;
  /// A cycle from card to card; the last link's edge leads back to the first card.
  std::vector<TickErrorLink> path;
  /// What an exception said, the numbers that belong to the code, or what came of the call.
  std::string detail;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TICK_ERROR_H_
