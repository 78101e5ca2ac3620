#include "tickgraph/run/worker_lanes.h"

#include <utility>

#include "tickgraph/run/lane_set.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/run/worker_pool_impl.h"

namespace tickgraph {

WorkerLanes::WorkerLanes(WorkerPool& pool, LaneClient& client)
    : lane_count_(pool.worker_count()), pool_(pool) {
  if (lane_count_ == 0) return;
  lanes_ = pool.impl_->TakeLanes(lane_count_);
  lanes_->Attach(client);
}

WorkerLanes::~WorkerLanes() {
  if (lanes_ == nullptr) return;
  lanes_->Detach();
  pool_.impl_->ReturnLanes(std::move(lanes_));
}

void WorkerLanes::Wake() {
  if (lanes_ != nullptr) lanes_->Wake();
}

}  // namespace tickgraph
