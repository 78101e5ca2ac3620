#ifndef TICKGRAPH_PHYSICS_SNAPSHOT_POOL_H_
#define TICKGRAPH_PHYSICS_SNAPSHOT_POOL_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "tickgraph/physics/body_state.h"

namespace tickgraph {

/// The memory behind PhysicsView; not for users.
struct PhysicsSnapshot {
  static constexpr std::uint32_t kNoBody = 0xffffffffu;

  std::atomic<std::int64_t> references{1};  ///< the pool's own one, and one for each view
  std::int64_t version = 0;
  std::int64_t steps = 0;
  std::chrono::nanoseconds simulated_time{0};
  std::vector<BodyState> bodies;
  std::vector<std::uint32_t> index_of_slot;  ///< into bodies, or kNoBody
};

/// Keeps the snapshots of one scene: the published one, those that views still hold, and spare
/// ones.
///
///   PhysicsSnapshot* next = pool.TakeSpare();     // writer: nobody else sees it
///   Fill(*next);
///   pool.Publish(next);                           // writer: readers see it from here on, whole
///   PhysicsSnapshot* seen = pool.Acquire();       // reader, any thread
///   SnapshotPool::Release(seen);
///
/// Rules: one writer at a time. Readers never wait for the writer, nor the writer for readers. A
/// snapshot's memory lives until the pool is destroyed and its last view is gone, therefore a
/// reader may count a reference on a snapshot that has just been replaced: it then looks again
/// whether that snapshot is still the published one, and lets go if not. Steady frames allocate
/// nothing.
class SnapshotPool {
 public:
  SnapshotPool();
  SnapshotPool(const SnapshotPool&) = delete;
  SnapshotPool& operator=(const SnapshotPool&) = delete;
  ~SnapshotPool();

  /// A snapshot that no reader holds, with old contents. Writer only. O(snapshots alive).
  PhysicsSnapshot* TakeSpare();

  /// Makes `snapshot`, from TakeSpare, the one that Acquire gives. Writer only.
  void Publish(PhysicsSnapshot* snapshot);

  /// The published snapshot, with a reference that the caller gives back. Any thread, lock-free.
  PhysicsSnapshot* Acquire() const;

  static void Release(PhysicsSnapshot* snapshot);

 private:
  std::vector<PhysicsSnapshot*> snapshots_;
  std::atomic<PhysicsSnapshot*> published_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_SNAPSHOT_POOL_H_
