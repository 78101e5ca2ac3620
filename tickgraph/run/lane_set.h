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

class LaneRoster;

/// The oneTBB side of WorkerLanes: the graph and its lanes; included inside run/ only.
///
/// A message cannot be taken back, and a pool whose workers are busy may deliver it much later. So
/// a set outlives its client: the pool keeps it and gives it to the next one. What arrives in
/// between finds no client, what arrives later finds the new one and no work.
///
/// Calling a lane and bringing a worker to it are two things. Whoever finds a lane called claims
/// it: the worker that the message brings, or one of a hot pool that is awake. So a message is
/// under way for a lane at most once, however often the lane is called meanwhile.
class LaneSet {
 public:
  /// To be called inside the arena that the graph belongs to. `roster` lives longer.
  LaneSet(int count, LaneRoster& roster);
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

  /// Claims a lane that was called and serves it; false if there is none. For a worker that is
  /// inside no lane.
  bool ServeCalled();

  /// Returns when no message is under way and no worker is inside the graph.
  void WaitForMessages();

 private:
  friend class LaneRoster;
  using Node =
      tbb::flow::multifunction_node<tbb::flow::continue_msg, std::tuple<tbb::flow::continue_msg>>;

  enum class LaneState : int { kAsleep, kCalled, kServed };

  struct Lane {
    std::atomic<LaneState> state{LaneState::kAsleep};
    /// A message has been sent and has not arrived.
    std::atomic<bool> has_message{false};
    std::optional<Node> node;
  };

  static bool Change(Lane& lane, LaneState from, LaneState to);
  bool Call(Lane& lane);
  void Run(std::size_t index);
  void Serve(std::size_t index);
  void CallAnother(std::size_t index);

  LaneRoster& roster_;
  /// Written before the set is in the roster.
  LaneSet* next_in_roster_ = nullptr;
  std::atomic<LaneClient*> client_{nullptr};
  /// Workers that may be inside the client.
  std::atomic<int> inside_{0};
  // Nodes leave their graph when they are destroyed.
  tbb::flow::graph graph_;
  std::deque<Lane> lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_LANE_SET_H_
