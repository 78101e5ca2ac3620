#include "tickgraph/run/lane_set.h"

#include "tickgraph/run/thread_sanitizer.h"

namespace tickgraph {

LaneSet::LaneSet(int count) {
  for (std::size_t index = 0; index < static_cast<std::size_t>(count); ++index) {
    lanes_.emplace_back().node.emplace(
        graph_, tbb::flow::unlimited,
        [this, index](tbb::flow::continue_msg, Node::output_ports_type& next)
            TICKGRAPH_TSAN_BLIND { Run(index, next); });
  }
  for (std::size_t index = 0; index + 1 < lanes_.size(); ++index) {
    tbb::flow::make_edge(tbb::flow::output_port<0>(*lanes_[index].node), *lanes_[index + 1].node);
  }
}

LaneSet::~LaneSet() {
  graph_.wait_for_all();
  // ThreadSanitizer does not see the wait inside the library; it sees these touch the same counter
  // as the workers did.
  graph_.reserve_wait();
  graph_.release_wait();
}

void LaneSet::Detach() {
  client_.store(nullptr, std::memory_order_seq_cst);
  while (const int inside = inside_.load(std::memory_order_seq_cst)) {
    inside_.wait(inside, std::memory_order_seq_cst);
  }
}

bool LaneSet::Call(Lane& lane) {
  LaneState asleep = LaneState::kAsleep;
  if (lane.state.load(std::memory_order_seq_cst) != asleep) return false;
  if (!lane.state.compare_exchange_strong(asleep, LaneState::kCalled)) return false;
  TICKGRAPH_TSAN_RELEASE(this);
  return true;
}

void LaneSet::Wake() {
  for (Lane& lane : lanes_) {
    if (!Call(lane)) continue;
    lane.node->try_put(tbb::flow::continue_msg());
    return;
  }
}

void LaneSet::CallAnother(std::size_t index, Node::output_ports_type& next) {
  if (index + 1 < lanes_.size() && Call(lanes_[index + 1])) {
    std::get<0>(next).try_put(tbb::flow::continue_msg());
  } else {
    Wake();
  }
}

void LaneSet::Run(std::size_t index, Node::output_ports_type& next) {
  TICKGRAPH_TSAN_ACQUIRE(this);
  inside_.fetch_add(1, std::memory_order_seq_cst);
  Serve(index, next);
  if (inside_.fetch_sub(1, std::memory_order_seq_cst) == 1) inside_.notify_all();
}

void LaneSet::Serve(std::size_t index, Node::output_ports_type& next) {
  Lane& lane = lanes_[index];
  while (true) {
    if (LaneClient* client = client_.load(std::memory_order_seq_cst)) {
      if (client->HasLaneWork()) CallAnother(index, next);
      client->WorkOnLane(static_cast<int>(index));
    }
    // Whoever makes work after this store sees a lane asleep and calls it; a client that comes
    // after the load below has no work yet.
    lane.state.store(LaneState::kAsleep, std::memory_order_seq_cst);
    LaneClient* client = client_.load(std::memory_order_seq_cst);
    if (client == nullptr || !client->HasLaneWork()) return;
    LaneState asleep = LaneState::kAsleep;
    if (!lane.state.compare_exchange_strong(asleep, LaneState::kCalled)) return;
  }
}

}  // namespace tickgraph
