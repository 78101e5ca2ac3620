#ifndef TICKGRAPH_TESTS_SUPPORT_RANDOM_FRAMES_H_
#define TICKGRAPH_TESTS_SUPPORT_RANDOM_FRAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {

struct RandomFramesDefinition {
  int cards = 40;
  int frames = 8;
  /// Cards that come, go and change in the middle of frames.
  bool changes = true;
  /// Seeded pauses before, in and after cards, to find lost wake-ups.
  bool delays = false;
};

/// What the frames of one random world did; equal for every executor (rule G8).
struct RandomFramesOutcome {
  /// By frame: numbers of the game-thread cards in the order in which they ran.
  std::vector<std::vector<int>> game_order;
  /// By frame: numbers of all cards that ran, sorted.
  std::vector<std::vector<int>> ran;
  /// By frame.
  std::vector<std::uint64_t> error_counts;
  std::vector<std::uint64_t> newcomers;
  std::vector<std::uint64_t> skipped;
  /// Numbers of all cards in registration sequence, at the end (rule N7).
  std::vector<int> sequence;
  /// Order and groups as recorded times show them; empty where all rules held.
  std::vector<std::string> violations;
};

/// A random world of edges, priorities, orders, spans and disabled cards. In some frames cards
/// register, remove, enable and disable others, from both lanes and from ParallelFor; between
/// frames the host does. All decisions come from the seed.
RandomFramesOutcome RunRandomFrames(std::uint32_t seed, const RandomFramesDefinition& definition,
                                    const ExecutorChoice& choice);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_RANDOM_FRAMES_H_
