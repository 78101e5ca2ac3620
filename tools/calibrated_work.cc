#include "tools/calibrated_work.h"

#include <algorithm>
#include <chrono>

namespace tickgraph {
namespace {

// Each step needs the result of the one before, so that nothing is left out or done side by side.
void DoSteps(std::int64_t steps) {
  std::uint64_t state = 1;
  for (std::int64_t step = 0; step < steps; ++step) state = state * 6364136223846793005U + 1;
  volatile std::uint64_t result = state;
  static_cast<void>(result);
}

}  // namespace

CalibratedWork CalibratedWork::Measure() {
  using Clock = std::chrono::steady_clock;
  constexpr std::int64_t kSteps = 200'000;
  constexpr int kRounds = 10;
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Clock::time_point begin = Clock::now();
    DoSteps(kSteps);
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    best = std::max(best, static_cast<double>(kSteps) / std::max(took.count(), 1.0));
  }
  return CalibratedWork(best);
}

std::int64_t CalibratedWork::StepsFor(double microseconds) const {
  return static_cast<std::int64_t>(microseconds * steps_per_microsecond_);
}

void CalibratedWork::Run(double microseconds) const { DoSteps(StepsFor(microseconds)); }

}  // namespace tickgraph
