#include "tickgraph/plan/frame_plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tickgraph/plan/card_store.h"

namespace tickgraph {
namespace {

// A hole is fetched ahead like a card: its target is some address that is there.
PlanEntry HoleEntry() {
  static constexpr char kNothing = 0;
  return {[](void* /*target*/, const TickContext& /*context*/) {}, const_cast<char*>(&kNothing)};
}

constexpr SortKey kFirstKey = CardStore::PassingKey(0);

bool HasBit(const std::vector<std::uint64_t>& words, std::uint32_t position) {
  return ((words[position / 64] >> (position % 64)) & 1) != 0;
}

void SetBit(std::vector<std::uint64_t>& words, std::uint32_t position, bool value) {
  const std::uint64_t bit = std::uint64_t{1} << (position % 64);
  std::uint64_t& word = words[position / 64];
  word = value ? word | bit : word & ~bit;
}

PlanLane LaneOf(const CardRecord& record) {
  if (!record.runs()) return PlanLane::kBodiless;
  return record.lane == Lane::kAnyThread ? PlanLane::kAnyThread : PlanLane::kGameThread;
}

}  // namespace

std::uint32_t FramePlan::FirstLater(std::uint32_t from, Segment segment, const SortKey& key,
                                    const CardStore& store) {
  constexpr std::uint32_t kRow = kBlockSize * kRowSize;
  const std::uint32_t end = segment_end[segment];
  if (segment_last_key[segment] < key) return end;
  for (std::uint32_t position = from; position < end;) {
    SortKey& row_last = row_last_key[position / kRow];
    const std::uint32_t row_end = (position / kRow + 1) * kRow;
    if (row_last < key) {
      position = row_end;
      continue;
    }
    const bool is_whole = position % kRow == 0 && row_end <= end;
    while (position < std::min(row_end, end)) {
      const std::uint32_t found = FirstLaterInBlock(position, end, key, store);
      if (found != kNoPosition) return found;
      position = (position / kBlockSize + 1) * kBlockSize;
    }
    if (!is_whole) continue;
    const auto first = block_last_key.begin() + (row_end - kRow) / kBlockSize;
    row_last = *std::max_element(first, first + kRowSize);
  }
  return end;
}

std::uint32_t FramePlan::FirstLaterInBlock(std::uint32_t from, std::uint32_t end,
                                           const SortKey& key, const CardStore& store) {
  SortKey& last = block_last_key[from / kBlockSize];
  if (last < key) return kNoPosition;
  const std::uint32_t block_end = (from / kBlockSize + 1) * kBlockSize;
  SortKey largest = kFirstKey;
  for (std::uint32_t position = from; position < std::min(block_end, end); ++position) {
    if (IsHole(position)) continue;
    const SortKey other = store.KeyOf(cards[position].slot);
    if (key < other) return position;
    largest = std::max(largest, other);
  }
  if (from % kBlockSize == 0 && block_end <= end) last = largest;
  return kNoPosition;
}

FramePlan::Layout FramePlan::TakeLayout() {
  size = 0;
  return {std::exchange(entries, {}),
          std::exchange(cards, {}),
          std::exchange(lanes, {}),
          std::exchange(places, {}),
          std::exchange(cost_ns, {}),
          std::exchange(stage_words, {}),
          std::exchange(block_last_key, {}),
          segment_begin,
          segment_end};
}

void FramePlan::MakeHoles(std::uint32_t positions) {
  size = positions;
  entries.assign(positions, HoleEntry());
  cards.assign(positions, {});
  lanes.assign(positions, PlanLane::kBodiless);
  places.assign(positions, {});
  cost_ns.assign(positions, 0);
  const std::size_t words = (positions + std::size_t{63}) / 64;
  idle_words.assign(words, ~std::uint64_t{0});
  if (positions % 64 != 0) idle_words.back() = (std::uint64_t{1} << (positions % 64)) - 1;
  stage_words.assign(words, 0);
  const std::size_t blocks = (positions + kBlockSize - 1) / kBlockSize;
  block_last_key.assign(blocks, kFirstKey);
  row_last_key.assign((blocks + kRowSize - 1) / kRowSize, kFirstKey);
}

void FramePlan::Put(std::uint32_t position, std::uint32_t slot, const PlannedTick& place,
                    CardStore& store) {
  const CardRecord& record = store.Record(slot);
  entries[position] = EntryOf(store.Delegate(slot));
  cards[position] = store.HandleOf(slot);
  lanes[position] = LaneOf(record);
  places[position] = place;
  cost_ns[position] = record.cost_ns;
  ++card_count;
  if (record.runs()) ++body_count;
  NoteCard(position, record.engine_stage);
  const SortKey key = store.KeyOf(slot);
  NoteKey(position, key);
  segment_last_key[place.segment] = std::max(segment_last_key[place.segment], key);
}

void FramePlan::PutBack(std::uint32_t position, const Layout& old, std::uint32_t old_position,
                        std::uint32_t count) {
  const auto copy = [&](const auto& from, auto& to) {
    std::copy_n(from.begin() + old_position, count, to.begin() + position);
  };
  copy(old.entries, entries);
  copy(old.cards, cards);
  copy(old.lanes, lanes);
  copy(old.places, places);
  copy(old.cost_ns, cost_ns);
  for (std::uint32_t at = 0; at < count; ++at) {
    NoteCard(position + at, HasBit(old.stage_words, old_position + at));
  }
  // Blocks do not meet as before: each takes the largest of those that it has cards of.
  for (std::uint32_t at = 0; at < count;) {
    NoteKey(position + at, old.block_last_key[(old_position + at) / kBlockSize]);
    at += kBlockSize - std::max((position + at) % kBlockSize, (old_position + at) % kBlockSize);
  }
}

void FramePlan::NoteCard(std::uint32_t position, bool is_engine_stage) {
  position_of_slot[cards[position].slot] = position;
  if (lanes[position] != PlanLane::kBodiless) SetBit(idle_words, position, false);
  if (is_engine_stage) SetBit(stage_words, position, true);
}

void FramePlan::NoteKey(std::uint32_t position, const SortKey& key) {
  SortKey& of_block = block_last_key[position / kBlockSize];
  SortKey& of_row = row_last_key[position / (kBlockSize * kRowSize)];
  of_block = std::max(of_block, key);
  of_row = std::max(of_row, key);
}

void FramePlan::TakeOut(std::uint32_t position) {
  --card_count;
  if (lanes[position] != PlanLane::kBodiless) --body_count;
  position_of_slot[cards[position].slot] = kNoPosition;
  MakeHole(position);
}

void FramePlan::MakeHole(std::uint32_t position) {
  entries[position] = HoleEntry();
  cards[position] = {};
  lanes[position] = PlanLane::kBodiless;
  SetBit(idle_words, position, true);
  SetBit(stage_words, position, false);
}

void FramePlan::Move(std::uint32_t from, std::uint32_t to, const CardStore& store) {
  if (from == to) return;
  entries[to] = entries[from];
  cards[to] = cards[from];
  lanes[to] = lanes[from];
  places[to] = places[from];
  cost_ns[to] = cost_ns[from];
  NoteCard(to, IsEngineStage(from));
  NoteKey(to, store.KeyOf(cards[to].slot));
  MakeHole(from);
}

void FramePlan::TrimSegment(Segment segment) {
  std::uint32_t& end = segment_end[segment];
  while (end > segment_begin[segment] && IsHole(end - 1)) --end;
}

}  // namespace tickgraph
