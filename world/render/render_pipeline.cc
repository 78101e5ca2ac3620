#include "tickgraph/world/render/render_pipeline.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/run/current_card.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/fatal_misuse.h"
#include "tickgraph/world/render/guarded_call.h"
#include "tickgraph/world/render/render_clock.h"
#include "tickgraph/world/render/synchronous_call.h"

namespace tickgraph {
namespace {

// Rings are made before Start has checked the definition.
int UsableLag(int allowed_lag) { return std::clamp(allowed_lag, 0, kMaxRenderLag); }

absl::Status NotRunningError(int stage) {
  return absl::FailedPreconditionError(
      absl::StrCat("call on render stage ", stage, ": the stage is not running"));
}

absl::Status GoneError(const char* what) {
  return absl::FailedPreconditionError(
      absl::StrCat(what, ": the render pipeline was destroyed before the turn of the call"));
}

}  // namespace

RenderPipeline::RenderPipeline(RenderPipelineDefinition definition)
    : definition_(std::move(definition)),
      mailbox_(&errors_),
      marks_(std::max(definition_.marks_history,
                      static_cast<std::size_t>(UsableLag(definition_.allowed_lag)) + 2)),
      packets_(UsableLag(definition_.allowed_lag), definition_.reserved_items) {
  stages_.resize(definition_.stages.size());
  for (int i = stage_count() - 1; i >= 0; --i) {
    RenderStage* next = i + 1 < stage_count() ? stages_[Index(i + 1)].get() : nullptr;
    stages_[Index(i)] = std::make_unique<RenderStage>(
        i, definition_.stages[Index(i)],
        RenderStage::Surroundings{&marks_, &mailbox_, &errors_, next});
  }
  const int awaited = std::min(definition_.awaited_stage, stage_count() - 1);
  for (int i = 0; i <= awaited; ++i) stages_to_await_.push_back(stages_[Index(i)].get());
  sync_.emplace(UsableLag(definition_.allowed_lag), stages_to_await_, &mailbox_);
}

RenderPipeline::~RenderPipeline() {
  if (state_ != State::kRunning) return;
  if (CallingStage() != GameThreadMailbox::kNoStage) {
    FatalMisuse("a render pipeline was destroyed on the thread of one of its stages");
  }
  if (mailbox_.serving_depth() > 0) {
    FatalMisuse(
        "a render pipeline was destroyed inside a call that its game thread serves; leave it to "
        "the frame loop");
  }
  // Whoever destroys the pipeline has to play the game thread: stages may wait for it.
  game_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  EndThreads();
}

absl::Status RenderPipeline::CheckDefinition() const {
  if (definition_.stages.empty() || stage_count() > kMaxRenderStages) {
    return absl::InvalidArgumentError(absl::StrCat("a render pipeline has 1 to ", kMaxRenderStages,
                                                   " stages, not ", definition_.stages.size()));
  }
  if (definition_.allowed_lag != UsableLag(definition_.allowed_lag)) {
    return absl::InvalidArgumentError(absl::StrCat("the allowed lag is 0 to ", kMaxRenderLag,
                                                   " frames, not ", definition_.allowed_lag));
  }
  if (definition_.awaited_stage < 0 || definition_.awaited_stage >= stage_count()) {
    return absl::InvalidArgumentError(absl::StrCat("the awaited stage is 0 to ", stage_count() - 1,
                                                   ", not ", definition_.awaited_stage));
  }
  for (const RenderStageDefinition& stage : definition_.stages) {
    if (stage.renderer == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("render stage '", stage.name, "' has no renderer"));
    }
  }
  return absl::OkStatus();
}

absl::Status RenderPipeline::Start() {
  if (state_ != State::kNew) {
    return absl::FailedPreconditionError(
        "a render pipeline is started once; make a new one to start again");
  }
  if (absl::Status status = CheckDefinition(); !status.ok()) return status;
  state_ = State::kStarting;
  game_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  mailbox_.Open();
  absl::Status status;
  for (const auto& stage : stages_) stage->StartThread();
  for (const auto& stage : stages_) {
    mailbox_.WaitUntil([&] { return stage->started(); });
    if (status.ok()) status = stage->start_status();
  }
  state_ = State::kRunning;
  if (!status.ok()) EndThreads();
  return status;
}

void RenderPipeline::EndThreads() {
  state_ = State::kStopping;
  for (const auto& stage : stages_) stage->RefuseCalls();
  // From the first to the last: a stage gets packets until the one before it has ended.
  for (const auto& stage : stages_) {
    stage->Close();
    mailbox_.WaitUntil([&] { return stage->ended(); });
    stage->Join();
  }
  mailbox_.Close();
  begun_ = nullptr;
  state_ = State::kStopped;
}

absl::Status RenderPipeline::Stop() {
  if (state_ == State::kNew || state_ == State::kStopped) return absl::OkStatus();
  if (absl::Status status = CheckLoopCall("Stop"); !status.ok()) return status;
  EndThreads();
  return errors_.Take();
}

absl::Status RenderPipeline::CheckLoopCall(const char* function) const {
  if (!IsOnGameThread()) {
    return absl::FailedPreconditionError(
        absl::StrCat("RenderPipeline::", function, " off the game thread, or before Start"));
  }
  if (mailbox_.serving_depth() > 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("RenderPipeline::", function,
                     " inside a call of another thread; leave it to the frame loop"));
  }
  if (state_ != State::kRunning) {
    return absl::FailedPreconditionError(
        absl::StrCat("RenderPipeline::", function, ": the pipeline is not running"));
  }
  return absl::OkStatus();
}

absl::StatusOr<RenderPacket*> RenderPipeline::BeginPacket() {
  if (absl::Status status = CheckLoopCall("BeginPacket"); !status.ok()) return status;
  if (begun_ != nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(
        "RenderPipeline::BeginPacket: frame ", begun_->frame(), " was begun and not handed over"));
  }
  const std::int64_t frame = last_frame_ + 1;
  const RenderStage& last = *stages_.back();
  const std::int64_t start = RenderClockNow();
  mailbox_.WaitUntil([&] { return packets_.IsFree(frame, last.finished_frame()); });
  FrameMarks& marks = marks_.at(frame);
  marks = FrameMarks();
  marks.frame = frame;
  marks.stage_count = stage_count();
  marks.begin_ns = RenderClockNow();
  marks.packet_wait_ns = marks.begin_ns - start;
  begun_ = &packets_.Begin(frame);
  return begun_;
}

absl::Status RenderPipeline::HandOver() {
  if (absl::Status status = CheckLoopCall("HandOver"); !status.ok()) return status;
  if (begun_ == nullptr) {
    return absl::FailedPreconditionError(
        "RenderPipeline::HandOver without a packet; call BeginPacket first");
  }
  RenderPacket* packet = std::exchange(begun_, nullptr);
  last_frame_ = packet->frame();
  FrameMarks& marks = marks_.at(last_frame_);
  marks.input_ns = packet->input_time_ns;
  marks.hand_over_ns = RenderClockNow();
  stages_.front()->Push(packet);
  return absl::OkStatus();
}

SyncResult RenderPipeline::Sync() { return SyncWith(&FrameEndSync::Sync); }

SyncResult RenderPipeline::Fence() { return SyncWith(&FrameEndSync::Fence); }

SyncResult RenderPipeline::SyncWith(SyncResult (FrameEndSync::*wait)(std::int64_t)) {
  SyncResult result;
  if (!IsOnGameThread() || state_ != State::kRunning) {
    result.status = absl::FailedPreconditionError(
        "frame-end sync off the game thread, or while the render pipeline is not running");
    return result;
  }
  FrameMarks& marks = marks_.at(last_frame_);
  const bool is_frame_end = mailbox_.serving_depth() == 0;
  if (!is_frame_end || wait == &FrameEndSync::Fence) forced_frames_.Mark();
  const std::int64_t start = RenderClockNow();
  result = ((*sync_).*wait)(last_frame_);
  if (is_frame_end) {
    marks.sync_start_ns = start;
    marks.sync_end_ns = RenderClockNow();
    if (wait == &FrameEndSync::Sync) result.forced_frames = forced_frames_.EndFrame(last_frame_);
  }
  if (result.status.ok()) result.status = errors_.Take();
  return result;
}

absl::Status RenderPipeline::CallOnStage(int stage, std::function<void()> call) {
  // Known at once, whoever asks.
  if (stage < 0 || stage >= stage_count()) return NotRunningError(stage);
  return TickScheduler::CallInTurn([link = life_.link(), stage, call = std::move(call)]() mutable {
    RenderPipeline* const pipeline = link.get();
    if (pipeline == nullptr) return GoneError("call on a render stage");
    return pipeline->PostToStage(stage, std::move(call));
  });
}

absl::Status RenderPipeline::PostToStage(int stage, std::function<void()> call) {
  const bool is_taken =
      stage >= 0 && stage < stage_count() && stages_[Index(stage)]->TryCall(std::move(call));
  return is_taken ? absl::OkStatus() : NotRunningError(stage);
}

absl::Status RenderPipeline::RunOnStage(int stage, std::function<void()> call) {
  if (IsOnStage(stage)) return CallGuarded("a call on a render stage", call);
  if (CallingStage() != GameThreadMailbox::kNoStage) {
    return absl::FailedPreconditionError(
        "a render stage may not wait for another one; use CallOnStage");
  }
  const bool on_game_thread = IsOnGameThread();
  if (!on_game_thread && CurrentCard::Top() != nullptr) {
    return absl::FailedPreconditionError(
        "a card on a worker may not wait for a render stage, which may wait for the game thread, "
        "which may wait for the card; use CallOnStage");
  }
  if (on_game_thread && stage >= 0 && stage < stage_count() && mailbox_.IsHolding(stage)) {
    return absl::FailedPreconditionError(absl::StrCat(
        "render stage ", stage, " waits for the call that wants to wait for it; use CallOnStage"));
  }
  auto synchronous = std::make_shared<SynchronousCall>();
  // At once, also in an any-thread card that the game thread runs: it waits for the end.
  absl::Status status = PostToStage(stage, [this, synchronous, run = std::move(call)] {
    synchronous->Finish(CallGuarded("a call on a render stage", run));
    mailbox_.Notify();
  });
  if (!status.ok()) return status;
  if (!on_game_thread) return synchronous->Wait();
  forced_frames_.Mark();
  mailbox_.WaitUntil([&] { return synchronous->done(); });
  return synchronous->TakeStatus();
}

absl::Status RenderPipeline::CallOnGameThread(std::function<void()> call) {
  return TickScheduler::CallInTurn([link = life_.link(), call = std::move(call)]() mutable {
    RenderPipeline* const pipeline = link.get();
    if (pipeline == nullptr) return GoneError("call on the game thread");
    return pipeline->PostToGameThread({std::move(call), GameThreadMailbox::kNoStage, nullptr});
  });
}

absl::Status RenderPipeline::PostToGameThread(GameThreadMailbox::Post post) {
  if (!mailbox_.TryPost(std::move(post))) {
    return absl::FailedPreconditionError(
        "call on the game thread: the render pipeline is not running");
  }
  return absl::OkStatus();
}

absl::Status RenderPipeline::RunOnGameThread(std::function<void()> call) {
  if (IsOnGameThread()) return CallGuarded("a call on the game thread", call);
  if (CurrentCard::Top() != nullptr) {
    return absl::FailedPreconditionError(
        "a card on a worker may not wait for the game thread, which may wait for the card; use "
        "CallOnGameThread");
  }
  auto synchronous = std::make_shared<SynchronousCall>();
  absl::Status status = PostToGameThread({std::move(call), CallingStage(), synchronous});
  if (!status.ok()) return status;
  return synchronous->Wait();
}

bool RenderPipeline::IsOnStage(int stage) const {
  return stage >= 0 && Index(stage) < stages_.size() && stages_[Index(stage)]->IsOnThisThread();
}

bool RenderPipeline::IsOnGameThread() const {
  return game_thread_.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

int RenderPipeline::CallingStage() const {
  for (const auto& stage : stages_) {
    if (stage->IsOnThisThread()) return stage->index();
  }
  return GameThreadMailbox::kNoStage;
}

std::optional<FrameMarks> RenderPipeline::FindMarks(std::int64_t frame) const {
  const bool kept = frame >= 1 && !stages_.empty() && frame <= stages_.back()->finished_frame() &&
                    marks_.at(frame).frame == frame;
  if (!kept) return std::nullopt;
  return marks_.at(frame);
}

}  // namespace tickgraph
