#include "tickgraph/run/chunk_layout.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tickgraph {
namespace {

bool IsGameThread(const FramePlan& plan, std::uint32_t position) {
  return plan.lanes[position] == PlanLane::kGameThread;
}

bool IsBodiless(const FramePlan& plan, std::uint32_t position) {
  return plan.lanes[position] == PlanLane::kBodiless;
}

float CostOf(const FramePlan& plan, std::span<const float> cost_ns, std::uint32_t position,
             float unknown_ns) {
  if (IsBodiless(plan, position)) return 0;
  return cost_ns[position] > 0 ? cost_ns[position] : unknown_ns;
}

}  // namespace

void ChunkLayout::Build(const FramePlan& plan, std::span<const float> cost_ns) {
  FindDepth(plan);
  FindStages(plan);
  FindRemaining(plan, cost_ns);
  SortCards(plan);
  Reserve(plan);
  CutCards(plan, cost_ns);
  JoinChains(plan);
  FillChunks(plan, cost_ns);
  FindLastGameCards(plan);
  CutRuns(plan);
  ConnectChunks(plan);
  ConnectRuns(plan);
  CollectRoots();
}

void ChunkLayout::FindDepth(const FramePlan& plan) {
  depth_.assign(plan.size, 0);
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
      depth_[position] = std::max(depth_[position], depth_[prerequisite] + 1);
    }
  }
}

void ChunkLayout::FindStages(const FramePlan& plan) {
  stage_.assign(plan.size, 0);
  std::uint32_t waits_so_far = 0;
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    bool waits_for_worker = false;
    for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
      if (IsSettled(plan, prerequisite, position)) continue;
      waits_for_worker = waits_for_worker || !IsGameThread(plan, prerequisite);
      stage_[position] = std::max(stage_[position], stage_[prerequisite]);
    }
    if (!IsGameThread(plan, position)) continue;
    if (waits_for_worker) ++waits_so_far;
    stage_[position] = waits_so_far;
  }
}

void ChunkLayout::FindRemaining(const FramePlan& plan, std::span<const float> cost_ns) {
  remaining_ns_.resize(plan.size);
  for (std::uint32_t position = plan.size; position-- > 0;) {
    float longest_ns = 0;
    for (const std::uint32_t dependent : plan.Dependents(position)) {
      longest_ns = std::max(longest_ns, remaining_ns_[dependent]);
    }
    remaining_ns_[position] = longest_ns + CostOf(plan, cost_ns, position, kUnknownCostNs);
  }
}

bool ChunkLayout::MayShareChunk(const FramePlan& plan, std::uint32_t a, std::uint32_t b) const {
  return plan.places[a].segment == plan.places[b].segment && depth_[a] == depth_[b] &&
         stage_[a] == stage_[b] && FinishGroup(plan.places[a]) == FinishGroup(plan.places[b]) &&
         !plan.IsEngineStage(a) && !plan.IsEngineStage(b);
}

void ChunkLayout::SortCards(const FramePlan& plan) {
  sorted_.clear();
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    if (!IsGameThread(plan, position) && !plan.IsHole(position)) sorted_.push_back(position);
  }
  const auto key = [&](std::uint32_t position) {
    return std::tuple(plan.places[position].segment, depth_[position], stage_[position],
                      FinishGroup(plan.places[position]), -remaining_ns_[position], position);
  };
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); };
  if (!std::is_sorted(sorted_.begin(), sorted_.end(), before)) {
    std::sort(sorted_.begin(), sorted_.end(), before);
  }
}

void ChunkLayout::Reserve(const FramePlan& plan) {
  const std::size_t cards = sorted_.size();
  const std::size_t room = std::min<std::size_t>(cards, kReservedChunks);
  const std::size_t edges = std::min<std::size_t>(plan.edges->live_count(), 4 * room);
  const std::size_t run_room = std::min<std::size_t>(plan.size - cards, kReservedChunks);
  chunks.reserve(room);
  cuts_.reserve(room);
  for (std::vector<std::uint32_t>* by_chunk :
       {&next_cut_, &previous_cut_, &marks_, &last_game_card_, &late_roots, &told.items}) {
    by_chunk->reserve(room);
  }
  roots.reserve(room);
  successors.begin.reserve(room + 1);
  successors.items.reserve(edges);
  waits.items.reserve(edges);
  runs.reserve(run_room);
  waits.begin.reserve(run_room + 1);
  told.begin.reserve(run_room + 1);
  chunk_room.fill(0);
  for (const std::uint32_t position : sorted_) {
    std::uint32_t& group =
        chunk_room[static_cast<std::size_t>(GroupIndex(FinishGroup(plan.places[position])))];
    if (group < kReservedChunks) ++group;
  }
}

void ChunkLayout::CutCards(const FramePlan& plan, std::span<const float> cost_ns) {
  cuts_.clear();
  cut_of_.assign(plan.size, kNoChunk);
  const auto count = static_cast<std::uint32_t>(sorted_.size());
  for (std::uint32_t begin = 0; begin < count;) {
    std::uint32_t end = begin + 1;
    while (end < count && MayShareChunk(plan, sorted_[begin], sorted_[end])) ++end;
    const float unknown_ns =
        kTargetChunkNs / static_cast<float>(std::max(1U, (end - begin) / kUnknownChunks));
    while (begin < end) {
      Cut cut{begin, begin};
      float cost = 0;
      while (cut.end < end) {
        const std::uint32_t position = sorted_[cut.end];
        const float own = CostOf(plan, cost_ns, position, unknown_ns);
        if (cut.end > cut.begin && cost + own > kTargetChunkNs) break;
        cost += own;
        cut_of_[position] = static_cast<std::uint32_t>(cuts_.size());
        ++cut.end;
      }
      cuts_.push_back(cut);
      begin = cut.end;
    }
  }
}

bool ChunkLayout::IsSettled(const FramePlan& plan, std::uint32_t prerequisite,
                            std::uint32_t card) const {
  const Segment segment = plan.places[card].segment;
  if (IsGameThread(plan, prerequisite)) {
    return plan.places[prerequisite].segment < segment;
  }
  return GroupIndex(FinishGroup(plan.places[prerequisite])) < GroupOf(segment);
}

// Joins cut B to cut A if A has no other dependents and B no other prerequisites, nothing on the
// game thread depends on A, and both belong to the same segment and end group. The joined chunks
// are laid out as chains of cuts in chunk_of order.
void ChunkLayout::JoinChains(const FramePlan& plan) {
  const auto cut_count = static_cast<std::uint32_t>(cuts_.size());
  constexpr std::uint32_t kSeveral = kNoChunk - 1;
  std::vector<std::uint32_t>& next = next_cut_;
  std::vector<std::uint32_t>& previous = previous_cut_;
  next.assign(cut_count, kNoChunk);
  previous.assign(cut_count, kNoChunk);
  const auto note = [](std::uint32_t& only, std::uint32_t cut) {
    only = only == kNoChunk || only == cut ? cut : kSeveral;
  };
  for (std::uint32_t cut = 0; cut < cut_count; ++cut) {
    for (std::uint32_t at = cuts_[cut].begin; at < cuts_[cut].end; ++at) {
      const std::uint32_t position = sorted_[at];
      for (const std::uint32_t dependent : plan.Dependents(position)) {
        note(next[cut], IsGameThread(plan, dependent) ? kSeveral : cut_of_[dependent]);
      }
      for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
        if (IsSettled(plan, prerequisite, position)) continue;
        note(previous[cut], IsGameThread(plan, prerequisite) ? kSeveral : cut_of_[prerequisite]);
      }
    }
  }
  const auto joins = [&](std::uint32_t cut) {
    const std::uint32_t before = previous[cut];
    if (before >= kSeveral || next[before] != cut) return false;
    const std::uint32_t a = sorted_[cuts_[before].begin];
    const std::uint32_t b = sorted_[cuts_[cut].begin];
    return plan.places[a].segment == plan.places[b].segment &&
           FinishGroup(plan.places[a]) == FinishGroup(plan.places[b]) && !plan.IsEngineStage(a) &&
           !plan.IsEngineStage(b);
  };

  chunks.clear();
  chunk_cards.clear();
  chunk_of.assign(plan.size, kNoChunk);
  for (std::uint32_t head = 0; head < cut_count; ++head) {
    if (joins(head)) continue;
    Chunk chunk;
    chunk.begin = static_cast<std::uint32_t>(chunk_cards.size());
    std::uint32_t cut = head;
    while (true) {
      for (std::uint32_t at = cuts_[cut].begin; at < cuts_[cut].end; ++at) {
        chunk_of[sorted_[at]] = static_cast<std::uint32_t>(chunks.size());
        chunk_cards.push_back(sorted_[at]);
      }
      // `next` also counts prerequisites that a group's wait has settled, `previous` does not.
      if (next[cut] >= kSeveral || previous[next[cut]] != cut || !joins(next[cut])) break;
      cut = next[cut];
    }
    chunk.end = static_cast<std::uint32_t>(chunk_cards.size());
    chunks.push_back(chunk);
  }
}

void ChunkLayout::FillChunks(const FramePlan& plan, std::span<const float> cost_ns) {
  chunks_ending.fill(0);
  for (Chunk& chunk : chunks) {
    const std::uint32_t first = chunk_cards[chunk.begin];
    chunk.position = first;
    chunk.segment = plan.places[first].segment;
    chunk.end_group = FinishGroup(plan.places[first]);
    chunk.engine_stage = plan.IsEngineStage(first);
    bool is_known = true;
    for (std::uint32_t at = chunk.begin; at < chunk.end; ++at) {
      const std::uint32_t position = chunk_cards[at];
      chunk.remaining_ns = std::max(chunk.remaining_ns, remaining_ns_[position]);
      if (IsBodiless(plan, position)) continue;
      ++chunk.bodies;
      chunk.cost_ns += cost_ns[position];
      is_known = is_known && cost_ns[position] > 0;
    }
    if (!is_known) chunk.cost_ns = 0;
    const auto group = static_cast<std::size_t>(GroupIndex(chunk.end_group));
    chunk_room[group] = std::max(chunk_room[group], ++chunks_ending[group]);
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
      for (const std::uint32_t prerequisite : plan.Prerequisites(chunk_cards[at])) {
        if (!IsGameThread(plan, prerequisite) || IsSettled(plan, prerequisite, chunk_cards[at])) {
          continue;
        }
        last = last == kNoChunk ? prerequisite : std::max(last, prerequisite);
      }
    }
    if (last != kNoChunk) tells_[last] = true;
  }
}

void ChunkLayout::CutRuns(const FramePlan& plan) {
  runs.clear();
  game_cards.clear();
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    run_begin[segment] = static_cast<std::uint32_t>(runs.size());
    bool is_open = false;
    for (std::uint32_t position = plan.segment_begin[segment];
         position < plan.segment_begin[segment + 1]; ++position) {
      if (!IsGameThread(plan, position)) continue;
      const auto needs_worker = [&](std::uint32_t prerequisite) {
        return !IsGameThread(plan, prerequisite) && !IsSettled(plan, prerequisite, position);
      };
      const auto prerequisites = plan.Prerequisites(position);
      if (!is_open || std::any_of(prerequisites.begin(), prerequisites.end(), needs_worker)) {
        const auto begin = static_cast<std::uint32_t>(game_cards.size());
        runs.push_back({begin, begin});
      }
      game_cards.push_back(position);
      runs.back().end = static_cast<std::uint32_t>(game_cards.size());
      is_open = !tells_[position];
    }
  }
  run_begin[kSegmentCount] = static_cast<std::uint32_t>(runs.size());
}

void ChunkLayout::ConnectChunks(const FramePlan& plan) {
  const auto chunk_count = static_cast<std::uint32_t>(chunks.size());
  successors.begin.assign(chunk_count + std::size_t{1}, 0);
  successors.items.clear();
  marks_.assign(chunk_count, kNoChunk);
  for (Chunk& chunk : chunks) chunk.needs_release = true;
  for (std::uint32_t from = 0; from < chunk_count; ++from) {
    for (std::uint32_t at = chunks[from].begin; at < chunks[from].end; ++at) {
      for (const std::uint32_t dependent : plan.Dependents(chunk_cards[at])) {
        const std::uint32_t to = chunk_of[dependent];
        if (to == kNoChunk || to == from || marks_[to] == from) continue;
        if (IsSettled(plan, chunk_cards[at], dependent)) continue;
        marks_[to] = from;
        successors.items.push_back(to);
        ++chunks[to].arrivals;
        if (chunks[from].segment == chunks[to].segment) chunks[to].needs_release = false;
      }
    }
    successors.begin[from + std::size_t{1}] = static_cast<std::uint32_t>(successors.items.size());
  }
}

void ChunkLayout::ConnectRuns(const FramePlan& plan) {
  const auto run_count = static_cast<std::uint32_t>(runs.size());
  waits.begin.assign(run_count + std::size_t{1}, 0);
  waits.items.clear();
  told.begin.assign(run_count + std::size_t{1}, 0);
  told.items.clear();
  std::vector<std::uint32_t>& waited_by = marks_;
  waited_by.assign(chunks.size(), kNoChunk);
  for (std::uint32_t run = 0; run < run_count; ++run) {
    for (std::uint32_t at = runs[run].begin; at < runs[run].end; ++at) {
      const std::uint32_t position = game_cards[at];
      for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
        const std::uint32_t chunk = chunk_of[prerequisite];
        if (chunk == kNoChunk || waited_by[chunk] == run) continue;
        if (IsSettled(plan, prerequisite, position)) continue;
        waited_by[chunk] = run;
        waits.items.push_back(chunk);
      }
    }
    const std::uint32_t last = game_cards[runs[run].end - 1];
    if (tells_[last]) ConnectTold(plan, last);
    waits.begin[run + std::size_t{1}] = static_cast<std::uint32_t>(waits.items.size());
    told.begin[run + std::size_t{1}] = static_cast<std::uint32_t>(told.items.size());
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

void ChunkLayout::CollectRoots() {
  roots.clear();
  late_roots.clear();
  std::vector<std::uint32_t>& released = marks_;
  released.clear();
  for (std::uint32_t index = 0; index < chunks.size(); ++index) {
    Chunk& chunk = chunks[index];
    if (!chunk.needs_release) continue;
    ++chunk.arrivals;
    released.push_back(index);
  }
  const auto work_of = [this](std::uint32_t index) {
    const Chunk& chunk = chunks[index];
    ReadyWork work;
    work.engine_stage = chunk.engine_stage;
    work.remaining_ns = chunk.remaining_ns;
    work.position = chunk.position;
    work.chunk = index;
    work.end = chunk.end_group;
    return work;
  };
  std::sort(released.begin(), released.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Chunk& left = chunks[a];
    const Chunk& right = chunks[b];
    if (left.segment != right.segment) return left.segment < right.segment;
    if (left.end_group != right.end_group) return left.end_group < right.end_group;
    return ClaimedLater(work_of(b), work_of(a));
  });
  std::size_t next = 0;
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    late_root_begin[segment] = static_cast<std::uint32_t>(late_roots.size());
    for (std::size_t group = 0; group < kTickGroupCount; ++group) {
      root_begin[segment][group] = static_cast<std::uint32_t>(roots.size());
      while (next < released.size()) {
        const Chunk& chunk = chunks[released[next]];
        if (chunk.segment != segment ||
            static_cast<std::size_t>(GroupIndex(chunk.end_group)) != group) {
          break;
        }
        if (chunk.arrivals == 1) {
          roots.push_back(work_of(released[next]));
        } else {
          late_roots.push_back(released[next]);
        }
        ++next;
      }
    }
    root_begin[segment][kTickGroupCount] = static_cast<std::uint32_t>(roots.size());
  }
  late_root_begin[kSegmentCount] = static_cast<std::uint32_t>(late_roots.size());
}

}  // namespace tickgraph
