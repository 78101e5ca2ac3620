#include "tickgraph/scheduler.h"

#include <algorithm>
#include <utility>

#include "tickgraph/absl_strings.h"
#include "tickgraph/error_text.h"
#include "tickgraph/group_check.h"
#include "tickgraph/quoted_name.h"
#include "tickgraph/run/flow_executor.h"
#include "tickgraph/run/serial_executor.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler_impl.h"

namespace tickgraph {

// ---- Impl ---------------------------------------------------------------------------------------

TickScheduler::Impl::Impl(TickScheduler& scheduler, const TickSchedulerDefinition& definition)
    : owner(scheduler),
      name(definition.name),
      max_rounds(std::max(0, definition.max_rounds)),
      dedicated_server(definition.dedicated_server),
      strict_cycles(definition.strict_cycles),
      worker_count(definition.executor != ExecutorKind::kSerial && definition.workers != nullptr
                       ? definition.workers->worker_count()
                       : 0),
      annex_(cards, edges, plan),
      runner_(state_, *this,
              definition.recorded_frames > 0 ? (recorder = std::make_unique<Recorder>(
                                                    definition.recorded_frames, worker_count + 1))
                                                   .get()
                                             : nullptr),
      game_thread_(std::this_thread::get_id()) {
  const ExecutorParts parts{plan, state_, runner_, recorder.get()};
  if (definition.make_executor) {
    executor_ = definition.make_executor(parts);
    return;
  }
  const bool is_automatic = definition.executor == ExecutorKind::kAutomatic;
  if (definition.executor == ExecutorKind::kSerial || (is_automatic && worker_count == 0)) {
    executor_ = std::make_unique<SerialExecutor>(parts);
    return;
  }
  WorkerPool* workers = definition.workers;
  if (workers == nullptr) {
    no_workers_ = std::make_unique<WorkerPool>(WorkerPoolDefinition{.count = 0});
    workers = no_workers_.get();
  }
  executor_ = std::make_unique<FlowExecutor>(parts, *workers);
}

TickScheduler::Impl::~Impl() {
  is_dying_ = true;
  if (in_frame) {
    // What cards touch may be gone by now: none starts any more.
    for (std::uint32_t position = 0; position < plan.size; ++position) {
      state_.SetSkipped(position, true);
    }
    for (AnnexCard& card : annex_.cards()) card.skip.store(true, std::memory_order_relaxed);
    // The thread that destroys the scheduler ends its frame, whoever began it.
    game_thread_.store(std::this_thread::get_id(), std::memory_order_release);
    FinishGroups();
    FinishFrame();
  }
  // Callables may ask for changes when they are destroyed: everything is still here.
  for (std::uint32_t slot = 0; slot < cards.slot_count(); ++slot) {
    if (!cards.Record(slot).live) continue;
    cards.Retire(slot);
    cards.Free(slot);
  }
}

std::string TickScheduler::Impl::NameOf(TickHandle card) const {
  const bool is_known = card.slot < cards.slot_count() &&
                        cards.Record(card.slot).generation == card.generation &&
                        !cards.NameOf(card.slot).empty();
  if (is_known) {
    const CardRecord& record = cards.Record(card.slot);
    const std::string quoted =
        QuotedName(cards.NameOf(card.slot)) + (record.live ? "" : " (unregistered)");
    if (record.is_card()) return quoted;
    return (record.kind == CardKind::kSetBegin ? "set " : "the end of set ") + quoted;
  }
  if (!card) return "a card that was never registered";
  if (cards.IsReserved(card)) return "a card that is not registered yet";
  const std::string place =
      "slot " + std::to_string(card.slot) + ", generation " + std::to_string(card.generation);
  return (cards.IsLive(card) ? "a card without a name (" : "a card that is gone (") + place + ")";
}

std::string TickScheduler::Impl::Text(const TickError& error) const {
  return ErrorText(error, [this](TickHandle card) { return NameOf(card); });
}

// ---- Public functions --------------------------------------------------------------------------

TickScheduler::TickScheduler(WorkerPool& workers)
    : TickScheduler(TickSchedulerDefinition{.workers = &workers}) {}

TickScheduler::TickScheduler(const TickSchedulerDefinition& definition)
    : impl_(std::make_unique<Impl>(*this, definition)) {}

TickScheduler::~TickScheduler() = default;

TickHandle TickScheduler::Register(TickFunction card, SourceLocation where) {
  if (Impl::MaybeError error = FindGroupError(card, where)) {
    impl_->ReportIfAny(std::move(error));
    return TickHandle();
  }
  return impl_->Register(std::move(card), where);
}

absl::StatusOr<TickHandle> TickScheduler::TryRegister(TickFunction card, SourceLocation where) {
  if (const Impl::MaybeError error = FindGroupError(card, where)) return impl_->StatusFor(error);
  return impl_->Register(std::move(card), where);
}

void TickScheduler::Unregister(TickHandle card, SourceLocation where) {
  impl_->ReportIfAny(impl_->Unregister(card, where));
}

absl::Status TickScheduler::TryUnregister(TickHandle card, SourceLocation where) {
  return impl_->StatusFor(impl_->Unregister(card, where));
}

absl::Status TickScheduler::UnregisterAndWait(TickHandle card, SourceLocation where) {
  return impl_->UnregisterAndWait(card, where);
}

void TickScheduler::SetEnabled(TickHandle card, bool enabled, SourceLocation where) {
  impl_->ReportIfAny(impl_->SetEnabled(card, enabled, where));
}

absl::Status TickScheduler::TrySetEnabled(TickHandle card, bool enabled, SourceLocation where) {
  return impl_->StatusFor(impl_->SetEnabled(card, enabled, where));
}

void TickScheduler::AddPrerequisite(TickHandle card, TickHandle prerequisite,
                                    SourceLocation where) {
  impl_->ReportIfAny(impl_->AddPrerequisite(card, prerequisite, where));
}

absl::Status TickScheduler::TryAddPrerequisite(TickHandle card, TickHandle prerequisite,
                                               SourceLocation where) {
  return impl_->StatusFor(impl_->AddPrerequisite(card, prerequisite, where));
}

void TickScheduler::RemovePrerequisite(TickHandle card, TickHandle prerequisite,
                                       SourceLocation where) {
  impl_->ReportIfAny(impl_->RemovePrerequisite(card, prerequisite, where));
}

absl::Status TickScheduler::TryRemovePrerequisite(TickHandle card, TickHandle prerequisite,
                                                  SourceLocation where) {
  return impl_->StatusFor(impl_->RemovePrerequisite(card, prerequisite, where));
}

void TickScheduler::AddPrerequisite(const TickSet& set, TickHandle prerequisite,
                                    SourceLocation where) {
  impl_->ReportIfAny(impl_->AddPrerequisite(set.begin, prerequisite, where));
}

absl::Status TickScheduler::TryAddPrerequisite(const TickSet& set, TickHandle prerequisite,
                                               SourceLocation where) {
  return impl_->StatusFor(impl_->AddPrerequisite(set.begin, prerequisite, where));
}

void TickScheduler::RemovePrerequisite(const TickSet& set, TickHandle prerequisite,
                                       SourceLocation where) {
  impl_->ReportIfAny(impl_->RemovePrerequisite(set.begin, prerequisite, where));
}

absl::Status TickScheduler::TryRemovePrerequisite(const TickSet& set, TickHandle prerequisite,
                                                  SourceLocation where) {
  return impl_->StatusFor(impl_->RemovePrerequisite(set.begin, prerequisite, where));
}

void TickScheduler::Chain(std::initializer_list<TickLink> links, SourceLocation where) {
  const TickLink* before = nullptr;
  for (const TickLink& link : links) {
    if (before != nullptr) AddPrerequisite(link.begin, before->end, where);
    before = &link;
  }
}

absl::Status TickScheduler::TryChain(std::initializer_list<TickLink> links, SourceLocation where) {
  absl::Status first_error;
  const TickLink* before = nullptr;
  for (const TickLink& link : links) {
    if (before != nullptr) first_error.Update(TryAddPrerequisite(link.begin, before->end, where));
    before = &link;
  }
  return first_error;
}

TickSet TickScheduler::RegisterSet(const TickSetDefinition& definition, SourceLocation where) {
  return impl_->RegisterSet(definition, where);
}

void TickScheduler::Unregister(const TickSet& set, SourceLocation where) {
  impl_->ReportIfAny(impl_->UnregisterSet(set, where));
}

absl::Status TickScheduler::TryUnregister(const TickSet& set, SourceLocation where) {
  return impl_->StatusFor(impl_->UnregisterSet(set, where));
}

void TickScheduler::AddToSet(const TickLink& member, const TickSet& set, SourceLocation where) {
  impl_->ReportIfAny(impl_->AddToSet(member, set, where));
}

absl::Status TickScheduler::TryAddToSet(const TickLink& member, const TickSet& set,
                                        SourceLocation where) {
  return impl_->StatusFor(impl_->AddToSet(member, set, where));
}

void TickScheduler::RemoveFromSet(const TickLink& member, const TickSet& set,
                                  SourceLocation where) {
  impl_->ReportIfAny(impl_->RemoveFromSet(member, set, where));
}

absl::Status TickScheduler::TryRemoveFromSet(const TickLink& member, const TickSet& set,
                                             SourceLocation where) {
  return impl_->StatusFor(impl_->RemoveFromSet(member, set, where));
}

void TickScheduler::Call(absl::AnyInvocable<void() &&> call) { impl_->Call(std::move(call)); }

bool TickScheduler::ActsAtOnce() { return Impl::FindPuttingOff() == nullptr; }

void TickScheduler::PutOff(absl::AnyInvocable<absl::Status() &&> request) {
  Impl::PutOff(std::move(request));
}

void TickScheduler::Reserve(std::size_t cards) {
  impl_->cards.Reserve(cards);
  impl_->edges.Reserve(cards, cards);
}

const FrameResult& TickScheduler::RunFrame(double delta, SourceLocation where) {
  return impl_->RunFrame(delta, where);
}

absl::Status TickScheduler::BeginFrame(double delta, SourceLocation where) {
  return impl_->BeginFrame(delta, where);
}

absl::Status TickScheduler::RunGroup(TickGroup group, SourceLocation where) {
  return impl_->RunGroup(group, where);
}

void TickScheduler::CancelFrame() { impl_->CancelFrame(); }

const FrameResult& TickScheduler::EndFrame(SourceLocation where) { return impl_->EndFrame(where); }

bool TickScheduler::in_frame() const { return impl_->in_frame; }
std::uint64_t TickScheduler::frame() const { return impl_->frame; }
const FrameResult& TickScheduler::last_frame() const { return impl_->result; }

bool TickScheduler::IsRegistered(TickHandle card) const { return impl_->cards.IsLive(card); }
std::size_t TickScheduler::card_count() const { return impl_->cards.live_count(); }

absl::StatusOr<CardInfo> TickScheduler::Describe(TickHandle card) const {
  if (!impl_->cards.IsLive(card)) {
    TickError error;
    error.code = TickErrorCode::kStaleHandle;
    error.card = card;
    error.detail = "Describe knows nothing of it.";
    return absl::NotFoundError(ToAbsl(impl_->Text(error)));
  }
  const CardRecord& record = impl_->cards.Record(card.slot);
  CardInfo info;
  info.name = impl_->cards.NameOf(card.slot);
  info.owner = record.owner;
  info.kind = record.kind;
  info.lane = record.lane;
  info.enabled = record.enabled;
  info.engine_stage = record.engine_stage;
  info.cost_us = record.cost_ns / 1e3;
  info.declared_start = record.start;
  info.declared_end = record.end;
  info.registered_at = impl_->cards.WhereOf(card.slot);
  const std::uint32_t position = impl_->plan.PositionOf(card);
  const bool is_planned = position != FramePlan::kNoPosition;
  info.effective_start = is_planned ? impl_->plan.places[position].start : record.start;
  info.effective_end = is_planned ? impl_->plan.places[position].end : record.end;
  return info;
}

std::string TickScheduler::NameOf(TickHandle card) const { return impl_->NameOf(card); }

std::vector<TickHandle> TickScheduler::Cards() const {
  const CardStore& store = impl_->cards;
  std::vector<TickHandle> handles;
  handles.reserve(store.live_count());
  for (std::uint32_t slot = 0; slot < store.slot_count(); ++slot) {
    if (store.Record(slot).live && store.Record(slot).is_card())
      handles.push_back(store.HandleOf(slot));
  }
  std::sort(handles.begin(), handles.end(), [&store](TickHandle a, TickHandle b) {
    return store.Record(a.slot).sequence < store.Record(b.slot).sequence;
  });
  return handles;
}

std::vector<TickHandle> TickScheduler::PrerequisitesOf(TickHandle card) const {
  std::vector<TickHandle> prerequisites;
  if (!impl_->cards.IsLive(card)) return prerequisites;
  impl_->edges.ForEachIn(card.slot, [&](std::uint32_t edge) {
    prerequisites.push_back(impl_->cards.HandleOf(impl_->edges[edge].from));
  });
  std::reverse(prerequisites.begin(), prerequisites.end());
  return prerequisites;
}

absl::Status TickScheduler::MakePlan() { return impl_->MakePlan(); }
const FramePlan& TickScheduler::plan() const { return impl_->plan; }
std::vector<TickHandle> TickScheduler::PlanOrder() const {
  std::vector<TickHandle> order = impl_->plan.cards;
  std::erase_if(order, [](TickHandle card) { return !card; });
  return order;
}
std::span<const Demotion> TickScheduler::demotions() const { return impl_->Demotions(); }
std::span<const TickError> TickScheduler::cycles() const { return impl_->cycles; }
std::size_t TickScheduler::ignored_edge_count() const { return impl_->ignored_edge_count; }
std::span<const std::string> TickScheduler::left_out() const { return impl_->left_out; }
std::vector<TickError> TickScheduler::errors() const { return impl_->log.All(); }
std::string TickScheduler::Explain(const TickError& error) const { return impl_->Text(error); }

std::vector<const FrameRecord*> TickScheduler::records() const {
  if (impl_->recorder == nullptr || impl_->in_frame) return {};
  return impl_->recorder->Records();
}

std::string_view TickScheduler::name() const { return impl_->name; }
int TickScheduler::worker_count() const { return impl_->worker_count; }

}  // namespace tickgraph
