#include "tickgraph/run/flow_executor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tickgraph/run/spin.h"

namespace tickgraph {
namespace {

/// Ready work that costs less is done by the game thread before a worker could be there.
constexpr float kWorthCallingNs = 12000;
/// The same for a pool whose workers are awake.
constexpr float kWorthCallingHotNs = 3000;

/// Where a chunk is worth a call on average, frames are always shared.
constexpr double kSurelyWorthSharingNs = kWorthCallingNs;
/// Frames with so much any-thread work are shared even while that gains nothing, as on a processor
/// that is busy with something else: what it costs is little beside the work.
constexpr double kSharedAnywayNs = 2e6;

/// After so many frames of a layout, and then at each multiple of the last number, measured costs
/// may replace it.
constexpr std::array<std::uint32_t, 4> kReviewFrames = {2, 8, 32, 64};

/// One frame of so many is a sample.
constexpr std::uint32_t kSampleFrames = 64;

bool IsReviewed(std::uint32_t layout_frames) {
  return layout_frames % kReviewFrames.back() == 0 ||
         std::find(kReviewFrames.begin(), kReviewFrames.end(), layout_frames) !=
             kReviewFrames.end();
}

constexpr std::uint64_t EncodeSleep(std::uint8_t kind, TickGroup group, std::uint32_t what) {
  return (std::uint64_t{kind} << 40) | (static_cast<std::uint64_t>(GroupIndex(group)) << 32) | what;
}

}  // namespace

FlowExecutor::FlowExecutor(const ExecutorParts& parts, WorkerPool& pool)
    : parts_(parts),
      worker_count_(pool.worker_count()),
      worth_calling_ns_(pool.hot() ? kWorthCallingHotNs : kWorthCallingNs),
      lanes_(pool, static_cast<LaneClient&>(*this)) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int stamp = 0; stamp < 16; ++stamp) {
    const std::int64_t start = CycleClock::NowLoosely();
    least = std::min(least, CycleClock::NowLoosely() - start);
  }
  stamp_ticks_ = static_cast<float>(least);
}

FlowExecutor::~FlowExecutor() { is_stopping_.store(true, std::memory_order_seq_cst); }

// ---- Plan and layout ----------------------------------------------------------------------

void FlowExecutor::Adopt() {
  KeepCosts();
  costs_.Adopt(parts_.plan);
  LayoutIfItPays();
}

void FlowExecutor::AdoptChanges(std::span<const std::uint32_t> positions) {
  KeepCosts();
  costs_.AdoptChanges(parts_.plan, positions);
  LayoutIfItPays();
}

void FlowExecutor::KeepCosts() {
  ns_per_tick_ = clock_.NanosecondsPerTick();
  if (has_layout_) meter_.KeepIn(costs_, ns_per_tick_);
  has_layout_ = false;
  has_weighed_layout_ = false;
  forgone_ns_ = 0;
}

void FlowExecutor::Layout() {
  const std::int64_t start = CycleClock::Now();
  costs_.Refresh(parts_.plan);
  layout_.Build(parts_.plan, costs_.by_position(), worth_calling_ns_);
  const std::size_t count = layout_.chunks.size();
  if (count > state_capacity_) {
    state_capacity_ = layout_.chunks.capacity();
    states_ = std::make_unique<ChunkState[]>(state_capacity_);
    arrived_ = std::make_unique<std::atomic<std::uint32_t>[]>(state_capacity_);
  }
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    states_[chunk].Reset();
    arrived_[chunk].store(0, std::memory_order_relaxed);
  }
  meter_.Begin(layout_, states_.get(), parts_.plan, costs_);
  layout_frames_ = chunk_frames_ = 0;
  ready_.Reserve(layout_.chunk_room);
  ready_.SetSorted(layout_.roots);
  chunks_ns_ = 0;
  for (const Chunk& chunk : layout_.chunks) chunks_ns_ += chunk.cost_ns;
  has_layout_ = true;
  choice_.Reset();
  usual_ns_ = {};
  const double took_ns = static_cast<double>(CycleClock::Now() - start) * ns_per_tick_;
  const double a_card_ns = took_ns / std::max(1U, parts_.plan.size);
  layout_ns_a_card_ += layout_ns_a_card_ == 0 ? a_card_ns : (a_card_ns - layout_ns_a_card_) / 8;
}

// ---- A frame --------------------------------------------------------------------------------

double FlowExecutor::ExpectedNs() const {
  const CardCosts::Totals& totals = costs_.totals();
  if (totals.unknown == 0) return totals.known_ns;
  if (totals.unknown > totals.known) return std::numeric_limits<double>::infinity();
  return totals.known_ns * totals.count() / totals.known + kWorthCallingNs;
}

bool FlowExecutor::HasToShare() const {
  return costs_.totals().spanning > 0 || costs_.totals().engine_stages > 0;
}

void FlowExecutor::LayoutIfItPays() {
  has_weighed_layout_ = true;
  const CardCosts::Totals& totals = costs_.totals();
  const double expected_ns = ExpectedNs();
  is_worth_calling_ = totals.engine_stages > 0 || expected_ns >= worth_calling_ns_;
  is_free_choice_ = !HasToShare() && worker_count_ > 0;
  if (has_layout_ || (!HasToShare() && !is_worth_calling_)) return;
  forgone_ns_ += expected_ns / 2;
  if (!is_free_choice_ || forgone_ns_ >= layout_ns_a_card_ * parts_.plan.size) Layout();
}

bool FlowExecutor::DecideToShare() {
  // For the first frame of a plan this was done when it was adopted.
  if (!has_weighed_layout_) LayoutIfItPays();
  has_weighed_layout_ = false;
  if (!has_layout_ || (!HasToShare() && !is_worth_calling_)) return false;
  const double long_chunks_ns = kSurelyWorthSharingNs * static_cast<double>(layout_.chunks.size());
  is_free_choice_ =
      is_free_choice_ && chunks_ns_ < long_chunks_ns && costs_.totals().known_ns < kSharedAnywayNs;
  return !is_free_choice_ || choice_.is_shared();
}

void FlowExecutor::BeginFrame() {
  frame_ = static_cast<std::uint32_t>(parts_.state.frame());
  is_inline_ = !DecideToShare();
  ++layout_frames_;
  if (!is_inline_) ++chunk_frames_;
  is_sample_ = costs_.totals().count() > 0 && (wants_sample_ || frame_ % kSampleFrames == 0) &&
               (is_inline_ || layout_.stay_count > 0);
  if (is_sample_) sample_.assign(parts_.plan.size, 0);
  took_ticks_ = wait_ticks_ = 0;
  game_thread_ran_ = 0;
  workers_ran_.store(0, std::memory_order_relaxed);
  for (std::size_t group = 0; group < kTickGroupCount; ++group) {
    const std::uint32_t chunks = is_inline_ ? 0 : layout_.chunks_ending[group];
    unfinished_[group].store(static_cast<std::int32_t>(chunks), std::memory_order_relaxed);
  }
  uncalled_ns_ = 0;
  in_frame_.store(true, std::memory_order_seq_cst);
  // Waking takes longer than the first cards of the game thread.
  if (!is_inline_ && is_worth_calling_) {
    const std::int64_t start = CycleClock::Now();
    lanes_.Wake();
    took_ticks_ += CycleClock::Now() - start;
  }
}

void FlowExecutor::CountCalled(std::uint64_t cards, int worker) {
  if (worker == 0) {
    game_thread_ran_ += cards;
  } else {
    workers_ran_.fetch_add(cards, std::memory_order_relaxed);
  }
}

void FlowExecutor::Leave() {
  if (!is_inline_ && HasLaneWork()) lanes_.Wake();
}

void FlowExecutor::RunInline(Segment segment, std::uint32_t begin, std::uint32_t end) {
  const bool is_timed = costs_.totals().in_segment[segment] > 0;
  const std::int64_t start = is_timed ? CycleClock::Now() : 0;
  CountCalled(parts_.runner.RunRange(begin, end, 0, sample()), 0);
  if (is_timed) took_ticks_ += CycleClock::Now() - start;
}

void FlowExecutor::RunGameCards(std::uint32_t begin, std::uint32_t end) {
  CountCalled(parts_.runner.RunList(layout_.game_cards, begin, end, 0, sample()), 0);
}

void FlowExecutor::RunSegment(Segment segment) {
  if (is_inline_) {
    RunInline(segment, parts_.plan.segment_begin[segment], parts_.plan.segment_end[segment]);
    return;
  }
  const bool is_timed = costs_.totals().in_segment[segment] > 0;
  const std::int64_t start = is_timed ? CycleClock::Now() : 0;
  Release(segment);
  for (std::uint32_t run = layout_.run_begin[segment];
       run < layout_.run_begin[segment + std::size_t{1}]; ++run) {
    WaitForChunks(run);
    RunGameCards(layout_.runs[run].begin, layout_.runs[run].end);
    Tell(run);
  }
  if (is_timed) took_ticks_ += CycleClock::Now() - start;
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
    ready_.PushSorted(begin[group], begin[group + 1]);
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
  const std::int64_t end = CycleClock::Now();
  wait_ticks_ += end - start;
  NoteWait(WaitReason::kPrerequisite, group, parts_.plan.cards[position], start, end);
}

void FlowExecutor::Tell(std::uint32_t run) {
  for (const std::uint32_t chunk : layout_.told[run]) Arrive(chunk, 0);
}

void FlowExecutor::Join(TickGroup group) {
  if (IsGroupFinished(group)) return;
  const std::int64_t start = CycleClock::Now();
  HelpUntil(group, SleepsFor::kGroup, static_cast<std::uint32_t>(GroupIndex(group)),
            [&] { return IsGroupFinished(group); });
  const std::int64_t end = CycleClock::Now();
  took_ticks_ += end - start;
  wait_ticks_ += end - start;
  NoteWait(WaitReason::kGroupEnd, group, TickHandle(), start, end);
}

void FlowExecutor::NoteWait(WaitReason reason, TickGroup group, TickHandle card, std::int64_t start,
                            std::int64_t end) {
  if (parts_.recorder != nullptr) parts_.recorder->Waited({reason, group, card, start, end});
}

void FlowExecutor::EndFrame() {
  in_frame_.store(false, std::memory_order_seq_cst);
  newcomer_waits_.Clear();
  if (is_sample_) {
    KeepSample();
  } else if (costs_.totals().count() > 0) {
    NoteFrameTime();
  }
  if (!has_layout_ || is_inline_ || !IsReviewed(layout_frames_)) return;
  ns_per_tick_ = clock_.NanosecondsPerTick();
  const ChunkMeter::Review review = meter_.ReviewFor(ns_per_tick_, worth_calling_ns_);
  const bool has_changed = std::abs(review.total_ns - chunks_ns_) > chunks_ns_ / 4;
  chunks_ns_ = review.total_ns;
  if (review.asks_for_layout || has_changed || costs_.totals().unknown > 0) {
    meter_.KeepIn(costs_, ns_per_tick_);
    costs_.Refresh(parts_.plan);
  }
  if (review.asks_for_layout) Layout();
}

void FlowExecutor::NoteFrameTime() {
  const double took_ns = static_cast<double>(took_ticks_) * ns_per_tick_;
  double& usual_ns = usual_ns_[is_inline_ ? 1 : 0];
  const double expected_ns = std::max(usual_ns, costs_.totals().known_ns);
  wants_sample_ = took_ns > worth_calling_ns_ + 2 * expected_ns;
  usual_ns += usual_ns == 0 ? took_ns : (took_ns - usual_ns) / 8;
  if (!is_free_choice_ || !has_layout_) return;
  const double busy_ns = static_cast<double>(took_ticks_ - wait_ticks_) * ns_per_tick_;
  choice_.Add(took_ns, chunks_ns_ > 0 ? busy_ns + chunks_ns_ : 0);
}

void FlowExecutor::KeepSample() {
  const FramePlan& plan = parts_.plan;
  double before_ns = 0;
  double after_ns = 0;
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    if (sample_[position] == 0 || plan.lanes[position] != PlanLane::kAnyThread) continue;
    const float measured_ns = (sample_[position] - stamp_ticks_) * static_cast<float>(ns_per_tick_);
    const float known_ns = costs_.by_position()[position];
    // What the system interrupted must not count as it is, unless it is what is looked for.
    const bool is_new = known_ns == 0 || wants_sample_;
    const float now_ns =
        is_new ? measured_ns : known_ns + (std::min(measured_ns, 4 * known_ns) - known_ns) / 4;
    costs_.Keep(plan.cards[position], now_ns);
    before_ns += known_ns;
    after_ns += now_ns;
  }
  wants_sample_ = false;
  costs_.Refresh(plan);
  // Cards that stay with the game thread no more need another layout.
  if (has_layout_ && after_ns > 2 * before_ns + worth_calling_ns_) KeepCosts();
}

float FlowExecutor::CostOrWorthCalling(std::uint32_t index) const {
  const Chunk& chunk = layout_.chunks[index];
  const float measured_ns = states_[index].average_ticks * static_cast<float>(ns_per_tick_);
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
  const std::uint32_t arrived = arrived_[index].fetch_add(1, std::memory_order_acq_rel) + 1;
  if (arrived != chunk_frames_ * chunk.arrivals) return;
  const float worth_ns = WorthOf(index);
  ready_.Push(layout_.WorkOf(index));
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
  const std::int64_t start = CycleClock::Now();
  const auto cards = std::span(layout_.chunk_cards).subspan(chunk.begin, chunk.end - chunk.begin);
  parts_.runner.FetchFirst(cards);
  const auto count = static_cast<std::uint32_t>(cards.size());
  const std::uint32_t called = parts_.runner.RunList(cards, 0, count, worker);
  states_[index].AddRun(static_cast<float>(CycleClock::Now() - start));
  CountCalled(called, worker);
  states_[index].finished_frame.store(frame_, std::memory_order_seq_cst);
  for (const std::uint32_t successor : layout_.successors[index]) Arrive(successor, worker);
  for (AnnexCard* next : newcomer_waits_.ChunkFinished(index)) PushNewcomer(*next, worker);
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
    constexpr auto kSide = ReadyQueue::Side::kBack;
    if (const std::optional<ReadyWork> work = ready_.Pop(TickGroup::kNewlySpawned, kSide)) {
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
  RunGameCards(index, index + 1);
  if (index + 1 == layout_.runs[run].end) Tell(run);
}

void FlowExecutor::RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) {
  const bool with_chunks = with_plan && !is_inline_;
  std::uint32_t run = with_chunks ? layout_.run_begin[segment] : 0;
  const std::uint32_t run_end = with_chunks ? layout_.run_begin[segment + std::size_t{1}] : 0;
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
      const bool is_in_a_run = layout_.chunk_of[item.position] == ChunkLayout::kNoChunk &&
                               !parts_.plan.IsHole(item.position);
      if (!is_in_a_run) continue;
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

void FlowExecutor::RunGameNewcomer(AnnexCard& card) {
  const auto group = static_cast<TickGroup>(GroupOf(card.place.segment));
  const auto unfinished = [this](std::uint32_t position) { return UnfinishedChunkOf(position); };
  const auto is_ready = [&] { return newcomer_waits_.IsReady(card, unfinished); };
  if (!is_ready()) {
    const std::int64_t start = CycleClock::Now();
    HelpUntil(group, SleepsFor::kNewcomer, 0, is_ready);
    NoteWait(WaitReason::kPrerequisite, group, card.card, start, CycleClock::Now());
  }
  CountCalled(parts_.runner.RunAnnex(card, 0), 0);
  FinishNewcomer(card, 0);
}

void FlowExecutor::ReleaseNewcomer(AnnexCard& card) {
  unfinished_[static_cast<std::size_t>(GroupIndex(FinishGroup(card.place)))].fetch_add(
      1, std::memory_order_seq_cst);
  const auto unfinished = [this](std::uint32_t position) { return UnfinishedChunkOf(position); };
  if (newcomer_waits_.Enter(card, unfinished)) PushNewcomer(card, 0);
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
  for (AnnexCard* next : newcomer_waits_.CardFinished(card)) PushNewcomer(*next, worker);
}

}  // namespace tickgraph
