#ifndef TICKGRAPH_OBSERVE_ORDER_HASH_H_
#define TICKGRAPH_OBSERVE_ORDER_HASH_H_

#include <cstdint>
#include <string_view>

#include "tickgraph/frame_record.h"
#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {

/// A 64-bit fingerprint of the order in which game-thread cards ran. It is made of names, groups
/// and ranks in plan order only, so it is the same for every worker count, executor, run and
/// machine as long as the order is.
///
///   OrderHash hash;
///   for (const FrameRecord* record : scheduler.records()) hash.Add(*record, snapshot);
///   std::cout << hash.value();
///
/// Cards that may run on any thread do not count, also where the game thread ran them.
/// FNV-1a, 64 bits (Fowler, Noll, Vo); not made to withstand attacks.
class OrderHash {
 public:
  /// Adds the order of one frame. One thread at a time; does not block; O(n log n) of its runs.
  void Add(const FrameRecord& record, const ScheduleSnapshot& snapshot);

  /// The hash of all frames so far.
  std::uint64_t value() const { return value_; }

 private:
  void AddBytes(std::string_view bytes);
  void AddNumber(std::uint64_t number);

  std::uint64_t value_ = 0xCBF29CE484222325U;
};

/// The hash of one frame.
std::uint64_t HashOrder(const FrameRecord& record, const ScheduleSnapshot& snapshot);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_ORDER_HASH_H_
