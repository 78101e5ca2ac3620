#ifndef TICKGRAPH_BENCHMARKS_PEERS_PEER_H_
#define TICKGRAPH_BENCHMARKS_PEERS_PEER_H_

#include <memory>

#include "benchmarks/support/object_store.h"
#include "benchmarks/support/workload.h"

namespace tickgraph {

/// What programs use today to run the cards of a workload on several threads: a library, used in
/// the way that is natural for it. The same structure is run frame after frame.
///
///   const std::unique_ptr<Peer> peer = MakeFlowGraphPeer(workload, objects, 2);
///   peer->RunFrame();
///
/// Peers keep prerequisites and wait at the end of each group. They know no lanes: cards of the
/// game thread run wherever there is room, in no order of their own, which is less than a scheduler
/// promises, and easier.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual void RunFrame() = 0;
};

/// What the factories below have in common: the objects must outlive the peer; `threads` counts the
/// calling one.
using MakePeer = std::unique_ptr<Peer> (*)(const Workload& workload, ScatteredObjects& objects,
                                           int threads);

/// oneTBB's flow graph, one node a card and one for the end of each group.
std::unique_ptr<Peer> MakeFlowGraphPeer(const Workload& workload, ScatteredObjects& objects,
                                        int threads);

/// oneTBB's task_group, one task a card; a counter in each card says when it may be started.
std::unique_ptr<Peer> MakeTaskGroupPeer(const Workload& workload, ScatteredObjects& objects,
                                        int threads);

/// oneTBB's parallel_for, level after level.
std::unique_ptr<Peer> MakeParallelForPeer(const Workload& workload, ScatteredObjects& objects,
                                          int threads);

/// OpenMP tasks with `depend` clauses, one task a card. Only where the compiler has OpenMP.
std::unique_ptr<Peer> MakeOpenMpPeer(const Workload& workload, ScatteredObjects& objects,
                                     int threads);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_PEERS_PEER_H_
