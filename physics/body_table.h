#ifndef TICKGRAPH_PHYSICS_BODY_TABLE_H_
#define TICKGRAPH_PHYSICS_BODY_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/physics/body_definition.h"
#include "tickgraph/physics/body_handle.h"

namespace tickgraph {

/// A body that is in the engine.
struct BodyRecord {
  BodyHandle body = {};
  std::uint64_t sequence = 0;  ///< grows with every body added
  std::uint64_t user_data = 0;
  BodyKind kind = BodyKind::kDynamic;
};

/// The bodies of a scene: handles on one side, the engine's dense numbers on the other. Not for
/// users.
///
/// Rules: a slot is reserved (handle valid, no body yet), then added, then removed; removing makes
/// the handle stale. Removing body i gives its number to the last body, so that numbers stay dense
/// and depend only on the order of additions and removals, never on slots. One thread at a time.
class BodyTable {
 public:
  static constexpr std::uint32_t kNoIndex = 0xffffffffu;

  BodyHandle Reserve();

  /// Whether `body` is reserved or added.
  bool IsKnown(BodyHandle body) const;

  /// The number of `body`, or kNoIndex where it is not in the engine.
  std::uint32_t Find(BodyHandle body) const;

  /// Gives the reserved `body` the next number. False where it is not reserved.
  bool Add(BodyHandle body, const BodyDefinition& definition);

  /// Makes the handle of body number `index` stale.
  void Remove(std::uint32_t index);

  /// Gives up a reservation.
  void Cancel(BodyHandle body);

  std::span<const BodyRecord> records() const { return records_; }
  std::size_t slot_count() const { return slots_.size(); }

 private:
  struct Slot {
    std::uint32_t generation = 0;
    std::uint32_t index = kNoIndex;
    bool is_free = true;
  };

  void Free(std::uint32_t slot);

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<BodyRecord> records_;
  std::uint64_t next_sequence_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_BODY_TABLE_H_
