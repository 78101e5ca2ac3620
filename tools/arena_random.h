#ifndef TICKGRAPH_TOOLS_ARENA_RANDOM_H_
#define TICKGRAPH_TOOLS_ARENA_RANDOM_H_

#include <cstdint>

namespace tickgraph {

/// Numbers that look random and are the same on every machine, which those of the standard library
/// are not. SplitMix64 (Steele, Lea, Flood 2014).
class ArenaRandom {
 public:
  explicit ArenaRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBU;
    return mixed ^ mixed >> 31;
  }

  /// Evenly from [low, high).
  double Between(double low, double high) {
    return low + (high - low) * static_cast<double>(Next() >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_ARENA_RANDOM_H_
