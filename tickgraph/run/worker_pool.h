#ifndef TICKGRAPH_RUN_WORKER_POOL_H_
#define TICKGRAPH_RUN_WORKER_POOL_H_

#include <memory>
#include <optional>

namespace tickgraph {

class Processors;

struct WorkerPoolDefinition {
  /// Worker threads beside the game thread; 0 is fine. Not given: one less than the processors that
  /// the thread that makes the pool may use.
  std::optional<int> count = std::nullopt;
  /// Ties the game thread to processor 0 and worker k to processor k, where the system allows it;
  /// only processors that the thread that makes the pool may use are counted. Keeps a woken worker
  /// off the game thread's processor. A thread that leaves the pool may run everywhere again.
  bool pin = false;
  /// Workers spin through the gap between frames, for at most 50 ms, instead of going to sleep; a
  /// spinning worker serves whichever user of the pool has work first. Quicker starts for a busy
  /// processor.
  bool hot = false;
};

/// The worker threads that schedulers, physics and background tasks share.
///
///   WorkerPool workers({.count = 3});
///   TickScheduler scheduler(workers);
///
/// Made by the host, and alive for longer than everything that uses it. Threads are oneTBB's and
/// come when there is work for the first time; nobody ever waits for one that has not come. With
/// no workers all work is done by the threads that wait for it.
class WorkerPool {
 public:
  explicit WorkerPool(const WorkerPoolDefinition& definition = {});
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int worker_count() const { return worker_count_; }
  bool hot() const { return hot_; }

  /// Ties the calling thread to the game thread's processor, if the pool was made with `pin`, until
  /// the pool ends or another thread calls this. For the thread that calls the frames. False where
  /// the system refused or `pin` is off.
  bool PinGameThread();

 private:
  friend class WorkerLanes;
  struct Impl;
  struct PinnedThread;

  std::unique_ptr<Processors> processors_;
  int worker_count_;
  bool hot_;
  bool pin_;
  std::unique_ptr<PinnedThread> pinned_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_WORKER_POOL_H_
