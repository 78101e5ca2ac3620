// What changes cards and edges: checks, the way to the game thread, and the change itself.

#include <algorithm>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "tickgraph/absl_strings.h"
#include "tickgraph/error_text.h"
#include "tickgraph/run/current_card.h"
#include "tickgraph/scheduler_impl.h"

namespace tickgraph {
namespace {

// The parts of cards in a prerequisite, for messages.
constexpr const char* kPrerequisite = "prerequisite";
constexpr const char* kDependent = "card that was to wait";

std::string WhatOf(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

}  // namespace

// ---- The way to the game thread -------------------------------------------------------------

bool TickScheduler::Impl::ActsNow(const TickContext& context) {
  return context.lane() == Lane::kGameThread && context.outer_ == nullptr;
}

TickScheduler::Impl::Caller TickScheduler::Impl::FindCaller() const {
  using Route = Caller::Route;
  const bool is_game_thread =
      game_thread_.load(std::memory_order_acquire) == std::this_thread::get_id();
  const CurrentCard* host = is_game_thread && in_frame ? host_scope_.load() : nullptr;
  // A card that any thread may run asks in the same way wherever it runs.
  bool may_be_elsewhere = false;
  for (const CurrentCard* scope = CurrentCard::Top(); scope != host; scope = scope->outer()) {
    const TickContext& context = scope->context();
    const bool acts_now = ActsNow(context);
    if (context.scheduler_ == &owner) {
      if (may_be_elsewhere) return {Route::kMailbox, &context};
      return {acts_now ? Route::kNow : Route::kOutbox, &context};
    }
    may_be_elsewhere = may_be_elsewhere || !acts_now;
  }
  return {is_game_thread && !may_be_elsewhere ? Route::kNow : Route::kMailbox, nullptr};
}

const TickContext* TickScheduler::Impl::FindPuttingOff() {
  for (const CurrentCard* scope = CurrentCard::Top(); scope != nullptr; scope = scope->outer()) {
    if (!ActsNow(scope->context())) return &scope->context();
  }
  return nullptr;
}

void TickScheduler::Impl::Ask(const Caller& caller, Outbox::Command command) {
  if (caller.route == Caller::Route::kMailbox) {
    mailbox_.Post({}, TickGroup::kPrePhysics, std::move(command));
    return;
  }
  const TickContext& context = *caller.context;
  outbox_.Post(PlaceOfCaller(context), context.place().end,
               [this, asker = context.card(), command = std::move(command)]() mutable {
                 asker_ = asker;
                 std::move(command)();
                 asker_ = TickHandle();
               });
}

AskedAt TickScheduler::Impl::PlaceOfCaller(const TickContext& context) {
  AskedAt at{PlanKeyOfCaller(&context), 0, {}};
  const TickContext* place = &context;
  for (; place->outer_ != nullptr; place = place->outer_) {
    at.in_loops.push_back(place->loop_phase_);
    at.in_loops.push_back(place->iteration_);
  }
  std::reverse(at.in_loops.begin(), at.in_loops.end());
  at.phase = place->loop_phase_;
  return at;
}

void TickScheduler::Impl::RunCommands(std::vector<Outbox::Command> commands) {
  if (is_dying_ || commands.empty()) return;
  runs_commands_ = true;
  for (Outbox::Command& command : commands) {
    try {
      std::move(command)();
    } catch (...) {
      TickError error;
      error.code = TickErrorCode::kException;
      error.card = std::exchange(asker_, TickHandle());
      error.detail = WhatOf(std::current_exception());
      Report(std::move(error)).IgnoreError();
    }
  }
  runs_commands_ = false;
}

void TickScheduler::Impl::Call(Outbox::Command call) {
  const Caller caller = FindCaller();
  if (caller.route == Caller::Route::kNow) {
    std::move(call)();
  } else {
    Ask(caller, std::move(call));
  }
}

void TickScheduler::Impl::PutOff(absl::AnyInvocable<absl::Status() &&> request) {
  const TickContext& card = *FindPuttingOff();
  Impl& impl = *card.scheduler().impl_;
  impl.Ask({Caller::Route::kOutbox, &card}, [&impl, request = std::move(request)]() mutable {
    // Now on the thread of that scheduler, which may be inside a card of another one.
    impl.ReportRefusal(CallInTurn(std::move(request)));
  });
}

// ---- Errors -----------------------------------------------------------------------------------

std::uint64_t TickScheduler::Impl::PlanKeyOfCaller(const TickContext* context) {
  if (context == nullptr) return 0;
  return context->plan_key();
}

absl::Status TickScheduler::Impl::Report(TickError error) {
  error.frame = frame.load(std::memory_order_relaxed);
  const Caller caller = FindCaller();
  const absl::Status status(StatusCodeOf(error.code), ToAbsl(TextFor(caller, error)));
  log.Add(std::move(error), PlanKeyOfCaller(caller.context));
  return status;
}

void TickScheduler::Impl::ReportRefusal(const absl::Status& status) {
  if (status.ok()) return;
  TickError error;
  error.code = TickErrorCode::kRequestFailed;
  error.card = asker_;
  error.detail = std::string(status.message());
  Report(std::move(error)).IgnoreError();
}

void TickScheduler::Impl::ReportIfAny(MaybeError error) {
  if (error) Report(*std::move(error)).IgnoreError();
}

absl::Status TickScheduler::Impl::StatusFor(const MaybeError& error) const {
  if (!error) return absl::OkStatus();
  return absl::Status(StatusCodeOf(error->code), ToAbsl(TextFor(FindCaller(), *error)));
}

std::string TickScheduler::Impl::TextFor(const Caller& caller, const TickError& error) const {
  // Names belong to the game thread; the frame's result has them.
  if (caller.route == Caller::Route::kNow) return Text(error);
  return ErrorText(error, [](TickHandle /*card*/) { return std::string("a card"); });
}

void TickScheduler::Impl::CardThrew(const TickContext& context, std::exception_ptr exception) {
  TickError error;
  error.code = TickErrorCode::kException;
  error.card = context.card();
  error.frame = frame.load(std::memory_order_relaxed);
  error.detail = WhatOf(exception);
  log.Add(std::move(error), PlanKeyOfCaller(&context));
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::CheckLive(const Given& given,
                                                               const char* outcome,
                                                               SourceLocation where) const {
  if (cards.IsLive(given.card)) return std::nullopt;
  TickError error;
  error.code = TickErrorCode::kStaleHandle;
  error.card = given.card;
  error.other = given.with;
  error.where = where;
  if (given.part != nullptr) error.detail = std::string("It is the ") + given.part + ". ";
  error.detail += outcome;
  return error;
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::CheckCard(TickHandle card, const char* outcome,
                                                               SourceLocation where) const {
  if (MaybeError error = CheckLive({card}, outcome, where)) return error;
  if (cards.Record(card.slot).is_card()) return std::nullopt;
  return NotACard(card, std::string("a card is needed. ") + outcome, where);
}

// ---- Register and unregister ------------------------------------------------------------------

TickHandle TickScheduler::Impl::Register(TickFunction card, SourceLocation where) {
  const Caller caller = FindCaller();
  if (dedicated_server && !card.allow_on_dedicated_server) {
    AskOrDo([this, left = std::string(card.name)]() mutable {
      if (is_left_out_.insert(left).second) left_out.push_back(std::move(left));
      return std::nullopt;
    });
    return TickHandle();
  }
  const TickHandle handle = cards.ReserveHandle();
  if (caller.route == Caller::Route::kNow) {
    RegisterNow(handle, std::move(card), where);
    return handle;
  }
  Ask(caller,
      [this, handle, card = std::move(card), text = std::string(card.name), where]() mutable {
        card.name = text;
        RegisterNow(handle, std::move(card), where);
      });
  return handle;
}

void TickScheduler::Impl::RegisterNow(TickHandle handle, TickFunction&& card,
                                      SourceLocation where) {
  const std::vector<TickHandle> after = std::move(card.after);
  const std::vector<TickSet> in = std::move(card.in);
  cards.Insert(handle, std::move(card), where);
  changes_.CardChanged(handle.slot);
  if (in_frame) EnterFrame(handle.slot);
  for (const TickSet& set : in) ReportIfAny(AddToSetNow(handle, set, kLeftOut, where));
  for (const TickHandle prerequisite : after) {
    ReportIfAny(AddPrerequisiteNow(handle, prerequisite, kLeftOut, where));
  }
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::Unregister(TickHandle card,
                                                                SourceLocation where) {
  return AskOrDo([this, card, where] { return UnregisterNow(card, where); });
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::UnregisterNow(TickHandle card,
                                                                   SourceLocation where) {
  if (MaybeError error = CheckCard(card, "Unregister did nothing.", where)) return error;
  sets.TakeOutOfAll(card.slot);
  Remove(card);
  SettleRefusedEdges();
  return std::nullopt;
}

void TickScheduler::Impl::Remove(TickHandle card) {
  DecideEdgesInFrame();
  if (in_frame) annex_.CardGoes(card.slot);
  // The list has what was declared, and this card's record may be used again.
  if (plan.demoted_by.contains(card.slot)) Demotions();
  changes_.CardGoes(card.slot, edges);
  edges.RemoveAllOf(card.slot);
  if (in_frame) {
    DisableInFrame(card.slot);
    retired_.push_back(card.slot);
    cards.Retire(card.slot);
  } else {
    cards.Retire(card.slot);
    cards.Free(card.slot);
  }
}

void TickScheduler::Impl::DecideEdgesInFrame() {
  if (!in_frame || !annex_.has_undecided_edges()) return;
  annex_.DecideNewEdges(static_cast<Segment>(released_segments_),
                        [this](std::uint32_t position) { return CanFollow(position); });
}

void TickScheduler::Impl::SettleRefusedEdges() {
  if (in_frame && annex_.has_refused_edges()) Settle(NextAnnexSegment());
}

absl::Status TickScheduler::Impl::UnregisterAndWait(TickHandle card, SourceLocation where) {
  const Caller caller = FindCaller();
  if (caller.route != Caller::Route::kMailbox || CurrentCard::Top() != nullptr) {
    TickError error;
    error.code = TickErrorCode::kWrongThread;
    error.card = card;
    error.where = where;
    error.detail =
        "UnregisterAndWait was called on the game thread or inside a card, where it would wait "
        "for itself; use Unregister";
    return StatusFor(error);
  }
  const auto status = std::make_shared<absl::Status>(
      absl::CancelledError("the scheduler was destroyed before its next frame"));
  std::promise<void> done;
  const std::future<void> is_done = done.get_future();
  // The mailbox is emptied between frames, when a card is freed at once.
  Ask(caller, [this, card, where, status, done = std::move(done)]() mutable {
    *status = StatusFor(UnregisterNow(card, where));
    done.set_value();
  });
  is_done.wait();
  return *status;
}

// ---- Enable and disable -----------------------------------------------------------------------

TickScheduler::Impl::MaybeError TickScheduler::Impl::SetEnabled(TickHandle card, bool enabled,
                                                                SourceLocation where) {
  return AskOrDo([this, card, enabled, where] { return SetEnabledNow(card, enabled, where); });
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::SetEnabledNow(TickHandle card, bool enabled,
                                                                   SourceLocation where) {
  if (MaybeError error = CheckCard(card, "SetEnabled did nothing.", where)) return error;
  CardRecord& record = cards.Record(card.slot);
  if (record.enabled == enabled) return std::nullopt;
  record.enabled = enabled;
  changes_.CardChanged(card.slot);
  if (!in_frame) return std::nullopt;
  if (enabled) {
    EnableInFrame(card.slot);
  } else {
    DisableInFrame(card.slot);
  }
  return std::nullopt;
}

std::optional<TickGroup> TickScheduler::Impl::EarliestGroup() const {
  if (running_group_ == TickGroup::kDuringPhysics || running_group_ == TickGroup::kEndPhysics) {
    return TickGroup::kPostPhysics;
  }
  const int group = running_group_ ? GroupIndex(*running_group_) : next_group_;
  if (group > GroupIndex(TickGroup::kLastDemotable)) return std::nullopt;
  const auto earliest = static_cast<TickGroup>(group);
  return IsPhysicsEdgeGroup(earliest) ? static_cast<TickGroup>(group + 1) : earliest;
}

void TickScheduler::Impl::EnterFrame(std::uint32_t slot, bool is_counted) {
  const std::optional<TickGroup> earliest = EarliestGroup();
  if (!earliest) return;
  AnnexCard& card = annex_.Add(slot, *earliest);
  const Caller caller = FindCaller();
  card.spawner = caller.context != nullptr ? caller.context->card() : asker_;
  const bool is_in_plan = card.plan_position != FramePlan::kNoPosition &&
                          plan.lanes[card.plan_position] != PlanLane::kBodiless;
  card.is_counted = is_counted || is_in_plan || card.placed_as_running;
  if (card.is_counted && !is_counted && !is_in_plan) ++newcomers_;
}

void TickScheduler::Impl::DisableInFrame(std::uint32_t slot) {
  if (AnnexCard* card = annex_.Find(slot)) card->skip.store(true, std::memory_order_relaxed);
  const std::uint32_t position = plan.PositionOf(cards.HandleOf(slot));
  if (position != FramePlan::kNoPosition) state_.SetSkipped(position, true);
}

void TickScheduler::Impl::EnableInFrame(std::uint32_t slot) {
  const std::uint32_t position = plan.PositionOf(cards.HandleOf(slot));
  const bool has_place =
      position != FramePlan::kNoPosition && plan.lanes[position] != PlanLane::kBodiless;
  AnnexCard* card = annex_.Find(slot);
  if (card == nullptr && has_place && CanFollow(position)) {
    state_.SetSkipped(position, false);
    return;
  }
  if (card == nullptr) {
    const bool is_known = has_place && (plan.lanes[position] == PlanLane::kGameThread ||
                                        GroupIndex(plan.places[position].end) <= joined_group_);
    const bool has_run = is_known && !state_.WasPassed(position);
    if (!has_run) EnterAgain(slot, false);
    return;
  }
  // What was disabled on the way to its turn keeps it.
  if (card->placed_as_running && !card->reached) {
    card->skip.store(false, std::memory_order_relaxed);
    return;
  }
  // A worker may be calling it, unless the end of its group has been waited for.
  const bool is_joined =
      GroupIndex(FinishGroup(card->place)) <= joined_group_ && card->plan_key <= joined_plan_key_;
  const bool is_known = card->lane == Lane::kGameThread || is_joined;
  const bool has_run = card->placed_as_running && is_known && card->ran;
  if (has_run) return;
  EnterAgain(slot, card->is_counted);
}

void TickScheduler::Impl::EnterAgain(std::uint32_t slot, bool is_counted) {
  AnnexCard* waiting = annex_.Find(slot);
  if (waiting != nullptr && !waiting->released) {
    annex_.Remove(*waiting);
  }
  EnterFrame(slot, is_counted);
  // Its edges are there already, and count at once.
  bool has_dependent_in_place = false;
  edges.ForEachOut(slot, [&](std::uint32_t index) {
    has_dependent_in_place = has_dependent_in_place || IsInPlace(edges[index].to);
  });
  if (has_dependent_in_place && annex_.Find(slot) != nullptr) Settle(NextAnnexSegment());
}

// ---- Edges ------------------------------------------------------------------------------------

TickScheduler::Impl::MaybeError TickScheduler::Impl::AddPrerequisite(TickHandle card,
                                                                     TickHandle prerequisite,
                                                                     SourceLocation where) {
  return AskOrDo([this, card, prerequisite, where] {
    return AddPrerequisiteNow(card, prerequisite, "AddPrerequisite did nothing.", where);
  });
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::AddPrerequisiteNow(TickHandle card,
                                                                        TickHandle prerequisite,
                                                                        const char* outcome,
                                                                        SourceLocation where) {
  if (MaybeError error = CheckLive({card, kDependent, prerequisite}, outcome, where)) return error;
  if (MaybeError error = CheckLive({prerequisite, kPrerequisite, card}, outcome, where)) {
    return error;
  }
  if (MaybeError error = CheckOrder(card, prerequisite, where)) return error;
  AddEdge(prerequisite.slot, card.slot, where);
  return std::nullopt;
}

void TickScheduler::Impl::AddEdge(std::uint32_t from, std::uint32_t to, SourceLocation where) {
  if (!edges.Add(from, to, where)) return;
  changes_.EdgeCame(to);
  if (!in_frame || annex_.empty()) return;
  annex_.EdgeAdded(edges.size() - 1);
  // A card that the game thread has not reached yet must not start in its place.
  const bool is_of_annex = annex_.Find(to) != nullptr || annex_.Find(from) != nullptr;
  if (is_of_annex && IsInPlace(to)) Settle(NextAnnexSegment());
}

bool TickScheduler::Impl::IsInPlace(std::uint32_t slot) {
  if (const AnnexCard* card = annex_.Find(slot)) {
    return card->released && !(card->reached && card->placed_as_running);
  }
  const std::uint32_t position = plan.PositionOf(cards.HandleOf(slot));
  return position != FramePlan::kNoPosition && plan.places[position].segment < released_segments_;
}

Segment TickScheduler::Impl::NextAnnexSegment() const {
  // Rounds come after the wait segment of their group.
  if (running_group_ && HasRounds(*running_group_)) return WaitSegment(GroupIndex(*running_group_));
  return static_cast<Segment>(std::max(released_segments_ - 1, 0));
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::RemovePrerequisite(TickHandle card,
                                                                        TickHandle prerequisite,
                                                                        SourceLocation where) {
  return AskOrDo([this, card, prerequisite, where] {
    return RemovePrerequisiteNow(card, prerequisite, where);
  });
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::RemovePrerequisiteNow(TickHandle card,
                                                                           TickHandle prerequisite,
                                                                           SourceLocation where) {
  constexpr const char* kOutcome = "RemovePrerequisite did nothing.";
  if (MaybeError error = CheckLive({card, kDependent, prerequisite}, kOutcome, where)) return error;
  if (MaybeError error = CheckLive({prerequisite, kPrerequisite, card}, kOutcome, where)) {
    return error;
  }
  if (MaybeError error = CheckOrder(card, prerequisite, where)) return error;
  RemoveEdge(prerequisite.slot, card.slot);
  SettleRefusedEdges();
  return std::nullopt;
}

void TickScheduler::Impl::RemoveEdge(std::uint32_t from, std::uint32_t to) {
  if (!edges.Has(from, to)) return;
  DecideEdgesInFrame();
  edges.Remove(from, to);
  changes_.EdgeGoes(from, to);
  if (in_frame) annex_.EdgeGoes(to);
}

}  // namespace tickgraph
