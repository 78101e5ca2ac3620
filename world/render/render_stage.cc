#include "tickgraph/world/render/render_stage.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tickgraph/world/render/guarded_call.h"
#include "tickgraph/world/render/render_clock.h"

namespace tickgraph {
namespace {

// `status` with "where: " before its message.
absl::Status Annotated(const std::string& where, const absl::Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::Status(status.code(), absl::StrCat(where, ": ", status.message()));
}

}  // namespace

RenderStage::RenderStage(int index, RenderStageDefinition definition, Surroundings surroundings)
    : index_(index), definition_(std::move(definition)), surroundings_(surroundings) {}

void RenderStage::StartThread() {
  absl::Status status =
      CallGuarded("starting a thread", [this] { thread_ = std::thread([this] { Run(); }); });
  if (status.ok()) return;
  start_status_ = std::move(status);
  ended_.store(true, std::memory_order_release);
  started_.store(true, std::memory_order_release);
}

void RenderStage::Join() {
  if (thread_.joinable()) thread_.join();
}

void RenderStage::Run() {
  thread_id_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  queue_.AcceptCalls();
  const std::string where = absl::StrCat("render stage '", definition_.name, "'");
  start_status_ =
      Annotated(where, CallGuarded("Start", [this] { return definition_.renderer->Start(); }));
  const bool works = start_status_.ok();
  if (!works) gave_up_.store(true, std::memory_order_relaxed);
  started_.store(true, std::memory_order_release);
  surroundings_.mailbox->Notify();

  std::vector<StageQueue::Entry> entries;
  while (queue_.TakeAll(entries)) {
    for (const StageQueue::Entry& entry : entries) {
      if (entry.packet != nullptr) {
        Process(*entry.packet);
      } else {
        surroundings_.errors->Add(Annotated(where, CallGuarded("a call", entry.call)));
      }
    }
  }
  if (works) {
    surroundings_.errors->Add(
        Annotated(where, CallGuarded("Stop", [this] { definition_.renderer->Stop(); })));
  }
  ended_.store(true, std::memory_order_release);
  surroundings_.mailbox->Notify();
}

void RenderStage::Process(const RenderPacket& packet) {
  const std::int64_t frame = packet.frame();
  StageMarks& marks = surroundings_.marks->at(frame).stages[static_cast<std::size_t>(index_)];
  marks.start_ns = RenderClockNow();
  marks.drawn = packet.drawable && !gave_up() && Draw(packet);
  marks.end_ns = RenderClockNow();
  if (marks.drawn) frames_drawn_.fetch_add(1, std::memory_order_relaxed);
  // Passed on before it counts as finished: when the last stage has finished, nobody reads it.
  if (surroundings_.next != nullptr) surroundings_.next->Push(&packet);
  finished_frame_.store(frame, std::memory_order_release);
  surroundings_.mailbox->Notify();
}

bool RenderStage::Draw(const RenderPacket& packet) {
  const absl::Status status =
      CallGuarded("Draw", [&] { return definition_.renderer->Draw(packet); });
  if (status.ok()) {
    failures_in_a_row_ = 0;
    return true;
  }
  ++failures_in_a_row_;
  std::string where = absl::StrCat("render stage '", definition_.name, "', frame ", packet.frame());
  if (failures_in_a_row_ == definition_.give_up_after) {
    gave_up_.store(true, std::memory_order_relaxed);
    absl::StrAppend(&where, " (", failures_in_a_row_, " failures in a row, draws no more)");
  }
  surroundings_.errors->Add(Annotated(where, status));
  return false;
}

}  // namespace tickgraph
