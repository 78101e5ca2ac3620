#include "tickgraph/physics/body_table.h"

namespace tickgraph {

BodyHandle BodyTable::Reserve() {
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  Slot& entry = slots_[slot];
  ++entry.generation;
  if (entry.generation == 0) ++entry.generation;
  entry.is_free = false;
  return {slot, entry.generation};
}

bool BodyTable::IsKnown(BodyHandle body) const {
  return body.slot < slots_.size() && !slots_[body.slot].is_free &&
         slots_[body.slot].generation == body.generation;
}

std::uint32_t BodyTable::Find(BodyHandle body) const {
  return IsKnown(body) ? slots_[body.slot].index : kNoIndex;
}

bool BodyTable::Add(BodyHandle body, const BodyDefinition& definition) {
  if (!IsKnown(body) || slots_[body.slot].index != kNoIndex) return false;
  slots_[body.slot].index = static_cast<std::uint32_t>(records_.size());
  records_.push_back({body, next_sequence_++, definition.user_data, definition.kind});
  return true;
}

void BodyTable::Remove(std::uint32_t index) {
  Free(records_[index].body.slot);
  records_[index] = records_.back();
  records_.pop_back();
  if (index < records_.size()) slots_[records_[index].body.slot].index = index;
}

void BodyTable::Cancel(BodyHandle body) {
  if (IsKnown(body) && slots_[body.slot].index == kNoIndex) Free(body.slot);
}

void BodyTable::Free(std::uint32_t slot) {
  slots_[slot].is_free = true;
  slots_[slot].index = kNoIndex;
  free_slots_.push_back(slot);
}

}  // namespace tickgraph
