#include "tickgraph/run/lane_roster.h"

#include "tickgraph/run/lane_set.h"
#include "tickgraph/run/spin.h"

namespace tickgraph {

void LaneRoster::Add(LaneSet& set) {
  set.next_in_roster_ = first_.load(std::memory_order_relaxed);
  while (!first_.compare_exchange_weak(set.next_in_roster_, &set)) {
  }
}

bool LaneRoster::ServeOnce() {
  for (LaneSet* set = first_.load(std::memory_order_acquire); set != nullptr;
       set = set->next_in_roster_) {
    if (set->ServeCalled()) return true;
  }
  return false;
}

void LaneRoster::ServeWhileHot() {
  if (!hot_) return;
  bool served = true;
  while (served && !is_stopping_.load(std::memory_order_seq_cst)) {
    served = false;
    SpinUntil(
        [&] {
          served = ServeOnce();
          return served || is_stopping_.load(std::memory_order_seq_cst);
        },
        kHotSpinTime);
  }
}

}  // namespace tickgraph
