#include "tickgraph/physics/snapshot_pool.h"

namespace tickgraph {

SnapshotPool::SnapshotPool() {
  snapshots_.push_back(new PhysicsSnapshot);
  published_.store(snapshots_.front());
}

SnapshotPool::~SnapshotPool() {
  for (PhysicsSnapshot* snapshot : snapshots_) Release(snapshot);
}

PhysicsSnapshot* SnapshotPool::TakeSpare() {
  PhysicsSnapshot* const published = published_.load();
  for (PhysicsSnapshot* snapshot : snapshots_) {
    // Sequentially consistent with Acquire: either this load sees the reader's reference, or the
    // reader's second look sees that the snapshot has been replaced.
    if (snapshot != published && snapshot->references.load() == 1) return snapshot;
  }
  snapshots_.push_back(new PhysicsSnapshot);
  return snapshots_.back();
}

void SnapshotPool::Publish(PhysicsSnapshot* snapshot) { published_.store(snapshot); }

PhysicsSnapshot* SnapshotPool::Acquire() const {
  while (true) {
    PhysicsSnapshot* const snapshot = published_.load();
    snapshot->references.fetch_add(1);
    if (published_.load() == snapshot) return snapshot;
    Release(snapshot);
  }
}

void SnapshotPool::Release(PhysicsSnapshot* snapshot) {
  if (snapshot->references.fetch_sub(1) == 1) delete snapshot;
}

}  // namespace tickgraph
