#ifndef TICKGRAPH_RUN_WORKER_LANES_H_
#define TICKGRAPH_RUN_WORKER_LANES_H_

#include <memory>

namespace tickgraph {

class LaneSet;
class WorkerPool;

/// What runs on a lane.
class LaneClient {
 public:
  /// Does whatever can be done and returns when there is nothing left. `lane` is 0 … n−1; a lane
  /// runs on one thread at a time.
  virtual void WorkOnLane(int lane) = 0;
  /// True where a sleeping lane would find work. From any thread.
  virtual bool HasLaneWork() = 0;

 protected:
  ~LaneClient() = default;
};

/// A oneTBB flow graph that brings workers to one client.
///
/// One node, a *lane*, for each worker of the pool, and an edge from each lane to the next. A
/// message only wakes: the worker that takes it passes it on along the edge if there is more work
/// than it can start itself, so the waking thread pays for one message. What there is to do, and
/// who does it, is decided by the client; a message that arrives late finds nothing.
///
/// Wake may be called from any thread and does not block. The destructor waits for workers that
/// are inside the client, and for nothing else: other work of the pool may take as long as it
/// likes.
class WorkerLanes {
 public:
  WorkerLanes(WorkerPool& pool, LaneClient& client);
  ~WorkerLanes();
  WorkerLanes(const WorkerLanes&) = delete;
  WorkerLanes& operator=(const WorkerLanes&) = delete;

  int lane_count() const { return lane_count_; }

  /// Sends a message to the first lane that sleeps; nothing where none does. O(lanes).
  void Wake();

 private:
  int lane_count_;
  WorkerPool& pool_;
  std::unique_ptr<LaneSet> lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_WORKER_LANES_H_
