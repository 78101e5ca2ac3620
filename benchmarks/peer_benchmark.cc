// What programs use today, next to the loops and the scheduler, in the same run. No bars.
//
// Names as in frame_benchmark; `flow_graph_n`, `task_group_n`, `parallel_for_n` and `openmp_n` are
// peers with n threads (see peers/peer.h).

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/peers/peer.h"
#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/contenders.h"
#include "benchmarks/support/frame_table.h"
#include "benchmarks/support/measure.h"

namespace tickgraph {
namespace {

struct Contender {
  std::string name;
  MakePeer make = nullptr;
};

std::vector<Contender> AllPeers() {
  std::vector<Contender> peers = {{"flow_graph", &MakeFlowGraphPeer},
                                  {"task_group", &MakeTaskGroupPeer},
                                  {"parallel_for", &MakeParallelForPeer}};
#if defined(_OPENMP)
  peers.push_back({"openmp", &MakeOpenMpPeer});
#endif
  return peers;
}

std::vector<FrameCase> AllCases() {
  return {{IndependentCards(10'000), Body::kTiny}, {IndependentCards(100'000), Body::kTiny},
          {Layers(10, 1'000), Body::kTiny},        {OneChain(10'000), Body::kTiny},
          {GameFrame(20'000), Body::kTiny},        {GameFrame(20'000), Body::k1us}};
}

void RunPeer(benchmark::State& state, const FrameCase& measured, ObjectStore& store,
             const Contender& contender, int threads) {
  const std::unique_ptr<Peer> peer =
      contender.make(measured.workload, store.Scattered(measured.body, measured.size()), threads);
  for (int frame = 0; frame < 10; ++frame) peer->RunFrame();
  MeasureFrames(state, measured.size(), [&] { peer->RunFrame(); });
}

std::string PeerName(const Contender& contender, int threads) {
  return contender.name + "_" + std::to_string(threads);
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const std::vector<FrameCase> cases = AllCases();
  for (const FrameCase& measured : cases) {
    AddContenders(measured, store);
    for (const Contender& contender : AllPeers()) {
      for (const int threads : {1, 2}) {
        AddBenchmark(measured.Name(PeerName(contender, threads)),
                     [&measured, &store, contender, threads](benchmark::State& state) {
                       RunPeer(state, measured, store, contender, threads);
                     });
      }
    }
  }
  std::vector<std::string> names = {"loop_a", "loop_b", "threads_1", "threads_2"};
  for (const Contender& contender : AllPeers()) {
    for (const int threads : {1, 2}) names.push_back(PeerName(contender, threads));
  }
  return RunBenchProgram(argc, argv, [&](const KeepingReporter& times, Bars& /*bars*/) {
    PrintFrameTable(std::cout, cases, names, times);
  });
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
