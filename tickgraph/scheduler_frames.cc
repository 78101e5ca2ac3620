// What runs frames: plan, groups, newcomers, and the frame's result.

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/plan/annex_demotion.h"
#include "tickgraph/run/current_card.h"
#include "tickgraph/run/cycle_clock.h"
#include "tickgraph/scheduler_impl.h"

namespace tickgraph {
namespace {

constexpr int kReleasedGroups = 7;

}  // namespace

// ---- Plan -------------------------------------------------------------------------------------

void TickScheduler::Impl::EnsurePlan() {
  if (changes_.empty()) return;
  edges.Compact();
  const bool is_patched = patcher_.Patch(cards, edges, changes_, plan);
  if (!is_patched) {
    builder_.Build(cards, edges, plan);
    PublishCycles();
  }
  changes_.Clear(PlanPatcher::Limit(plan));
  if (!is_patched) changes_.SetCyclic(builder_.cyclic_slots());
  demotions_are_stale_ = true;
  newcomer_demotions_.clear();
  state_.Adopt(plan);
  if (is_patched && !patcher_.has_laid_out()) {
    executor_->AdoptChanges(patcher_.positions());
  } else {
    executor_->Adopt();
  }
  if (recorder != nullptr) recorder->Reserve(plan.size);
}

const std::vector<Demotion>& TickScheduler::Impl::Demotions() {
  if (!std::exchange(demotions_are_stale_, false)) return demotions_;
  demotions_.clear();
  for (const auto& [slot, cause] : plan.demoted_by) {
    const std::uint32_t position = plan.position_of_slot[slot];
    const CardRecord& record = cards.Record(slot);
    const PlannedTick& place = plan.places[position];
    demotions_.push_back({plan.cards[position], record.start, record.end, place.start, place.end,
                          plan.cards[plan.position_of_slot[cause]]});
  }
  std::sort(demotions_.begin(), demotions_.end(), [this](const Demotion& a, const Demotion& b) {
    return plan.PositionOf(a.card) < plan.PositionOf(b.card);
  });
  demotions_.insert(demotions_.end(), newcomer_demotions_.begin(), newcomer_demotions_.end());
  return demotions_;
}

void TickScheduler::Impl::PublishCycles() {
  cycles.clear();
  ignored_edge_count = builder_.ignored_edge_count();
  for (const PlannedCycle& planned : builder_.cycles()) {
    Edge& closing = edges[planned.edges.back()];
    TickError& error = cycles.emplace_back();
    error.code = TickErrorCode::kPrerequisiteCycle;
    error.frame = frame.load(std::memory_order_relaxed);
    error.card = cards.HandleOf(closing.to);
    error.other = cards.HandleOf(closing.from);
    error.where = edges.WhereOf(planned.edges.back());
    for (const std::uint32_t edge : planned.edges) {
      error.path.push_back({cards.HandleOf(edges[edge].from), edges.WhereOf(edge)});
    }
    if (strict_cycles) error.detail = "no frame begins";
    if (!closing.reported) Report(error).IgnoreError();
    closing.reported = true;
  }
}

absl::Status TickScheduler::Impl::MakePlan() {
  if (in_frame) {
    TickError error;
    error.code = TickErrorCode::kFrameOrder;
    error.detail = "MakePlan was called in the middle of a frame; call it before BeginFrame";
    return Report(std::move(error));
  }
  EnsurePlan();
  return absl::OkStatus();
}

// ---- Refusing -----------------------------------------------------------------------------------

std::optional<TickError> TickScheduler::Impl::RefuseFrameCall(const char* function,
                                                              SourceLocation where) const {
  const Caller caller = FindCaller();
  const bool is_game_thread = game_thread_.load() == std::this_thread::get_id();
  const bool may_call = is_game_thread ? !runs_commands_ : !in_frame;
  if (caller.context == nullptr && may_call) return std::nullopt;

  TickError error;
  error.where = where;
  if (caller.context != nullptr) {
    error.code = TickErrorCode::kInsideCard;
    error.card = caller.context->card();
    error.detail = function;
    return error;
  }
  if (is_game_thread) {
    error.code = TickErrorCode::kFrameOrder;
    error.detail = std::string(function) +
                   " was called by a deferred call, in the middle of the frame that runs it";
    return error;
  }
  error.code = TickErrorCode::kWrongThread;
  error.detail = std::string(function) +
                 " was called by another thread than the one that called BeginFrame; one thread "
                 "runs a frame from its beginning to its end";
  return error;
}

const FrameResult& TickScheduler::Impl::RefusedResult(const TickError& error) {
  FrameResult refused;
  refused.frame = frame.load(std::memory_order_relaxed);
  refused.error_count = 1;
  refused.first_error = error;
  refused.first_error_text = TextFor(FindCaller(), error);
  const std::lock_guard lock(refused_mutex_);
  if (refused_.size() == ErrorLog::kCapacity) refused_.pop_front();
  return refused_.emplace_back(std::move(refused));
}

// ---- The frame ----------------------------------------------------------------------------------

const FrameResult& TickScheduler::Impl::RunFrame(double delta, SourceLocation where) {
  std::optional<TickError> refusal = RefuseFrameCall("RunFrame", where);
  if (!refusal && in_frame) {
    refusal.emplace();
    refusal->code = TickErrorCode::kFrameOrder;
    refusal->where = where;
    refusal->detail = "RunFrame was called in the middle of a frame; call EndFrame first";
  }
  if (refusal) {
    Report(*refusal).IgnoreError();
    return RefusedResult(*refusal);
  }
  // Anything else that BeginFrame refuses was refused above.
  if (!BeginFrame(delta, where).ok()) return RefusedResult(cycles.front());
  return EndFrame(where);
}

double TickScheduler::Impl::CheckedDelta(double delta, SourceLocation where) {
  if (std::isfinite(delta) && delta >= 0) return delta;
  std::ostringstream text;
  text << delta;
  TickError error;
  error.code = TickErrorCode::kBadDelta;
  error.where = where;
  error.detail = text.str();
  Report(std::move(error)).IgnoreError();
  return 0;
}

absl::Status TickScheduler::Impl::BeginFrame(double delta, SourceLocation where) {
  std::optional<TickError> refusal = RefuseFrameCall("BeginFrame", where);
  if (!refusal && in_frame) {
    refusal.emplace();
    refusal->code = TickErrorCode::kFrameOrder;
    refusal->where = where;
    refusal->detail = "BeginFrame was called twice; call EndFrame in between";
  }
  if (refusal) return Report(*std::move(refusal));

  if (is_claimed_.exchange(true)) {
    TickError error;
    error.code = TickErrorCode::kWrongThread;
    error.where = where;
    error.detail =
        "BeginFrame was called while another thread runs a frame; one thread runs a frame from its "
        "beginning to its end";
    return Report(std::move(error));
  }
  game_thread_.store(std::this_thread::get_id(), std::memory_order_release);
  host_scope_ = CurrentCard::Top();
  RunCommands(mailbox_.Take(TickGroup::kNewlySpawned));
  frame.fetch_add(1, std::memory_order_relaxed);
  EnsurePlan();
  if (strict_cycles && !cycles.empty()) {
    frame.fetch_sub(1, std::memory_order_relaxed);
    is_claimed_ = false;
    const TickError& cycle = cycles.front();
    return absl::Status(StatusCodeOf(cycle.code), ToAbsl(Text(cycle)));
  }
  const double checked_delta = CheckedDelta(delta, where);
  state_.BeginFrame(plan, frame);
  runner_.BeginFrame(owner, *executor_, plan, checked_delta, frame);
  if (recorder != nullptr) recorder->BeginFrame(frame);
  running_group_.reset();
  next_group_ = 0;
  released_segments_ = 0;
  joined_group_ = -1;
  newcomers_ = 0;
  SetInFrame(true);
  executor_->BeginFrame();
  return absl::OkStatus();
}

void TickScheduler::Impl::CancelFrame() {
  const std::lock_guard lock(cancel_mutex_);
  if (in_frame) state_.Cancel();
}

void TickScheduler::Impl::SetInFrame(bool is_in_frame) {
  const std::lock_guard lock(cancel_mutex_);
  in_frame = is_in_frame;
}

absl::Status TickScheduler::Impl::RunGroup(TickGroup group, SourceLocation where) {
  std::optional<TickError> refusal = RefuseFrameCall("RunGroup", where);
  const bool is_next = GroupIndex(group) == next_group_ && next_group_ < kReleasedGroups;
  if (!refusal && (!in_frame || !is_next || running_group_)) {
    refusal.emplace();
    refusal->code = TickErrorCode::kFrameOrder;
    refusal->where = where;
    refusal->detail = "RunGroup(" + std::string(TickGroupName(group)) + ") was called ";
    if (!in_frame) {
      refusal->detail += "outside of a frame; call BeginFrame first";
    } else if (next_group_ < kReleasedGroups) {
      refusal->detail += "where " +
                         std::string(TickGroupName(static_cast<TickGroup>(next_group_))) +
                         " comes next; release groups in order, each once a frame";
    } else {
      refusal->detail += "after the last group; call EndFrame";
    }
  }
  if (refusal) return Report(*std::move(refusal));
  RunGroupNow(group);
  executor_->Leave();
  return absl::OkStatus();
}

void TickScheduler::Impl::RunGroupNow(TickGroup group) {
  const std::int64_t start = recorder != nullptr ? CycleClock::Now() : 0;
  const int index = GroupIndex(group);
  running_group_ = group;
  if (group == TickGroup::kEndPhysics) {
    RunSegment(WaitSegment(GroupIndex(TickGroup::kDuringPhysics)), true);
    JoinAndDrain(TickGroup::kDuringPhysics);
  }
  RunSegment(MainSegment(index), true);
  if (group != TickGroup::kDuringPhysics) {
    RunSegment(WaitSegment(index), !HasRounds(group));
    JoinAndDrain(group);
    if (HasRounds(group)) RunRounds(group);
  }
  running_group_.reset();
  next_group_ = index + 1;
  if (recorder != nullptr) recorder->GroupRan(group, start, CycleClock::Now());
}

void TickScheduler::Impl::RunSegment(Segment segment, bool with_newcomers) {
  Settle(segment);
  released_segments_ = segment + 1;
  if (annex_.empty()) {
    const bool has_cards = plan.segment_begin[segment] < plan.segment_end[segment];
    if (has_cards) executor_->RunSegment(segment);
    return;
  }
  if (annex_.TakeSegment(segment, true, with_newcomers, merged_)) {
    executor_->RunMerged(segment, merged_, true);
    return;
  }
  executor_->RunSegment(segment);
  if (!merged_.empty()) {
    const std::vector<MergedCard> newcomers = std::move(merged_);
    executor_->RunMerged(segment, newcomers, false);
  }
}

void TickScheduler::Impl::Settle(Segment segment) {
  if (annex_.empty()) return;
  annex_.Settle(
      segment, static_cast<Segment>(released_segments_),
      [this](std::uint32_t position) { return CanFollow(position); },
      [this](std::uint32_t position, bool is_taken) { state_.SetSkipped(position, is_taken); });
}

bool TickScheduler::Impl::CanFollow(std::uint32_t position) const {
  const Segment segment = plan.places[position].segment;
  if (segment >= released_segments_) return true;
  // In the segment that the game thread is running, its own cards further on have not started, and
  // neither have those of workers that wait for one of them or for the running one.
  const TickContext* context = FindCaller().context;
  if (segment + 1 != released_segments_ || context == nullptr) return false;
  const std::uint64_t reached = PlanKeyOfCaller(context);
  if (plan.lanes[position] == PlanLane::kGameThread) return PlanKeyOf(position) > reached;
  std::vector<std::uint32_t> before = {position};
  absl::flat_hash_set<std::uint32_t> seen = {position};
  for (std::size_t next = 0; next < before.size(); ++next) {
    for (const std::uint32_t prerequisite : plan.Prerequisites(before[next])) {
      if (plan.places[prerequisite].segment != segment) continue;
      const bool is_game_thread = plan.lanes[prerequisite] == PlanLane::kGameThread;
      if (is_game_thread && PlanKeyOf(prerequisite) >= reached) return true;
      if (!is_game_thread && seen.insert(prerequisite).second) before.push_back(prerequisite);
    }
  }
  return false;
}

void TickScheduler::Impl::JoinAndDrain(TickGroup group) {
  executor_->Join(group);
  joined_group_ = GroupIndex(group);
  joined_plan_key_ = annex_.last_plan_key();
  RunCommands(outbox_.Take(group));
}

void TickScheduler::Impl::RunRounds(TickGroup group) {
  const Segment segment = WaitSegment(GroupIndex(group));
  for (int round = 0; !annex_.empty(); ++round) {
    Settle(segment);
    if (!annex_.HasWaiting(segment)) return;
    if (round == max_rounds) {
      const AnnexCard& first = annex_.FirstWaiting(segment);
      TickError error;
      error.code = TickErrorCode::kTooManyRounds;
      error.card = first.card;
      error.other = first.spawner;
      error.detail = std::to_string(round) + " rounds of newcomers";
      Report(std::move(error)).IgnoreError();
      annex_.SkipWaiting(segment);
    }
    annex_.TakeSegment(segment, false, true, merged_);
    const std::vector<MergedCard> newcomers = std::move(merged_);
    executor_->RunMerged(segment, newcomers, false);
    JoinAndDrain(group);
    if (round == max_rounds) return;
  }
}

const FrameResult& TickScheduler::Impl::EndFrame(SourceLocation where) {
  std::optional<TickError> refusal = RefuseFrameCall("EndFrame", where);
  if (!refusal && !in_frame) {
    refusal.emplace();
    refusal->code = TickErrorCode::kFrameOrder;
    refusal->where = where;
    refusal->detail = "EndFrame was called without BeginFrame";
  }
  if (refusal) {
    Report(*refusal).IgnoreError();
    return RefusedResult(*refusal);
  }
  FinishGroups();
  FinishFrame();
  return result;
}

void TickScheduler::Impl::FinishGroups() {
  while (next_group_ < kReleasedGroups) RunGroupNow(static_cast<TickGroup>(next_group_));
}

void TickScheduler::Impl::NoteDemotionsOfNewcomers() {
  for (const AnnexCard& card : annex_.cards()) {
    // A card may have come in more than once.
    if (!card.released || annex_.Find(card.card.slot) != &card) continue;
    const std::optional<AnnexDemotion> moved = DemotionOf(card, cards, plan);
    if (!moved) continue;
    const CardRecord& record = cards.Record(card.card.slot);
    newcomer_demotions_.push_back(
        {card.card, record.start, record.end, card.place.start, card.place.end, moved->cause});
    if (!demotions_are_stale_) demotions_.push_back(newcomer_demotions_.back());
  }
}

void TickScheduler::Impl::FinishFrame() {
  executor_->Join(TickGroup::kNewlySpawned);
  RunCommands(outbox_.Take(TickGroup::kNewlySpawned));
  executor_->EndFrame();
  SetInFrame(false);
  NoteDemotionsOfNewcomers();
  annex_.Clear();
  host_scope_ = nullptr;

  result = FrameResult();
  result.frame = frame;
  result.is_cancelled = state_.is_cancelled();
  result.cards_run = executor_->cards_run();
  result.newcomers = newcomers_;
  const std::uint64_t in_this_frame = plan.body_count + newcomers_;
  result.cards_skipped = in_this_frame > result.cards_run ? in_this_frame - result.cards_run : 0;
  ErrorLog::FrameErrors errors = log.TakeFrame();
  result.error_count = errors.count;
  if (errors.count > 0) {
    result.first_error_text = Text(errors.first);
    result.first_error = std::move(errors.first);
  }
  // Before callables are freed: what they ask for then may make another plan.
  if (recorder != nullptr) recorder->EndFrame(plan);
  // What a callable's destructor asks for may unregister more.
  const std::vector<std::uint32_t> retired = std::exchange(retired_, {});
  for (const std::uint32_t slot : retired) cards.Free(slot);
  is_claimed_ = false;
}

}  // namespace tickgraph
