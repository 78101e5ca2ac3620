#include "tickgraph/run/chunk_layout.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace tickgraph {
namespace {

/// More than one cut, or a card of the game thread.
constexpr std::uint32_t kSeveral = ChunkLayout::kNoChunk - 1;

}  // namespace

void ChunkLayout::Build(const FramePlan& plan, std::span<const float> cost_ns,
                        float stay_below_ns) {
  // Until chunks are known chunk_of has numbers of classes, then of cuts.
  classes_.Build(plan, cost_ns, stay_below_ns, chunk_of);
  stay_count = classes_.stay_count();
  Reserve(plan);
  CutCards(plan, cost_ns);
  JoinChains(plan);
  FindLastGameCards(plan);
  ConnectChunks(plan);
  CutRuns(plan);
  CollectRoots();
}

void ChunkLayout::Reserve(const FramePlan& plan) {
  const std::span<const std::uint32_t> cards = classes_.cards();
  const std::size_t room = std::min<std::size_t>(cards.size() + stay_count, kReservedChunks);
  const std::size_t edges = std::min<std::size_t>(plan.edges->live_count(), 4 * room);
  const std::size_t run_room = std::min<std::size_t>(plan.size, kReservedChunks);
  chunks.reserve(room);
  cuts_.reserve(room);
  for (std::vector<std::uint32_t>* by_chunk :
       {&next_cut_, &previous_cut_, &marks_, &last_game_card_, &late_roots, &told.items}) {
    by_chunk->reserve(room);
  }
  is_waited_for_.reserve(room);
  roots.reserve(room);
  released_.reserve(room);
  successors.begin.reserve(room + 1);
  successors.items.reserve(edges);
  waits.items.reserve(edges);
  runs.reserve(run_room);
  waits.begin.reserve(run_room + 1);
  told.begin.reserve(run_room + 1);
  chunk_cards.reserve(cards.size() + stay_count);
  game_cards.reserve(plan.size);
  chunk_room.fill(0);
  for (const std::uint32_t position : cards) {
    std::uint32_t& group =
        chunk_room[static_cast<std::size_t>(GroupIndex(FinishGroup(plan.places[position])))];
    if (group < kReservedChunks) ++group;
  }
}

void ChunkLayout::CutCards(const FramePlan& plan, std::span<const float> cost_ns) {
  const std::span<const std::uint32_t> cards = classes_.cards();
  cuts_.clear();
  for (const ChunkClasses::CardClass& all : classes_.classes()) {
    const std::uint32_t count = all.end - all.begin;
    const float unknown_ns =
        kTargetChunkNs / static_cast<float>(std::max(1U, count / kUnknownChunks));
    for (std::uint32_t begin = all.begin; begin < all.end;) {
      Cut cut{begin, begin};
      float length_ns = 0;
      while (cut.end < all.end) {
        const std::uint32_t position = cards[cut.end];
        const float own_ns = CostOfCard(plan, cost_ns, position, unknown_ns);
        const bool is_full = length_ns + own_ns > kTargetChunkNs || all.engine_stage;
        if (cut.end > cut.begin && is_full) break;
        length_ns += own_ns;
        chunk_of[position] = static_cast<std::uint32_t>(cuts_.size());
        ++cut.end;
        cut.remaining_ns = std::max(cut.remaining_ns, classes_.RemainingNs(position));
        if (own_ns == 0) continue;
        ++cut.bodies;
        cut.cost_ns += cost_ns[position];
        cut.is_known = cut.is_known && cost_ns[position] > 0;
      }
      cuts_.push_back(cut);
      begin = cut.end;
    }
  }
}

void ChunkLayout::NoteNeighbours(const FramePlan& plan) {
  const std::span<const std::uint32_t> cards = classes_.cards();
  next_cut_.assign(cuts_.size(), kNoChunk);
  previous_cut_.assign(cuts_.size(), kNoChunk);
  const auto note = [this](std::uint32_t& only, std::uint32_t position) {
    const std::uint32_t cut = classes_.IsOnGameThread(position) ? kSeveral : chunk_of[position];
    only = only == kNoChunk || only == cut ? cut : kSeveral;
  };
  for (std::uint32_t cut = 0; cut < cuts_.size(); ++cut) {
    for (std::uint32_t at = cuts_[cut].begin; at < cuts_[cut].end; ++at) {
      const std::uint32_t position = cards[at];
      if (classes_.HasAfter(position) && next_cut_[cut] != kSeveral) {
        for (const std::uint32_t dependent : plan.Dependents(position)) {
          const Segment segment = plan.places[dependent].segment;
          if (!classes_.IsSettled(position, segment)) note(next_cut_[cut], dependent);
        }
      }
      if (!classes_.HasBefore(position) || previous_cut_[cut] == kSeveral) continue;
      const Segment segment = plan.places[position].segment;
      for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
        if (!classes_.IsSettled(prerequisite, segment)) note(previous_cut_[cut], prerequisite);
      }
    }
  }
}

// Cut B is joined to cut A if A has no other dependents and B no other prerequisites, nothing on
// the game thread depends on A, and both belong to the same segment and end group.
bool ChunkLayout::IsJoined(const FramePlan& plan, std::uint32_t cut) const {
  const std::uint32_t before = previous_cut_[cut];
  if (before >= kSeveral || next_cut_[before] != cut) return false;
  const std::uint32_t a = classes_.cards()[cuts_[before].begin];
  const std::uint32_t b = classes_.cards()[cuts_[cut].begin];
  return plan.places[a].segment == plan.places[b].segment &&
         FinishGroup(plan.places[a]) == FinishGroup(plan.places[b]) && !plan.IsEngineStage(a) &&
         !plan.IsEngineStage(b);
}

Chunk ChunkLayout::ChunkOfCuts(const FramePlan& plan, std::uint32_t head) {
  Chunk chunk;
  chunk.begin = static_cast<std::uint32_t>(chunk_cards.size());
  chunk.position = classes_.cards()[cuts_[head].begin];
  chunk.segment = plan.places[chunk.position].segment;
  chunk.end_group = FinishGroup(plan.places[chunk.position]);
  chunk.engine_stage = plan.IsEngineStage(chunk.position);
  bool is_known = true;
  for (std::uint32_t cut = head;; cut = next_cut_[cut]) {
    const auto cards =
        classes_.cards().subspan(cuts_[cut].begin, cuts_[cut].end - cuts_[cut].begin);
    chunk_cards.insert(chunk_cards.end(), cards.begin(), cards.end());
    chunk.bodies += cuts_[cut].bodies;
    chunk.cost_ns += cuts_[cut].cost_ns;
    chunk.remaining_ns = std::max(chunk.remaining_ns, cuts_[cut].remaining_ns);
    is_known = is_known && cuts_[cut].is_known;
    if (next_cut_[cut] >= kSeveral || !IsJoined(plan, next_cut_[cut])) break;
  }
  if (!is_known) chunk.cost_ns = 0;
  chunk.end = static_cast<std::uint32_t>(chunk_cards.size());
  return chunk;
}

void ChunkLayout::JoinChains(const FramePlan& plan) {
  NoteNeighbours(plan);
  chunks.clear();
  chunk_cards.clear();
  chunks_ending.fill(0);
  for (std::uint32_t head = 0; head < cuts_.size(); ++head) {
    if (IsJoined(plan, head)) continue;
    chunks.push_back(ChunkOfCuts(plan, head));
    const auto group = static_cast<std::size_t>(GroupIndex(chunks.back().end_group));
    chunk_room[group] = std::max(chunk_room[group], ++chunks_ending[group]);
  }
  chunk_of.assign(plan.size, kNoChunk);
  for (std::uint32_t index = 0; index < chunks.size(); ++index) {
    for (std::uint32_t at = chunks[index].begin; at < chunks[index].end; ++at) {
      chunk_of[chunk_cards[at]] = index;
    }
  }
}

// The game thread goes through its cards in one order, so of those that a chunk needs the last one
// tells it enough.
void ChunkLayout::FindLastGameCards(const FramePlan& plan) {
  last_game_card_.assign(chunks.size(), kNoChunk);
  tells_.assign(plan.size, false);
  for (std::size_t index = 0; index < chunks.size(); ++index) {
    std::uint32_t& last = last_game_card_[index];
    for (std::uint32_t at = chunks[index].begin; at < chunks[index].end; ++at) {
      const std::uint32_t position = chunk_cards[at];
      if (!classes_.IsAfterGame(position)) continue;
      for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
        const bool counts = classes_.IsOnGameThread(prerequisite) &&
                            !classes_.IsSettled(prerequisite, chunks[index].segment);
        if (counts) last = last == kNoChunk ? prerequisite : std::max(last, prerequisite);
      }
    }
    if (last != kNoChunk) tells_[last] = true;
  }
}

void ChunkLayout::ConnectChunks(const FramePlan& plan) {
  const auto chunk_count = static_cast<std::uint32_t>(chunks.size());
  successors.begin.assign(chunk_count + std::size_t{1}, 0);
  successors.items.clear();
  marks_.assign(chunk_count, kNoChunk);
  for (Chunk& chunk : chunks) chunk.needs_release = true;
  for (std::uint32_t from = 0; from < chunk_count; ++from) {
    for (std::uint32_t at = chunks[from].begin; at < chunks[from].end; ++at) {
      const std::uint32_t position = chunk_cards[at];
      if (!classes_.HasAfter(position)) continue;
      for (const std::uint32_t dependent : plan.Dependents(position)) {
        const std::uint32_t to = chunk_of[dependent];
        if (to == kNoChunk || to == from || marks_[to] == from) continue;
        if (classes_.IsSettled(position, chunks[to].segment)) continue;
        marks_[to] = from;
        successors.items.push_back(to);
        ++chunks[to].arrivals;
        if (chunks[from].segment == chunks[to].segment) chunks[to].needs_release = false;
      }
    }
    successors.begin[from + std::size_t{1}] = static_cast<std::uint32_t>(successors.items.size());
  }
}

void ChunkLayout::CutRuns(const FramePlan& plan) {
  runs.clear();
  game_cards.clear();
  waits.begin.assign(1, 0);
  waits.items.clear();
  told.begin.assign(1, 0);
  told.items.clear();
  is_waited_for_.assign(chunks.size(), false);
  const auto close_run = [this] {
    runs.back().end = static_cast<std::uint32_t>(game_cards.size());
    told.begin.push_back(static_cast<std::uint32_t>(told.items.size()));
  };
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    run_begin[segment] = static_cast<std::uint32_t>(runs.size());
    bool is_open = false;
    for (std::uint32_t position = plan.segment_begin[segment];
         position < plan.segment_begin[segment + 1]; ++position) {
      if (!classes_.IsOnGameThread(position)) continue;
      const std::size_t waits_before = waits.items.size();
      if (classes_.IsAfterWorker(position)) AddWaits(plan, position);
      const bool has_to_wait = waits.items.size() > waits_before;
      if (is_open && has_to_wait) close_run();
      if (!is_open || has_to_wait) {
        const auto begin = static_cast<std::uint32_t>(game_cards.size());
        runs.push_back({begin, begin});
        waits.begin.push_back(static_cast<std::uint32_t>(waits.items.size()));
      }
      game_cards.push_back(position);
      is_open = !tells_[position];
      if (is_open) continue;
      ConnectTold(plan, position);
      close_run();
    }
    if (is_open) close_run();
  }
  run_begin[kSegmentCount] = static_cast<std::uint32_t>(runs.size());
}

void ChunkLayout::AddWaits(const FramePlan& plan, std::uint32_t position) {
  const Segment segment = plan.places[position].segment;
  for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
    const std::uint32_t chunk = chunk_of[prerequisite];
    if (chunk == kNoChunk || is_waited_for_[chunk]) continue;
    if (classes_.IsSettled(prerequisite, segment)) continue;
    is_waited_for_[chunk] = true;
    waits.items.push_back(chunk);
  }
}

void ChunkLayout::ConnectTold(const FramePlan& plan, std::uint32_t position) {
  for (const std::uint32_t dependent : plan.Dependents(position)) {
    const std::uint32_t chunk = chunk_of[dependent];
    if (chunk == kNoChunk || last_game_card_[chunk] != position) continue;
    last_game_card_[chunk] = kNoChunk;
    told.items.push_back(chunk);
    ++chunks[chunk].arrivals;
    chunks[chunk].needs_release = false;
  }
}

ReadyWork ChunkLayout::WorkOf(std::uint32_t index) const {
  const Chunk& chunk = chunks[index];
  ReadyWork work;
  work.engine_stage = chunk.engine_stage;
  work.remaining_ns = chunk.remaining_ns;
  work.position = chunk.position;
  work.chunk = index;
  work.end = chunk.end_group;
  return work;
}

void ChunkLayout::CollectRoots() {
  roots.clear();
  late_roots.clear();
  released_.clear();
  for (std::uint32_t index = 0; index < chunks.size(); ++index) {
    Chunk& chunk = chunks[index];
    if (!chunk.needs_release) continue;
    ++chunk.arrivals;
    // As ClaimedLater has it: the bits of what is not negative ascend with it.
    const std::uint32_t path = ~std::bit_cast<std::uint32_t>(chunk.remaining_ns);
    const std::uint64_t order = std::uint64_t{chunk.segment} << 48 |
                                static_cast<std::uint64_t>(GroupIndex(chunk.end_group)) << 40 |
                                std::uint64_t{!chunk.engine_stage} << 32 | path;
    released_.push_back({order, chunk.position, index});
  }
  const auto before = [](const Released& a, const Released& b) {
    return std::tie(a.order, a.position) < std::tie(b.order, b.position);
  };
  if (!std::is_sorted(released_.begin(), released_.end(), before)) {
    std::sort(released_.begin(), released_.end(), before);
  }
  std::size_t next = 0;
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    late_root_begin[segment] = static_cast<std::uint32_t>(late_roots.size());
    for (std::size_t group = 0; group < kTickGroupCount; ++group) {
      root_begin[segment][group] = static_cast<std::uint32_t>(roots.size());
      while (next < released_.size() && released_[next].order >> 40 == (segment << 8 | group)) {
        const std::uint32_t index = released_[next++].chunk;
        if (chunks[index].arrivals == 1) {
          roots.push_back(WorkOf(index));
        } else {
          late_roots.push_back(index);
        }
      }
    }
    root_begin[segment][kTickGroupCount] = static_cast<std::uint32_t>(roots.size());
  }
  late_root_begin[kSegmentCount] = static_cast<std::uint32_t>(late_roots.size());
}

}  // namespace tickgraph
