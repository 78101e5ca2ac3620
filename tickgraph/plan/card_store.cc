#include "tickgraph/plan/card_store.h"

#include <chrono>
#include <utility>

namespace tickgraph {
namespace {

std::uint32_t GenerationFor(const void* store) {
  const auto time =
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  const std::uint64_t mixed =
      (reinterpret_cast<std::uintptr_t>(store) ^ time) * 0x9e3779b97f4a7c15ULL;
  return static_cast<std::uint32_t>(mixed >> 32);
}

}  // namespace

CardStore::CardStore() : first_generation_(GenerationFor(this)) {}

TickHandle CardStore::ReserveHandle() {
  const std::lock_guard lock(handle_mutex_);
  std::uint32_t slot;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(next_generation_.size());
    next_generation_.push_back(first_generation_);
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  // Generation 0 is the handle that names nothing.
  std::uint32_t& generation = next_generation_[slot];
  if (generation == 0) ++generation;
  return {slot, generation++};
}

bool CardStore::IsReserved(TickHandle handle) const {
  const bool was_inserted =
      handle.slot < records_.size() && records_[handle.slot].generation == handle.generation;
  const std::lock_guard lock(handle_mutex_);
  return !was_inserted && handle.slot < next_generation_.size() &&
         next_generation_[handle.slot] == handle.generation + 1;
}

void CardStore::Insert(TickHandle handle, TickFunction&& card, SourceLocation where,
                       CardKind kind) {
  if (handle.slot >= records_.size()) {
    records_.resize(handle.slot + 1);
    live_generations_.resize(handle.slot + 1);
  }
  while (blocks_.size() * kBlockSize <= handle.slot) {
    blocks_.push_back(std::make_unique<TickDelegate[]>(kBlockSize));
  }
  CardRecord& record = records_[handle.slot];
  if (record.name != 0) {
    names_[record.name] = card.name;
  } else if (!card.name.empty()) {
    record.name = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(card.name);
  }
  record.owner = card.owner;
  record.sequence = next_sequence_++;
  record.tie_key = card.tie_key.value_or(record.sequence);
  record.where = locations_.NumberOf(where);
  record.generation = handle.generation;
  record.order = card.order;
  record.cost_ns = static_cast<float>(card.cost_us * 1e3);
  record.start = card.start;
  record.end = card.end.value_or(card.start);
  record.lane = card.lane;
  record.high_priority = card.high_priority;
  record.engine_stage = card.engine_stage;
  record.enabled = card.start_enabled;
  record.live = true;
  live_generations_[handle.slot] = handle.generation;
  record.kind = kind;
  Delegate(handle.slot) = std::move(card.run);
  if (record.is_card()) ++live_count_;
}

void CardStore::Retire(std::uint32_t slot) {
  records_[slot].live = false;
  live_generations_[slot] = 0;
  if (records_[slot].is_card()) --live_count_;
}

void CardStore::Free(std::uint32_t slot) {
  Delegate(slot).Reset();
  const std::lock_guard lock(handle_mutex_);
  free_slots_.push_back(slot);
}

void CardStore::Reserve(std::size_t cards) {
  records_.reserve(cards);
  live_generations_.reserve(cards);
  blocks_.reserve(cards / kBlockSize + 1);
  while (blocks_.size() * kBlockSize < cards) {
    blocks_.push_back(std::make_unique<TickDelegate[]>(kBlockSize));
  }
  const std::lock_guard lock(handle_mutex_);
  next_generation_.reserve(cards);
  free_slots_.reserve(cards);
}

SortKey CardStore::KeyOf(std::uint32_t slot) const {
  const CardRecord& record = records_[slot];
  if (!record.is_card()) return PassingKey(record.sequence);
  return {!record.high_priority, record.order, record.tie_key, record.sequence};
}

}  // namespace tickgraph
