#ifndef TICKGRAPH_RUN_LANE_SET_H_
#define TICKGRAPH_RUN_LANE_SET_H_

#include <oneapi/tbb/flow_graph.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <optional>
#include <tuple>

#include "tickgraph/run/worker_lanes.h"

namespace tickgraph {

/// The oneTBB side of WorkerLanes: the graph and its lanes; included inside run/ only.
///
/// A message cannot be taken back, and a pool whose workers are busy may deliver it much later. So
/// a set outlives its client: the pool keeps it and gives it to the next one. What arrives in
/// between finds no client, what arrives later finds the new one and no work.
class LaneSet {
 public:
  /// To be called inside the arena that the graph belongs to.
  explicit LaneSet(int count);
  /// Waits for messages that are under way. No client is attached.
  ~LaneSet();
  LaneSet(const LaneSet&) = delete;
  LaneSet& operator=(const LaneSet&) = delete;

  void Attach(LaneClient& client) { client_.store(&client, std::memory_order_seq_cst); }

  /// Returns when no worker is inside the client. Does not wait for messages, nor for other work
  /// of the pool.
  void Detach();

  /// See WorkerLanes.
  void Wake();

 private:
  using Node =
      tbb::flow::multifunction_node<tbb::flow::continue_msg, std::tuple<tbb::flow::continue_msg>>;

  enum class LaneState : int { kAsleep, kCalled };

  struct Lane {
    std::atomic<LaneState> state{LaneState::kAsleep};
    std::optional<Node> node;
  };

  bool Call(Lane& lane);
  void Run(std::size_t index, Node::output_ports_type& next);
  void Serve(std::size_t index, Node::output_ports_type& next);
  void CallAnother(std::size_t index, Node::output_ports_type& next);

  std::atomic<LaneClient*> client_{nullptr};
  /// Workers that may be inside the client.
  std::atomic<int> inside_{0};
  // Nodes leave their graph when they are destroyed.
  tbb::flow::graph graph_;
  std::deque<Lane> lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_LANE_SET_H_
