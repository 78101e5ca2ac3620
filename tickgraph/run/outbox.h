#ifndef TICKGRAPH_RUN_OUTBOX_H_
#define TICKGRAPH_RUN_OUTBOX_H_

#include <atomic>
#include <compare>
#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// Where in a frame a card asked for something. Smaller comes first.
struct AskedAt {
  /// The card's place in plan order.
  std::uint64_t plan_key = 0;
  /// Counts the stretches before, inside and after the card's ParallelFor calls.
  std::uint32_t phase = 0;
  /// Inside ParallelFor, outermost loop first: index and stretch of each; empty outside.
  std::vector<std::uint64_t> in_loops = {};

  friend auto operator<=>(const AskedAt&, const AskedAt&) = default;
};

/// Keeps what cards and other threads ask for until it may act (rule N7).
///
/// From any-thread cards: Post with the card's place and end group, and Take what ends up to a
/// group, in plan order and in the order of calls of one card. From other threads: the same class
/// serves as the mailbox, with equal places, and keeps the order of arrival.
/// Post may be called from any thread; Take by one thread at a time.
class Outbox {
 public:
  using Command = absl::AnyInvocable<void() &&>;

  void Post(AskedAt at, TickGroup end, Command command);

  /// Moves out, in order, what was posted with an end group ≤ `end`. O(n log n).
  std::vector<Command> Take(TickGroup end);

 private:
  struct Entry {
    AskedAt at;
    TickGroup end;
    Command command;
  };

  std::mutex mutex_;
  std::vector<Entry> entries_;
  /// There are entries. Whoever has to find one has seen it posted before.
  std::atomic<bool> has_entries_{false};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_OUTBOX_H_
