#ifndef TICKGRAPH_MODEL_PLAYER_LOOP_SCHEDULE_H_
#define TICKGRAPH_MODEL_PLAYER_LOOP_SCHEDULE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads a list of Unity's player loop: the phases of a frame and the systems of each, in the order
/// in which they run.
///
///   Unity 2021.3
///
///   ---------- EarlyUpdate ----------
///   EarlyUpdate.First
///   EarlyUpdate.Second
///
/// - A phase is a set, a system is a card in it, and each system waits for the one above it.
/// - The list is one order for one thread, so cards are of lane GameThread, and their `order` is
///   the number of their phase: phases that share a tick group still run one after the other.
/// - Tick groups: TimeUpdate, Initialization and EarlyUpdate are PrePhysics; FixedUpdate, which
///   Unity repeats, is DuringPhysics; PreUpdate and Update are PostPhysics; PreLateUpdate and
///   PostLateUpdate are PostUpdateWork. Any other phase is in the group of the phase above it, and
///   no phase is in an earlier group than that one.
/// - A system that the list names twice gets `#2`, and a doubt.
/// - A last line without a line break is a doubt: a name that is cut off looks like another name.
///
/// Any thread; does not block. Errors: those of `problems`. Linear in the text.
absl::StatusOr<Schedule> ReadPlayerLoopSchedule(std::string_view text, ReadProblems& problems);

/// True where a line "Unity …" and a phase, or a phase alone, is the first thing in the text.
bool LooksLikePlayerLoop(std::string_view text);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_PLAYER_LOOP_SCHEDULE_H_
