#include "benchmarks/support/steady_scheduler.h"

#include <chrono>

namespace tickgraph {
namespace {

/// So many frames, or as many as the time allows, but at least the second number: by then the
/// layout of chunks has been looked at with measured costs twice.
constexpr int kWarmUpFrames = 100;
constexpr int kLeastWarmUpFrames = 10;
constexpr std::chrono::seconds kWarmUpTime(1);

}  // namespace

SteadyScheduler::SteadyScheduler(const Workload& workload, ScatteredObjects& objects,
                                 const SteadySchedulerDefinition& definition)
    : pool_({.count = definition.workers, .pin = definition.pin, .hot = definition.hot}),
      scheduler_({.workers = &pool_, .recorded_frames = definition.recorded_frames}) {
  pool_.PinGameThread();
  scheduler_.Reserve(objects.size());
  handles_ = RegisterWorkload(workload, objects, scheduler_, definition.binding);
  WarmUp();
}

void SteadyScheduler::WarmUp() {
  const auto end = std::chrono::steady_clock::now() + kWarmUpTime;
  for (int frame = 0; frame < kWarmUpFrames; ++frame) {
    if (frame >= kLeastWarmUpFrames && std::chrono::steady_clock::now() > end) return;
    RunFrame();
  }
}

std::string SteadyScheduler::Problem() const {
  const FrameResult& frame = scheduler_.last_frame();
  if (!frame.ok()) return frame.first_error_text;
  if (frame.cards_run != handles_.size()) {
    return std::to_string(frame.cards_run) + " of " + std::to_string(handles_.size()) +
           " cards ran";
  }
  return "";
}

}  // namespace tickgraph
