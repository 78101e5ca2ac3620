#ifndef TICKGRAPH_PLAN_CARD_STORE_H_
#define TICKGRAPH_PLAN_CARD_STORE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/plan/location_table.h"
#include "tickgraph/plan/sort_key.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_delegate.h"
#include "tickgraph/tick_function.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// One registered card without its delegate: what planning and messages read.
struct CardRecord {
  const void* owner = nullptr;
  std::uint64_t sequence = 0;
  std::uint64_t tie_key = 0;
  /// In CardStore::NameOf and WhereOf.
  std::uint32_t name = 0;
  std::uint32_t where = 0;
  std::uint32_t generation = 0;
  std::int32_t order = 0;
  /// Declared, and later measured, nanoseconds a call; 0 = not known.
  float cost_ns = 0;
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  Lane lane = Lane::kGameThread;
  bool high_priority = false;
  bool engine_stage = false;
  bool enabled = true;
  bool live = false;
  CardKind kind = CardKind::kCard;

  bool is_card() const { return kind == CardKind::kCard; }
  /// False for what only passes on order.
  bool runs() const { return live && enabled && is_card(); }
};

/// The cards of one scheduler, by slot.
///
/// Delegates lie in blocks that never move, so that a card may be added while workers call others.
/// Handles can be reserved from any thread; everything else belongs to the game thread. A slot is
/// used again only after Free, its generation never.
class CardStore {
 public:
  CardStore();

  /// A fresh handle. From any thread.
  TickHandle ReserveHandle();

  /// Puts a card behind a reserved handle and gives it the next registration sequence.
  void Insert(TickHandle handle, TickFunction&& card, SourceLocation where,
              CardKind kind = CardKind::kCard);

  /// Makes the handle stale. The delegate stays callable until Free.
  void Retire(std::uint32_t slot);

  /// Destroys the delegate and gives the slot back. Its record stays until the slot is used again,
  /// so that messages can name a card that is gone.
  void Free(std::uint32_t slot);

  /// Makes room for `cards` cards.
  void Reserve(std::size_t cards);

  bool IsLive(TickHandle handle) const {
    return handle.slot < live_generations_.size() &&
           live_generations_[handle.slot] == handle.generation && handle.generation != 0;
  }

  /// A handle that was reserved and not used yet. From any thread.
  bool IsReserved(TickHandle handle) const;

  CardRecord& Record(std::uint32_t slot) { return records_[slot]; }
  const CardRecord& Record(std::uint32_t slot) const { return records_[slot]; }
  TickHandle HandleOf(std::uint32_t slot) const { return {slot, records_[slot].generation}; }
  SortKey KeyOf(std::uint32_t slot) const;
  /// The name of the card that has, or had last, the slot. Valid until the slot is used again.
  const std::string& NameOf(std::uint32_t slot) const { return names_[records_[slot].name]; }
  /// Where in the user's code it was registered.
  SourceLocation WhereOf(std::uint32_t slot) const { return locations_[records_[slot].where]; }
  /// Of what is passed as soon as it can be and delays nobody.
  static constexpr SortKey PassingKey(std::uint64_t sequence) {
    return {false, INT32_MIN, 0, sequence};
  }
  TickDelegate& Delegate(std::uint32_t slot) {
    return blocks_[slot / kBlockSize][slot % kBlockSize];
  }

  /// One more than the highest slot that was ever used.
  std::uint32_t slot_count() const { return static_cast<std::uint32_t>(records_.size()); }
  /// Cards; the ends of sets are not counted.
  std::size_t live_count() const { return live_count_; }

 private:
  static constexpr std::uint32_t kBlockSize = 256;

  std::vector<CardRecord> records_;
  /// By slot: the generation of a living card, or 0. Handles are looked up more often than records.
  std::vector<std::uint32_t> live_generations_;
  /// The first is that of cards without a name; others belong to a slot for ever.
  std::deque<std::string> names_ = {""};
  LocationTable locations_;
  std::vector<std::unique_ptr<TickDelegate[]>> blocks_;
  std::size_t live_count_ = 0;
  std::uint64_t next_sequence_ = 0;

  /// Differs from store to store, so that a handle of another scheduler is not taken for ours.
  const std::uint32_t first_generation_;
  mutable std::mutex handle_mutex_;
  std::vector<std::uint32_t> free_slots_;
  /// The generation that each slot will have when it is reserved next.
  std::vector<std::uint32_t> next_generation_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_CARD_STORE_H_
