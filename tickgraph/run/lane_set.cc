#include "tickgraph/run/lane_set.h"

#include "tickgraph/run/lane_roster.h"
#include "tickgraph/run/thread_sanitizer.h"

namespace tickgraph {

LaneSet::LaneSet(int count, LaneRoster& roster) : roster_(roster) {
  for (std::size_t index = 0; index < static_cast<std::size_t>(count); ++index) {
    lanes_.emplace_back().node.emplace(
        graph_, tbb::flow::unlimited,
        [this, index](tbb::flow::continue_msg, Node::output_ports_type&)
            TICKGRAPH_TSAN_BLIND { Run(index); });
  }
  for (std::size_t index = 0; index + 1 < lanes_.size(); ++index) {
    tbb::flow::make_edge(tbb::flow::output_port<0>(*lanes_[index].node), *lanes_[index + 1].node);
  }
}

LaneSet::~LaneSet() { WaitForMessages(); }

void LaneSet::WaitForMessages() {
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

bool LaneSet::Change(Lane& lane, LaneState from, LaneState to) {
  if (lane.state.load(std::memory_order_seq_cst) != from) return false;
  return lane.state.compare_exchange_strong(from, to, std::memory_order_seq_cst);
}

// True if a message has to be sent: one that is under way finds the lane called, because its
// arrival is noted before the lane is looked at.
bool LaneSet::Call(Lane& lane) {
  if (lane.has_message.exchange(true, std::memory_order_seq_cst)) return false;
  TICKGRAPH_TSAN_RELEASE(this);
  return true;
}

void LaneSet::Wake() {
  for (Lane& lane : lanes_) {
    if (!Change(lane, LaneState::kAsleep, LaneState::kCalled)) continue;
    if (Call(lane)) lane.node->try_put(tbb::flow::continue_msg());
    return;
  }
}

void LaneSet::CallAnother(std::size_t index) {
  if (index + 1 == lanes_.size() ||
      !Change(lanes_[index + 1], LaneState::kAsleep, LaneState::kCalled)) {
    Wake();
    return;
  }
  if (!Call(lanes_[index + 1])) return;
  tbb::flow::output_port<0>(*lanes_[index].node).try_put(tbb::flow::continue_msg());
}

void LaneSet::Run(std::size_t index) {
  TICKGRAPH_TSAN_ACQUIRE(this);
  Lane& lane = lanes_[index];
  lane.has_message.store(false, std::memory_order_seq_cst);
  if (!Change(lane, LaneState::kCalled, LaneState::kServed)) return;
  Serve(index);
  roster_.ServeWhileHot();
}

bool LaneSet::ServeCalled() {
  for (std::size_t index = 0; index < lanes_.size(); ++index) {
    if (!Change(lanes_[index], LaneState::kCalled, LaneState::kServed)) continue;
    Serve(index);
    return true;
  }
  return false;
}

void LaneSet::Serve(std::size_t index) {
  inside_.fetch_add(1, std::memory_order_seq_cst);
  Lane& lane = lanes_[index];
  do {
    if (LaneClient* client = client_.load(std::memory_order_seq_cst)) {
      if (client->HasLaneWork()) CallAnother(index);
      client->WorkOnLane(static_cast<int>(index));
    }
    // Whoever makes work after this store sees a lane asleep and calls it; a client that comes
    // after the load below has no work yet.
    lane.state.store(LaneState::kAsleep, std::memory_order_seq_cst);
    LaneClient* client = client_.load(std::memory_order_seq_cst);
    if (client == nullptr || !client->HasLaneWork()) break;
  } while (Change(lane, LaneState::kAsleep, LaneState::kServed));
  if (inside_.fetch_sub(1, std::memory_order_seq_cst) == 1) inside_.notify_all();
}

}  // namespace tickgraph
