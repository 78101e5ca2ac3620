#ifndef TICKGRAPH_TESTS_SUPPORT_DICE_H_
#define TICKGRAPH_TESTS_SUPPORT_DICE_H_

#include <cstdint>
#include <random>

namespace tickgraph {

/// Random numbers, the same on every platform.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : generator_(seed) {}
  int Below(int limit) { return static_cast<int>(generator_() % static_cast<unsigned>(limit)); }
  bool OneIn(int n) { return Below(n) == 0; }

 private:
  std::mt19937 generator_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_DICE_H_
