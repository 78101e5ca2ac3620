#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <optional>
#include <vector>

#include "benchmarks/peers/grouped_cards.h"
#include "benchmarks/peers/peer.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {
namespace {

using tbb::flow::continue_msg;
using tbb::flow::continue_node;

class FlowGraphPeer final : public Peer {
 public:
  FlowGraphPeer(const Workload& workload, ScatteredObjects& objects, int threads)
      : arena_(threads) {
    // A graph belongs to the arena in which it is made.
    arena_.execute([&] { MakeNodes(workload, objects); });
  }

  void RunFrame() override {
    arena_.execute([&] {
      nodes_.front()->try_put(continue_msg());
      graph_->wait_for_all();
    });
  }

 private:
  continue_node<continue_msg>& AddNode(BenchObject* object) {
    nodes_.push_back(
        std::make_unique<continue_node<continue_msg>>(*graph_, [object](const continue_msg&) {
          if (object != nullptr) object->Tick(kFrameSeconds);
        }));
    return *nodes_.back();
  }

  void MakeNodes(const Workload& workload, ScatteredObjects& objects) {
    graph_.emplace();
    continue_node<continue_msg>* begin = &AddNode(nullptr);
    for (const GroupedCards& group : GroupCards(workload)) {
      std::vector<continue_node<continue_msg>*> of_group;
      for (const std::uint32_t card : group.cards)
        of_group.push_back(&AddNode(objects[card].get()));
      continue_node<continue_msg>& end = AddNode(nullptr);
      for (std::size_t index = 0; index < group.size(); ++index) {
        if (group.prerequisites[index].empty()) make_edge(*begin, *of_group[index]);
        for (const std::uint32_t before : group.prerequisites[index]) {
          make_edge(*of_group[before], *of_group[index]);
        }
        if (group.dependents[index].empty()) make_edge(*of_group[index], end);
      }
      begin = &end;
    }
  }

  tbb::task_arena arena_;
  std::optional<tbb::flow::graph> graph_;
  std::vector<std::unique_ptr<continue_node<continue_msg>>> nodes_;
};

}  // namespace

std::unique_ptr<Peer> MakeFlowGraphPeer(const Workload& workload, ScatteredObjects& objects,
                                        int threads) {
  return std::make_unique<FlowGraphPeer>(workload, objects, threads);
}

}  // namespace tickgraph
