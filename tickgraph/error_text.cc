#include "tickgraph/error_text.h"

#include <cstddef>

namespace tickgraph {
namespace {

constexpr std::size_t kMostLinks = 16;

std::string CycleText(const TickError& error,
                      const std::function<std::string(TickHandle)>& name_of) {
  const std::size_t count = error.path.size();
  std::string text = "prerequisite cycle of " + std::to_string(count) +
                     (count == 1 ? " card" : " cards") + ": the edge added at " +
                     ToString(error.where) + " is ignored";
  for (std::size_t index = 0; index < count; ++index) {
    if (count > kMostLinks && index == kMostLinks / 2) {
      const std::size_t left_out = count - kMostLinks;
      text += "\n  … and " + std::to_string(left_out) + " more";
      index += left_out;
    }
    const TickErrorLink& link = error.path[index];
    const TickErrorLink& next = error.path[(index + 1) % count];
    text += "\n  " + name_of(link.card) + " runs before " + name_of(next.card) + ", added at " +
            ToString(link.edge);
  }
  const std::string until_then =
      error.detail.empty() ? "the frame runs without the last one" : error.detail;
  return text + "\n  Remove one of these edges; until then " + until_then + ".";
}

}  // namespace

std::string ErrorText(const TickError& error,
                      const std::function<std::string(TickHandle)>& name_of) {
  const std::string at = error.where.line == 0 ? "" : " (" + ToString(error.where) + ")";
  switch (error.code) {
    case TickErrorCode::kStaleHandle:
      return name_of(error.card) +
             (error.other ? ", named together with " + name_of(error.other) + "," : std::string()) +
             " is not a card of this scheduler, or no longer one" + at + ". " + error.detail +
             " Use handles that this scheduler returned, and ask IsRegistered where a card may be "
             "gone.";
    case TickErrorCode::kForbiddenGroup:
      return "card " + error.detail +
             ": StartPhysics and EndPhysics may be named by engine stages only, LastDemotable and "
             "NewlySpawned by nobody" +
             at + ". Use PrePhysics, DuringPhysics, PostPhysics or PostUpdateWork.";
    case TickErrorCode::kEndBeforeStart:
      return "card " + error.detail + ": the end group comes before the start group" + at +
             ". Name a later end group, or none.";
    case TickErrorCode::kPrerequisiteCycle:
      return CycleText(error, name_of);
    case TickErrorCode::kFrameOrder:
      return error.detail + at + ".";
    case TickErrorCode::kInsideCard:
      return name_of(error.card) + " called " + error.detail + " of its own scheduler" + at +
             ". Tick another scheduler, or ask for it after the frame.";
    case TickErrorCode::kWrongThread:
      return error.detail + at + ".";
    case TickErrorCode::kBadDelta:
      return "the frame was given a delta of " + error.detail + at +
             " and ran with 0. Pass seconds that are finite and not negative.";
    case TickErrorCode::kException:
      return (error.card ? name_of(error.card) : std::string("a deferred call")) + " threw" + at +
             ": " + error.detail;
    case TickErrorCode::kTooManyRounds:
      return name_of(error.card) + " was registered by " +
             (error.other ? name_of(error.other) : std::string("the host")) +
             " in a group that had already run " + error.detail +
             ". The rest waits for the next frame; raise max_rounds if that many are meant.";
    case TickErrorCode::kSetInsideItself:
      return name_of(error.card) + " was put into " + name_of(error.other) + at +
             ", which lies inside it. Nothing was changed; take one of them out first.";
    case TickErrorCode::kOrderedAgainstOwnSet:
      return name_of(error.card) + " is in " + name_of(error.other) +
             " and was ordered against it" + at + ". " + error.detail;
    case TickErrorCode::kNotACard:
      return name_of(error.card) + at + ": " + error.detail;
    case TickErrorCode::kRequestFailed:
      return name_of(error.card) + at +
             " asked for something that failed in its turn: " + error.detail;
  }
  return std::string(TickErrorName(error.code));
}

}  // namespace tickgraph
