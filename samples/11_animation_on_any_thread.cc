// Animations that may run on any thread: they start before physics and have time until the end of
// PostPhysics. Who needs a pose waits for it, the rest of the frame does not.

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "tickgraph/observe/frame_table.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

int main() {
  using tickgraph::TickContext;
  using tickgraph::TickGroup;
  constexpr int kFrames = 60;

  tickgraph::WorkerPool workers;
  tickgraph::TickScheduler scheduler({.workers = &workers, .recorded_frames = kFrames});

  std::vector<std::vector<double>> poses(16, std::vector<double>(5000));
  std::vector<tickgraph::TickHandle> animations;
  for (auto& pose : poses) {
    animations.push_back(
        scheduler.Register({.name = "animation " + std::to_string(animations.size()),
                            .start = TickGroup::kPrePhysics,
                            .end = TickGroup::kPostPhysics,
                            .lane = tickgraph::Lane::kAnyThread,
                            .run = [&pose](const TickContext& t) {
                              for (double& bone : pose) bone = std::fmod(bone + t.delta, 1.0);
                            }}));
  }

  // Runs while animations may still be under way, and must not touch them.
  double sound = 0;
  scheduler.Register({.name = "sound",
                      .start = TickGroup::kDuringPhysics,
                      .run = [&](const TickContext& t) { sound += t.delta; }});

  // Needs one pose: a game-thread card before physics that has a prerequisite until PostPhysics has
  // its turn there, in the wait for it.
  double hand = 0;
  scheduler.Register({.name = "hand",
                      .after = {animations.front()},
                      .run = [&](const TickContext&) { hand = poses.front().back(); }});

  // Needs them all, and starts when all have ended: its group comes later.
  double sum = 0;
  scheduler.Register(
      {.name = "skinning", .start = TickGroup::kPostUpdateWork, .run = [&](const TickContext&) {
         sum = 0;
         for (const auto& pose : poses) sum += pose.front();
       }});

  for (int frame = 0; frame < kFrames; ++frame) {
    if (const auto& result = scheduler.RunFrame(1.0 / 120); !result.ok()) std::cerr << result;
  }
  std::cout << tickgraph::MakeFrameTable(scheduler.records());
  const bool saw_all = std::abs(sum - 16 * 0.5) < 1e-9 && std::abs(hand - 0.5) < 1e-9;
  return saw_all && std::abs(sound - 0.5) < 1e-9 ? 0 : 1;
}
