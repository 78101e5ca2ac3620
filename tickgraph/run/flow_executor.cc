#include "tickgraph/run/flow_executor.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tickgraph/run/spin.h"

namespace tickgraph {
namespace {

/// Ready work that costs less is done by the game thread before a worker could be there.
constexpr float kWorthCallingNs = 12000;
/// The same for a pool whose workers are awake.
constexpr float kWorthCallingHotNs = 3000;

/// After so many frames of a layout, and then at each multiple of the last number, measured costs
/// may replace it.
constexpr std::array<std::uint32_t, 4> kReviewFrames = {2, 8, 32, 64};

/// Costs that have changed by less than this factor do not replace a layout.
constexpr double kChangeFactor = 2;

/// Chunks that take much longer than they should are cut anew where they have this share of all
/// any-thread time.
constexpr double kTooLongShare = 0.125;

bool IsReviewed(std::uint32_t layout_frames) {
  return layout_frames % kReviewFrames.back() == 0 ||
         std::find(kReviewFrames.begin(), kReviewFrames.end(), layout_frames) !=
             kReviewFrames.end();
}

/// Measured cost in steps of a factor of √2, so that cards that cost the same by and large stay in
/// plan order.
float InSteps(double cost_ns) {
  return static_cast<float>(std::exp2(std::round(2 * std::log2(std::max(1.0, cost_ns))) / 2));
}

constexpr std::uint64_t EncodeSleep(std::uint8_t kind, TickGroup group, std::uint32_t what) {
  return (std::uint64_t{kind} << 40) | (static_cast<std::uint64_t>(GroupIndex(group)) << 32) | what;
}

}  // namespace

FlowExecutor::FlowExecutor(const ExecutorParts& parts, WorkerPool& pool)
    : parts_(parts),
      worker_count_(pool.worker_count()),
      worth_calling_ns_(pool.hot() ? kWorthCallingHotNs : kWorthCallingNs),
      lanes_(pool, static_cast<LaneClient&>(*this)) {}

FlowExecutor::~FlowExecutor() { is_stopping_.store(true, std::memory_order_seq_cst); }

// ---- Plan and layout ----------------------------------------------------------------------

void FlowExecutor::Adopt() {
  ns_per_tick_ = clock_.NanosecondsPerTick();
  KeepMeasuredCosts();
  cost_ns_ = parts_.plan.cost_ns;
  measured_.resize(std::max(measured_.size(), parts_.plan.position_of_slot.size()));
  for (std::uint32_t position = 0; position < parts_.plan.size; ++position) {
    const TickHandle card = parts_.plan.cards[position];
    const MeasuredCost& measured = measured_[card.slot];
    if (measured.ns > 0 && measured.generation == card.generation) {
      cost_ns_[position] = measured.ns;
    }
  }
  Layout();
}

void FlowExecutor::KeepMeasuredCosts() {
  for (std::size_t index = 0; index < layout_.chunks.size(); ++index) {
    const Chunk& chunk = layout_.chunks[index];
    if (chunk.bodies == 0 || states_[index].cost_ticks == 0) continue;
    // Shared out as it was laid out, where that is known.
    const double measured_ns = states_[index].cost_ticks * ns_per_tick_;
    const bool is_known = chunk.cost_ns > 0;
    const double factor =
        measured_ns / (is_known ? chunk.cost_ns : static_cast<float>(chunk.bodies));
    for (std::uint32_t at = chunk.begin; at < chunk.end; ++at) {
      const auto [card, laid_ns] = laid_cards_[at];
      if (!card) continue;
      measured_[card.slot] = {card.generation, InSteps(factor * (is_known ? laid_ns : 1))};
    }
  }
}

void FlowExecutor::Layout() {
  layout_.Build(parts_.plan, cost_ns_);
  const std::size_t count = layout_.chunks.size();
  if (count > state_capacity_) {
    state_capacity_ = layout_.chunks.capacity();
    states_ = std::make_unique<ChunkState[]>(state_capacity_);
  }
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    states_[chunk].arrived.store(0, std::memory_order_relaxed);
    states_[chunk].finished_frame.store(0, std::memory_order_relaxed);
    states_[chunk].cost_ticks = 0;
  }
  laid_cards_.clear();
  for (const std::uint32_t position : layout_.chunk_cards) {
    const bool has_body = parts_.plan.lanes[position] != PlanLane::kBodiless;
    laid_cards_.push_back(has_body ? LaidCard{parts_.plan.cards[position], cost_ns_[position]}
                                   : LaidCard());
  }
  layout_frames_ = chunk_frames_ = 0;
  ready_.Reserve(layout_.chunk_room);
  float total_ns = 0;
  for (std::uint32_t chunk = 0; chunk < count; ++chunk) {
    // What runs nothing costs nothing; see WorthOf for what is not known.
    if (layout_.chunks[chunk].bodies > 0) total_ns += CostOrWorthCalling(chunk);
  }
  is_worth_calling_ = total_ns >= worth_calling_ns_;
  has_chunks_.fill(false);
  for (const Chunk& chunk : layout_.chunks) has_chunks_[chunk.segment] = true;
  may_be_inline_ = std::all_of(
      layout_.chunks.begin(), layout_.chunks.end(),
      [](const Chunk& chunk) { return GroupIndex(chunk.end_group) == GroupOf(chunk.segment); });
}

FlowExecutor::CostReview FlowExecutor::ReviewCosts() const {
  CostReview review;
  double laid_ns = 0;
  std::size_t measured_chunks = 0;
  bool is_known = true;
  double too_long_ns = 0;
  for (std::size_t index = 0; index < layout_.chunks.size(); ++index) {
    const Chunk& chunk = layout_.chunks[index];
    const double cost_ns = states_[index].cost_ticks * ns_per_tick_;
    if (chunk.bodies == 0 || cost_ns == 0) continue;
    ++measured_chunks;
    review.total_ns += cost_ns;
    laid_ns += chunk.cost_ns;
    is_known = is_known && chunk.cost_ns > 0;
    const bool is_too_long = chunk.bodies > 1 && cost_ns > 2 * ChunkLayout::kTargetChunkNs &&
                             cost_ns > kChangeFactor * chunk.cost_ns;
    if (is_too_long) too_long_ns += cost_ns;
  }
  const bool is_cheaper = !is_known || kChangeFactor * review.total_ns < laid_ns;
  const bool is_dearer = !is_known || review.total_ns > kChangeFactor * laid_ns;
  const bool is_too_short =
      measured_chunks > 8 &&
      review.total_ns < ChunkLayout::kTargetChunkNs / 3 * static_cast<double>(measured_chunks);
  const bool is_worth_it = std::max(review.total_ns, laid_ns) >= kWorthCallingNs;
  // Among thousands of chunks some were always interrupted; a new layout costs more than they do.
  const bool are_many_too_long = too_long_ns > kTooLongShare * review.total_ns;
  review.asks_for_layout = are_many_too_long || (is_too_short && is_cheaper) ||
                           (is_worth_it && (is_cheaper || is_dearer));
  return review;
}

// ---- A frame --------------------------------------------------------------------------------

void FlowExecutor::BeginFrame() {
  frame_ = static_cast<std::uint32_t>(parts_.state.frame());
  ++layout_frames_;
  is_inline_ = may_be_inline_ && !is_worth_calling_ && !measures_chunks_;
  inline_ticks_ = 0;
  if (!is_inline_) ++chunk_frames_;
  game_thread_ran_ = 0;
  workers_ran_.store(0, std::memory_order_relaxed);
  for (std::size_t group = 0; group < kTickGroupCount; ++group) {
    const std::uint32_t chunks = is_inline_ ? 0 : layout_.chunks_ending[group];
    unfinished_[group].store(static_cast<std::int32_t>(chunks), std::memory_order_relaxed);
  }
  uncalled_ns_ = 0;
  in_frame_.store(true, std::memory_order_seq_cst);
  // Waking takes longer than the first cards of the game thread.
  if (is_worth_calling_) lanes_.Wake();
}

void FlowExecutor::CountCalled(std::uint64_t cards, int worker) {
  if (worker == 0) {
    game_thread_ran_ += cards;
  } else {
    workers_ran_.fetch_add(cards, std::memory_order_relaxed);
  }
}

void FlowExecutor::RunInline(Segment segment, std::uint32_t begin, std::uint32_t end) {
  const bool is_timed = has_chunks_[segment];
  const std::int64_t start = is_timed ? CycleClock::Now() : 0;
  CountCalled(parts_.runner.RunRange(begin, end, 0), 0);
  if (is_timed) inline_ticks_ += CycleClock::Now() - start;
}

void FlowExecutor::RunSegment(Segment segment) {
  if (is_inline_) {
    RunInline(segment, parts_.plan.segment_begin[segment], parts_.plan.segment_end[segment]);
    return;
  }
  Release(segment);
  for (std::uint32_t run = layout_.run_begin[segment];
       run < layout_.run_begin[segment + std::size_t{1}]; ++run) {
    WaitForChunks(run);
    const GameRun& cards = layout_.runs[run];
    const std::uint32_t called =
        parts_.runner.RunList(layout_.game_cards, cards.begin, cards.end, 0);
    CountCalled(called, 0);
    Tell(run);
  }
}

void FlowExecutor::Release(Segment segment) {
  const auto& begin = layout_.root_begin[segment];
  const bool has_roots = begin[0] < begin[kTickGroupCount];
  const bool has_late_roots =
      layout_.late_root_begin[segment] < layout_.late_root_begin[segment + std::size_t{1}];
  if (!has_roots && !has_late_roots) return;
  // Chunks are measured as soon as they are handed out, so this comes before.
  float total_ns = 0;
  for (std::uint32_t at = begin[0]; at < begin[kTickGroupCount]; ++at) {
    total_ns += WorthOf(layout_.roots[at].chunk);
    if (total_ns >= kWorthCallingNs) break;
  }
  for (std::size_t group = 0; group < kTickGroupCount; ++group) {
    ready_.PushSorted(
        {layout_.roots.data() + begin[group], layout_.roots.data() + begin[group + 1]});
  }
  if (total_ns > 0) CallWorkersFor(total_ns, 0);
  for (std::uint32_t at = layout_.late_root_begin[segment];
       at < layout_.late_root_begin[segment + std::size_t{1}]; ++at) {
    Arrive(layout_.late_roots[at], 0);
  }
}

void FlowExecutor::WaitForChunks(std::uint32_t run) {
  const auto waits = layout_.waits[run];
  const auto is_missing = [this](std::uint32_t chunk) { return !IsFinished(chunk); };
  if (std::none_of(waits.begin(), waits.end(), is_missing)) return;
  const std::uint32_t position = layout_.game_cards[layout_.runs[run].begin];
  const auto group = static_cast<TickGroup>(GroupOf(parts_.plan.places[position].segment));
  const std::int64_t start = CycleClock::Now();
  for (const std::uint32_t chunk : waits) {
    HelpUntil(group, SleepsFor::kChunk, chunk, [&] { return IsFinished(chunk); });
  }
  NoteWait(WaitReason::kPrerequisite, group, parts_.plan.cards[position], start);
}

void FlowExecutor::Tell(std::uint32_t run) {
  for (const std::uint32_t chunk : layout_.told[run]) Arrive(chunk, 0);
}

void FlowExecutor::Join(TickGroup group) {
  if (IsGroupFinished(group)) return;
  const std::int64_t start = CycleClock::Now();
  HelpUntil(group, SleepsFor::kGroup, static_cast<std::uint32_t>(GroupIndex(group)),
            [&] { return IsGroupFinished(group); });
  NoteWait(WaitReason::kGroupEnd, group, TickHandle(), start);
}

void FlowExecutor::NoteWait(WaitReason reason, TickGroup group, TickHandle card,
                            std::int64_t start) {
  if (parts_.recorder == nullptr) return;
  parts_.recorder->Waited({reason, group, card, start, CycleClock::Now()});
}

void FlowExecutor::EndFrame() {
  in_frame_.store(false, std::memory_order_seq_cst);
  if (newcomers_wait_.load(std::memory_order_relaxed)) {
    newcomer_waits_.clear();
    newcomers_wait_.store(false, std::memory_order_seq_cst);
  }
  const double inline_ns = static_cast<double>(inline_ticks_) * ns_per_tick_;
  if (is_inline_ && inline_ns > worth_calling_ns_) measures_chunks_ = true;
  if (!IsReviewed(layout_frames_)) return;
  if (!is_inline_) measures_chunks_ = false;
  ns_per_tick_ = clock_.NanosecondsPerTick();
  const CostReview review = ReviewCosts();
  is_worth_calling_ = review.total_ns >= worth_calling_ns_;
  if (review.asks_for_layout) Adopt();
}

float FlowExecutor::CostOrWorthCalling(std::uint32_t index) const {
  const Chunk& chunk = layout_.chunks[index];
  const float measured_ns = states_[index].cost_ticks * static_cast<float>(ns_per_tick_);
  const float cost_ns = measured_ns > 0 ? measured_ns : chunk.cost_ns;
  return chunk.engine_stage || cost_ns == 0 ? kWorthCallingNs : cost_ns;
}

float FlowExecutor::WorthOf(std::uint32_t index) const {
  const Chunk& chunk = layout_.chunks[index];
  return CostOrWorthCalling(index) + std::max(0.0F, chunk.remaining_ns - chunk.cost_ns);
}

// ---- Chunks ---------------------------------------------------------------------------------

void FlowExecutor::Arrive(std::uint32_t index, int worker) {
  const Chunk& chunk = layout_.chunks[index];
  const std::uint32_t arrived = states_[index].arrived.fetch_add(1, std::memory_order_acq_rel) + 1;
  if (arrived != chunk_frames_ * chunk.arrivals) return;
  ReadyWork work;
  work.engine_stage = chunk.engine_stage;
  work.remaining_ns = chunk.remaining_ns;
  work.position = chunk.position;
  work.chunk = index;
  work.end = chunk.end_group;
  const float worth_ns = WorthOf(index);
  ready_.Push(work);
  CallWorkersFor(worth_ns, worker);
}

void FlowExecutor::Execute(const ReadyWork& work, int worker) {
  if (work.chunk == ReadyWork::kNewcomer) {
    ExecuteNewcomer(*work.newcomer, worker);
  } else {
    ExecuteChunk(work.chunk, worker);
  }
}

void FlowExecutor::ExecuteChunk(std::uint32_t index, int worker) {
  const Chunk& chunk = layout_.chunks[index];
  const TickGroup end = chunk.end_group;
  ChunkState& state = states_[index];
  const std::int64_t start = CycleClock::Now();
  const std::uint32_t called =
      parts_.runner.RunList(layout_.chunk_cards, chunk.begin, chunk.end, worker);
  const auto ticks = static_cast<float>(CycleClock::Now() - start);
  // One run that the system interrupted must not spoil the average.
  state.cost_ticks += state.cost_ticks == 0
                          ? ticks
                          : (std::min(ticks, 4 * state.cost_ticks) - state.cost_ticks) / 8;
  CountCalled(called, worker);
  state.finished_frame.store(frame_, std::memory_order_seq_cst);
  for (const std::uint32_t successor : layout_.successors[index]) Arrive(successor, worker);
  TellNewcomersOf(index, worker);
  Finished(end, index);
}

void FlowExecutor::Finished(TickGroup end, std::uint32_t chunk) {
  // After this the frame may be over: nothing of the plan may be touched any more.
  unfinished_[static_cast<std::size_t>(GroupIndex(end))].fetch_sub(1, std::memory_order_seq_cst);
  const std::uint64_t sleeps = game_sleeps_.load(std::memory_order_seq_cst);
  if (sleeps == 0) return;
  const auto kind = static_cast<SleepsFor>(sleeps >> 40);
  const auto what = static_cast<std::uint32_t>(sleeps);
  const bool is_awaited =
      kind == SleepsFor::kNewcomer || (kind == SleepsFor::kChunk && what == chunk) ||
      (kind == SleepsFor::kGroup && IsGroupFinished(static_cast<TickGroup>(what)));
  if (is_awaited) bell_.Ring();
}

bool FlowExecutor::IsGroupFinished(TickGroup group) const {
  for (int index = 0; index <= GroupIndex(group); ++index) {
    if (unfinished_[static_cast<std::size_t>(index)].load(std::memory_order_seq_cst) != 0) {
      return false;
    }
  }
  return true;
}

// ---- Waiting and waking ---------------------------------------------------------------------

template <typename Done>
void FlowExecutor::HelpUntil(TickGroup group, SleepsFor kind, std::uint32_t what, Done&& done) {
  const auto has_work = [&] { return ready_.Count(group) > 0 || loops_.HasWork(group); };
  while (!done()) {
    if (const std::optional<ReadyWork> work = ready_.Pop(group)) {
      Execute(*work, 0);
      continue;
    }
    if (loops_.HelpOnce(group, 0)) continue;
    if (SpinUntil([&] { return done() || has_work(); })) continue;
    const std::uint32_t ticket = bell_.ticket();
    game_sleeps_.store(EncodeSleep(static_cast<std::uint8_t>(kind), group, what),
                       std::memory_order_seq_cst);
    if (!done() && !has_work()) bell_.Sleep(ticket);
    game_sleeps_.store(0, std::memory_order_seq_cst);
  }
}

void FlowExecutor::RingForWork() {
  const std::uint64_t sleeps = game_sleeps_.load(std::memory_order_seq_cst);
  if (sleeps == 0) return;
  const auto group = static_cast<TickGroup>((sleeps >> 32) & 0xff);
  if (ready_.Count(group) > 0 || loops_.HasWork(group)) bell_.Ring();
}

void FlowExecutor::CallWorkersFor(float worth_ns, int worker) {
  // On a worker the next Pop takes the work; another one is called if there is more than that.
  if (worker == 0) {
    uncalled_ns_ += worth_ns;
    if (uncalled_ns_ < worth_calling_ns_) return;
    uncalled_ns_ = 0;
  } else if (ready_.Count(TickGroup::kNewlySpawned) < 2) {
    return;
  }
  lanes_.Wake();
}

bool FlowExecutor::HasLaneWork() {
  return ready_.Count(TickGroup::kNewlySpawned) > 0 || loops_.HasWork(TickGroup::kNewlySpawned);
}

void FlowExecutor::WorkOnLane(int lane) {
  const int worker = lane + 1;
  while (true) {
    if (const std::optional<ReadyWork> work = ready_.Pop(TickGroup::kNewlySpawned)) {
      RingForWork();
      Execute(*work, worker);
      continue;
    }
    if (loops_.HelpOnce(TickGroup::kNewlySpawned, worker)) continue;
    const auto is_over = [this] {
      return is_stopping_.load(std::memory_order_relaxed) ||
             !in_frame_.load(std::memory_order_relaxed);
    };
    SpinUntil([&] { return HasLaneWork() || is_over(); });
    if (!HasLaneWork()) return;
  }
}

void FlowExecutor::RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                               void (*slice)(void* body, std::size_t begin, std::size_t end),
                               void* body) {
  loops_.Run(context, count, grain, worker_count_, slice, body, [this] {
    lanes_.Wake();
    RingForWork();
  });
}

// ---- Newcomers ------------------------------------------------------------------------------

void FlowExecutor::RunGameCard(std::uint32_t run, std::uint32_t index) {
  if (index == layout_.runs[run].begin) WaitForChunks(run);
  const std::uint32_t called = parts_.runner.RunList(layout_.game_cards, index, index + 1, 0);
  CountCalled(called, 0);
  if (index + 1 == layout_.runs[run].end) Tell(run);
}

void FlowExecutor::RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) {
  const bool with_chunks = with_plan && !is_inline_;
  std::uint32_t run = layout_.run_begin[segment];
  const std::uint32_t run_end = with_chunks ? layout_.run_begin[segment + std::size_t{1}] : run;
  std::uint32_t index = run < run_end ? layout_.runs[run].begin : 0;
  const auto run_next_game_card = [&] {
    const std::uint32_t position = layout_.game_cards[index];
    RunGameCard(run, index);
    if (++index == layout_.runs[run].end) ++run;
    return position;
  };

  if (with_chunks) Release(segment);
  for (const MergedCard& item : merged) {
    if (item.annex == nullptr && is_inline_) {
      RunInline(segment, item.position, item.position + 1);
      continue;
    }
    if (item.annex == nullptr) {
      if (parts_.plan.lanes[item.position] != PlanLane::kGameThread) continue;
      // Cards that were taken over by the annex are passed, so that their chunks hear of them.
      while (run_next_game_card() != item.position) {
      }
      continue;
    }
    if (item.annex->withdrawn) continue;
    item.annex->reached = true;
    if (item.annex->lane == Lane::kGameThread) {
      RunGameNewcomer(*item.annex);
    } else {
      ReleaseNewcomer(*item.annex);
    }
  }
  while (run < run_end) run_next_game_card();
}

bool FlowExecutor::AreNewcomerPrerequisitesFinished(const AnnexCard& card) {
  const auto is_finished = [this](std::uint32_t position) {
    const std::uint32_t chunk = layout_.chunk_of[position];
    return chunk == ChunkLayout::kNoChunk || IsFinished(chunk);
  };
  const std::lock_guard lock(newcomer_mutex_);
  return std::all_of(card.plan_prerequisites.begin(), card.plan_prerequisites.end(), is_finished) &&
         std::none_of(card.annex_prerequisites.begin(), card.annex_prerequisites.end(),
                      [](const AnnexCard* prerequisite) { return prerequisite->holds_up(); });
}

void FlowExecutor::RunGameNewcomer(AnnexCard& card) {
  const auto group = static_cast<TickGroup>(GroupOf(card.place.segment));
  const auto is_ready = [&] { return AreNewcomerPrerequisitesFinished(card); };
  if (!is_ready()) {
    const std::int64_t start = CycleClock::Now();
    HelpUntil(group, SleepsFor::kNewcomer, 0, is_ready);
    NoteWait(WaitReason::kPrerequisite, group, card.card, start);
  }
  CountCalled(parts_.runner.RunAnnex(card, 0), 0);
  FinishNewcomer(card, 0);
}

void FlowExecutor::ReleaseNewcomer(AnnexCard& card) {
  unfinished_[static_cast<std::size_t>(GroupIndex(FinishGroup(card.place)))].fetch_add(
      1, std::memory_order_seq_cst);
  bool is_ready;
  {
    const std::lock_guard lock(newcomer_mutex_);
    newcomers_wait_.store(true, std::memory_order_seq_cst);
    const auto wait_for = [&](std::uint32_t position) {
      const std::uint32_t chunk = layout_.chunk_of[position];
      if (chunk == ChunkLayout::kNoChunk || IsFinished(chunk)) return;
      newcomer_waits_.push_back({chunk, &card});
      ++card.missing;
    };
    for (const std::uint32_t position : card.plan_prerequisites) wait_for(position);
    // One that was enabled again must not run beside the call that its chunk may be making.
    if (card.comes_after_own_place) wait_for(card.plan_position);
    for (AnnexCard* prerequisite : card.annex_prerequisites) {
      if (!prerequisite->holds_up()) continue;
      prerequisite->waiting.push_back(&card);
      ++card.missing;
    }
    is_ready = card.missing == 0;
  }
  if (is_ready) PushNewcomer(card, 0);
}

void FlowExecutor::PushNewcomer(AnnexCard& card, int worker) {
  ReadyWork work;
  work.engine_stage = card.engine_stage;
  work.remaining_ns = card.cost_ns;
  work.chunk = ReadyWork::kNewcomer;
  work.newcomer = &card;
  work.end = FinishGroup(card.place);
  ready_.Push(work);
  CallWorkersFor(kWorthCallingNs, worker);
}

void FlowExecutor::ExecuteNewcomer(AnnexCard& card, int worker) {
  const TickGroup end = FinishGroup(card.place);
  CountCalled(parts_.runner.RunAnnex(card, worker), worker);
  FinishNewcomer(card, worker);
  Finished(end, ReadyWork::kNewcomer);
}

void FlowExecutor::FinishNewcomer(AnnexCard& card, int worker) {
  std::vector<AnnexCard*> ready;
  {
    const std::lock_guard lock(newcomer_mutex_);
    card.done = true;
    for (AnnexCard* waiting : card.waiting) {
      if (--waiting->missing == 0) ready.push_back(waiting);
    }
  }
  for (AnnexCard* next : ready) PushNewcomer(*next, worker);
}

void FlowExecutor::TellNewcomersOf(std::uint32_t chunk, int worker) {
  if (!newcomers_wait_.load(std::memory_order_seq_cst)) return;
  std::vector<AnnexCard*> ready;
  {
    const std::lock_guard lock(newcomer_mutex_);
    std::erase_if(newcomer_waits_, [&](const ChunkWait& wait) {
      if (wait.chunk != chunk) return false;
      if (--wait.card->missing == 0) ready.push_back(wait.card);
      return true;
    });
  }
  for (AnnexCard* next : ready) PushNewcomer(*next, worker);
}

}  // namespace tickgraph
