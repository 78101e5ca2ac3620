#ifndef TICKGRAPH_WORLD_OBJECT_RECORD_H_
#define TICKGRAPH_WORLD_OBJECT_RECORD_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

class ObjectOrder;
class World;

/// The part of an actor or component that frames do not look at, and what is left of it when it is
/// gone. Each object has a record of its own, a new one for each life, so that a reference can be
/// stale but never means a stranger that lies at the same address now.
///
/// Counted by the object and by every Ref to it; the last one deletes it, also after the end of
/// the world. Counting, alive() and destroyed(): any thread. Everything else: game thread of the
/// world.
class ObjectRecord {
 public:
  ObjectRecord();
  ~ObjectRecord();

  bool alive() const { return alive_.load(std::memory_order_acquire); }

  /// Whether the object waits for its deletion.
  bool destroyed() const { return destroyed_.load(std::memory_order_acquire); }

  /// The object's name, for messages; not unique.
  const std::string& name() const { return name_; }

 private:
  friend class Actor;
  friend class ObjectRecordPointer;
  friend class ObjectStore;
  friend class WorldObject;

  void MarkGone() { alive_.store(false, std::memory_order_release); }

  std::atomic<std::int32_t> references_{0};
  std::atomic<bool> alive_{true};
  std::atomic<bool> destroyed_{false};
  bool playing_ = false;
  /// A dedicated server has left its card out: asking it for order is no mistake.
  bool left_out_ = false;
  TickHandle tick_card_;
  World* world_ = nullptr;
  /// The actor, for an actor and for its components; for TickFunction::owner.
  const void* owner_ = nullptr;
  std::string name_;
  std::vector<TickHandle> cards_;
  /// What TickAfter said of this object; null where it was never named in one.
  std::unique_ptr<ObjectOrder> order_;
  /// What the object was asked to do before it had a world; done when it enters one.
  std::vector<absl::AnyInvocable<void() &&>> waiting_;
};

/// A counted pointer to a record. One pointer object belongs to one thread at a time.
class ObjectRecordPointer {
 public:
  ObjectRecordPointer() = default;
  explicit ObjectRecordPointer(ObjectRecord* record) : record_(record) { Add(); }
  ObjectRecordPointer(const ObjectRecordPointer& other) : record_(other.record_) { Add(); }
  ObjectRecordPointer(ObjectRecordPointer&& other) noexcept
      : record_(std::exchange(other.record_, nullptr)) {}
  ObjectRecordPointer& operator=(ObjectRecordPointer other) noexcept {
    std::swap(record_, other.record_);
    return *this;
  }
  ~ObjectRecordPointer() { Drop(); }

  ObjectRecord* operator->() const { return record_; }
  explicit operator bool() const { return record_ != nullptr; }
  friend bool operator==(const ObjectRecordPointer& a, const ObjectRecordPointer& b) {
    return a.record_ == b.record_;
  }

 private:
  void Add() {
    if (record_ != nullptr) record_->references_.fetch_add(1, std::memory_order_relaxed);
  }
  void Drop() {
    if (record_ != nullptr && record_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete record_;
    }
  }

  ObjectRecord* record_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_OBJECT_RECORD_H_
