#include "tickgraph/run/flow_executor.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "tickgraph/run/spin.h"

namespace tickgraph {
namespace {

/// Ready work that costs less is done by the game thread before a worker could be there.
constexpr float kWorthCallingNs = 12000;

/// How long a worker of a hot pool looks for work before it goes to sleep all the same.
constexpr std::chrono::milliseconds kHotSpinTime(50);

/// After so many frames of a layout, measured costs may replace it.
constexpr std::array<std::uint32_t, 3> kRelayoutFrames = {2, 8, 32};

/// How much time there is to win by calling a worker for a chunk, in nanoseconds: it and what
/// waits for it. Unknown work is taken to be worth it.
float WorthOf(const Chunk& chunk) {
  if (chunk.engine_stage || chunk.cost_ns == 0) return kWorthCallingNs;
  return std::max(chunk.cost_ns, chunk.remaining_ns);
}

constexpr std::uint64_t EncodeSleep(std::uint8_t kind, TickGroup group, std::uint32_t what) {
  return (std::uint64_t{kind} << 40) | (static_cast<std::uint64_t>(GroupIndex(group)) << 32) | what;
}

}  // namespace

FlowExecutor::FlowExecutor(const ExecutorParts& parts, WorkerPool& pool)
    : parts_(parts),
      worker_count_(pool.worker_count()),
      hot_(pool.hot()),
      lanes_(pool, static_cast<LaneClient&>(*this)) {}

FlowExecutor::~FlowExecutor() { is_stopping_.store(true, std::memory_order_seq_cst); }

// ---- Plan and layout ----------------------------------------------------------------------

void FlowExecutor::Adopt() {
  KeepMeasuredCosts();
  cost_ns_ = parts_.plan.cost_ns;
  for (std::uint32_t position = 0; position < parts_.plan.size; ++position) {
    const TickHandle card = parts_.plan.cards[position];
    if (cost_ns_[position] > 0 || card.slot >= measured_.size()) continue;
    const MeasuredCost& measured = measured_[card.slot];
    if (measured.generation == card.generation) cost_ns_[position] = measured.ns;
  }
  Layout();
}

void FlowExecutor::KeepMeasuredCosts() {
  const double ns_per_tick = clock_.NanosecondsPerTick();
  for (std::size_t index = 0; index < layout_.chunks.size(); ++index) {
    const Chunk& chunk = layout_.chunks[index];
    if (states_[index].cost_ticks == 0) continue;
    const double cards = chunk.end - chunk.begin;
    const double card_ns = states_[index].cost_ticks * ns_per_tick / cards;
    for (std::uint32_t at = chunk.begin; at < chunk.end; ++at) {
      const TickHandle card = chunk_handles_[at];
      if (card.slot >= measured_.size()) measured_.resize(card.slot + std::size_t{1});
      measured_[card.slot] = {card.generation, std::max(1.0F, static_cast<float>(card_ns))};
    }
  }
}

void FlowExecutor::Layout() {
  layout_.Build(parts_.plan, cost_ns_);
  const std::size_t count = layout_.chunks.size();
  if (count > state_capacity_) {
    state_capacity_ = count;
    states_ = std::make_unique<ChunkState[]>(count);
  }
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    states_[chunk].arrived.store(0, std::memory_order_relaxed);
    states_[chunk].finished_frame.store(0, std::memory_order_relaxed);
    states_[chunk].cost_ticks = 0;
  }
  chunk_handles_.clear();
  for (const std::uint32_t position : layout_.chunk_cards) {
    chunk_handles_.push_back(parts_.plan.cards[position]);
  }
  layout_frames_ = 0;
  ready_.Reserve(layout_.chunks_ending);
  float total_ns = 0;
  bool is_known = true;
  for (const Chunk& chunk : layout_.chunks) {
    total_ns += chunk.cost_ns;
    is_known = is_known && chunk.cost_ns > 0;
  }
  is_worth_calling_ = count > 0 && (!is_known || total_ns >= kWorthCallingNs);
}

bool FlowExecutor::IsWorthRelayout(double ns_per_tick) const {
  double total_ns = 0;
  bool is_any_too_long = false;
  for (std::size_t chunk = 0; chunk < layout_.chunks.size(); ++chunk) {
    const double cost_ns = states_[chunk].cost_ticks * ns_per_tick;
    total_ns += cost_ns;
    const bool is_divisible = layout_.chunks[chunk].end - layout_.chunks[chunk].begin > 1;
    is_any_too_long =
        is_any_too_long || (is_divisible && cost_ns > 2 * ChunkLayout::kTargetChunkNs);
  }
  const double mean_ns =
      total_ns / static_cast<double>(std::max<std::size_t>(1, layout_.chunks.size()));
  return is_any_too_long ||
         (layout_.chunks.size() > 8 && mean_ns < ChunkLayout::kTargetChunkNs / 3);
}

void FlowExecutor::RelayoutByMeasuredCost() {
  if (IsWorthRelayout(clock_.NanosecondsPerTick())) Adopt();
}

// ---- A frame --------------------------------------------------------------------------------

void FlowExecutor::BeginFrame() {
  frame_ = static_cast<std::uint32_t>(parts_.state.frame());
  ++layout_frames_;
  cards_run_.store(0, std::memory_order_relaxed);
  for (std::size_t group = 0; group < kTickGroupCount; ++group) {
    unfinished_[group].store(static_cast<std::int32_t>(layout_.chunks_ending[group]),
                             std::memory_order_seq_cst);
  }
  uncalled_ns_ = 0;
  in_frame_.store(true, std::memory_order_seq_cst);
  // Waking takes longer than the first cards of the game thread.
  if (is_worth_calling_) lanes_.Wake();
}

void FlowExecutor::RunSegment(Segment segment) {
  Release(segment);
  for (std::uint32_t run = layout_.run_begin[segment];
       run < layout_.run_begin[segment + std::size_t{1}]; ++run) {
    WaitForChunks(run);
    const GameRun& cards = layout_.runs[run];
    const std::uint32_t called = parts_.runner.RunList(
        {layout_.game_cards.data() + cards.begin, layout_.game_cards.data() + cards.end}, 0);
    cards_run_.fetch_add(called, std::memory_order_relaxed);
    Tell(run);
  }
}

void FlowExecutor::Release(Segment segment) {
  const auto& begin = layout_.root_begin[segment];
  float total_ns = 0;
  for (std::size_t group = 0; group < kTickGroupCount; ++group) {
    const ReadyWork* first = layout_.roots.data() + begin[group];
    const ReadyWork* last = layout_.roots.data() + begin[group + 1];
    ready_.PushSorted({first, last});
    for (const ReadyWork* work = first; work != last && total_ns < kWorthCallingNs; ++work) {
      total_ns += WorthOf(layout_.chunks[work->chunk]);
    }
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
  newcomer_waits_.clear();
  newcomers_wait_.store(false, std::memory_order_seq_cst);
  if (std::find(kRelayoutFrames.begin(), kRelayoutFrames.end(), layout_frames_) !=
      kRelayoutFrames.end()) {
    RelayoutByMeasuredCost();
  }
}

// ---- Chunks ---------------------------------------------------------------------------------

void FlowExecutor::Arrive(std::uint32_t index, int worker) {
  const Chunk& chunk = layout_.chunks[index];
  const std::uint32_t arrived = states_[index].arrived.fetch_add(1, std::memory_order_acq_rel) + 1;
  if (arrived != layout_frames_ * chunk.arrivals) return;
  ReadyWork work;
  work.engine_stage = chunk.engine_stage;
  work.remaining_ns = chunk.remaining_ns;
  work.position = chunk.position;
  work.chunk = index;
  work.end = chunk.end_group;
  ready_.Push(work);
  CallWorkersFor(WorthOf(chunk), worker);
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
  const std::uint32_t called = parts_.runner.RunList(
      {layout_.chunk_cards.data() + chunk.begin, layout_.chunk_cards.data() + chunk.end}, worker);
  const auto ticks = static_cast<float>(CycleClock::Now() - start);
  // One run that the system interrupted must not spoil the average.
  state.cost_ticks += state.cost_ticks == 0
                          ? ticks
                          : (std::min(ticks, 4 * state.cost_ticks) - state.cost_ticks) / 8;
  cards_run_.fetch_add(called, std::memory_order_relaxed);
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
  const auto has_work = [&] { return ready_.Count(group) > 0 || loops_.HasWork(); };
  while (!done()) {
    if (const std::optional<ReadyWork> work = ready_.Pop(group)) {
      Execute(*work, 0);
      continue;
    }
    if (loops_.HelpOnce(0)) continue;
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
  if (ready_.Count(group) > 0) bell_.Ring();
}

void FlowExecutor::CallWorkersFor(float worth_ns, int worker) {
  // On a worker the next Pop takes the work; another one is called if there is more than that.
  if (worker == 0) {
    uncalled_ns_ += worth_ns;
    if (uncalled_ns_ < kWorthCallingNs) return;
    uncalled_ns_ = 0;
  } else if (ready_.Count(TickGroup::kNewlySpawned) < 2) {
    return;
  }
  lanes_.Wake();
}

bool FlowExecutor::HasLaneWork() {
  return ready_.Count(TickGroup::kNewlySpawned) > 0 || loops_.HasWork();
}

void FlowExecutor::WorkOnLane(int lane) {
  const int worker = lane + 1;
  while (true) {
    if (const std::optional<ReadyWork> work = ready_.Pop(TickGroup::kNewlySpawned)) {
      RingForWork();
      Execute(*work, worker);
      continue;
    }
    if (loops_.HelpOnce(worker)) continue;
    const auto is_over = [this] {
      return is_stopping_.load(std::memory_order_relaxed) ||
             (!hot_ && !in_frame_.load(std::memory_order_relaxed));
    };
    const std::chrono::nanoseconds limit = hot_ ? kHotSpinTime : kSpinTime;
    SpinUntil([&] { return HasLaneWork() || is_over(); }, limit);
    if (!HasLaneWork()) return;
  }
}

void FlowExecutor::RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                               void (*slice)(void* body, std::size_t begin, std::size_t end),
                               void* body) {
  loops_.Run(context, count, grain, worker_count_, slice, body, [this] {
    lanes_.Wake();
    if (game_sleeps_.load(std::memory_order_seq_cst) != 0) bell_.Ring();
  });
}

// ---- Newcomers ------------------------------------------------------------------------------

void FlowExecutor::RunGameCard(std::uint32_t run, std::uint32_t index) {
  if (index == layout_.runs[run].begin) WaitForChunks(run);
  const std::uint32_t called = parts_.runner.RunList({&layout_.game_cards[index], 1}, 0);
  cards_run_.fetch_add(called, std::memory_order_relaxed);
  if (index + 1 == layout_.runs[run].end) Tell(run);
}

void FlowExecutor::RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) {
  std::uint32_t run = layout_.run_begin[segment];
  const std::uint32_t run_end = with_plan ? layout_.run_begin[segment + std::size_t{1}] : run;
  std::uint32_t index = run < run_end ? layout_.runs[run].begin : 0;
  const auto run_next_game_card = [&] {
    const std::uint32_t position = layout_.game_cards[index];
    RunGameCard(run, index);
    if (++index == layout_.runs[run].end) ++run;
    return position;
  };

  if (with_plan) Release(segment);
  for (const MergedCard& item : merged) {
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
         std::all_of(card.annex_prerequisites.begin(), card.annex_prerequisites.end(),
                     [](const AnnexCard* prerequisite) { return prerequisite->done; });
}

void FlowExecutor::RunGameNewcomer(AnnexCard& card) {
  const auto group = static_cast<TickGroup>(GroupOf(card.place.segment));
  const auto is_ready = [&] { return AreNewcomerPrerequisitesFinished(card); };
  if (!is_ready()) {
    const std::int64_t start = CycleClock::Now();
    HelpUntil(group, SleepsFor::kNewcomer, 0, is_ready);
    NoteWait(WaitReason::kPrerequisite, group, card.card, start);
  }
  cards_run_.fetch_add(parts_.runner.RunAnnex(card, 0), std::memory_order_relaxed);
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
      if (prerequisite->done) continue;
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
  cards_run_.fetch_add(parts_.runner.RunAnnex(card, worker), std::memory_order_relaxed);
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
