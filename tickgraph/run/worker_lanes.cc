#include "tickgraph/run/worker_lanes.h"

#include <oneapi/tbb/flow_graph.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <tuple>

#include "tickgraph/run/thread_sanitizer.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/run/worker_pool_impl.h"

namespace tickgraph {
namespace {

enum class LaneState : int { kAsleep, kCalled };

}  // namespace

struct WorkerLanes::Impl {
  using Node =
      tbb::flow::multifunction_node<tbb::flow::continue_msg, std::tuple<tbb::flow::continue_msg>>;

  struct Lane {
    std::atomic<LaneState> state{LaneState::kAsleep};
    std::optional<Node> node;
  };

  explicit Impl(LaneClient& lane_client) : client(lane_client) {}

  void Build(int count) {
    graph.emplace();
    for (int index = 0; index < count; ++index) {
      Lane& lane = lanes.emplace_back();
      lane.node.emplace(*graph, tbb::flow::unlimited,
                        [this, index](tbb::flow::continue_msg, Node::output_ports_type& next) {
                          Run(index, next);
                        });
    }
    for (std::size_t index = 0; index + 1 < lanes.size(); ++index) {
      tbb::flow::make_edge(tbb::flow::output_port<0>(*lanes[index].node), *lanes[index + 1].node);
    }
  }

  static bool Call(Lane& lane) {
    LaneState asleep = LaneState::kAsleep;
    if (!lane.state.compare_exchange_strong(asleep, LaneState::kCalled)) return false;
    TICKGRAPH_TSAN_RELEASE(&lane);
    return true;
  }

  void Run(int index, Node::output_ports_type& next) {
    Lane& lane = lanes[static_cast<std::size_t>(index)];
    TICKGRAPH_TSAN_ACQUIRE(&lane);
    const std::size_t following = static_cast<std::size_t>(index) + 1;
    while (true) {
      if (following < lanes.size() && client.HasLaneWork() && Call(lanes[following])) {
        std::get<0>(next).try_put(tbb::flow::continue_msg());
      }
      client.WorkOnLane(index);
      // Whoever makes work after this store sees a lane asleep and calls it.
      lane.state.store(LaneState::kAsleep, std::memory_order_seq_cst);
      if (!client.HasLaneWork()) return;
      LaneState asleep = LaneState::kAsleep;
      if (!lane.state.compare_exchange_strong(asleep, LaneState::kCalled)) return;
    }
  }

  LaneClient& client;
  std::optional<tbb::flow::graph> graph;
  std::deque<Lane> lanes;
};

WorkerLanes::WorkerLanes(WorkerPool& pool, LaneClient& client)
    : lane_count_(pool.worker_count()), impl_(std::make_unique<Impl>(client)) {
  if (lane_count_ == 0) return;
  // A graph belongs to the arena in which it is made.
  pool.impl_->arena.execute([this] { impl_->Build(lane_count_); });
}

WorkerLanes::~WorkerLanes() {
  if (impl_->graph) impl_->graph->wait_for_all();
}

void WorkerLanes::Wake() {
  for (Impl::Lane& lane : impl_->lanes) {
    if (lane.state.load(std::memory_order_seq_cst) != LaneState::kAsleep || !Impl::Call(lane)) {
      continue;
    }
    lane.node->try_put(tbb::flow::continue_msg());
    return;
  }
}

}  // namespace tickgraph
