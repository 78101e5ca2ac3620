#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_BENCH_OBJECT_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_BENCH_OBJECT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tickgraph/tick_context.h"

namespace tickgraph {

/// What one tick of a benchmark does.
enum class Body {
  /// Five independent lanes of the object, five rounds each of a xor, a shift and a product.
  kTiny,
  /// 935 dependent steps of a 64-bit generator, about a microsecond.
  k1us,
  /// Ten times that.
  k10us,
};

const char* BodyName(Body body);

/// The object that every contender of a benchmark ticks: 64 bytes, on a line of its own, with a
/// virtual tick whose code lies in another translation unit, so that nobody sees through it.
class alignas(64) BenchObject {
 public:
  virtual ~BenchObject() = default;
  virtual void Tick(float delta) = 0;
  void TickCard(const TickContext& t) { Tick(static_cast<float>(t.delta)); }

 protected:
  std::uint64_t lanes_[5] = {1, 2, 3, 4, 5};
};

/// The same objects for all contenders: made one by one, and visited in a shuffled order, as those
/// of a game that has run for a while.
std::vector<std::unique_ptr<BenchObject>> MakeScattered(Body body, std::size_t count);

/// As many in one array, visited from its front: what the work costs without its memory.
class PackedObjects {
 public:
  PackedObjects(Body body, std::size_t count);
  ~PackedObjects();
  PackedObjects(const PackedObjects&) = delete;
  PackedObjects& operator=(const PackedObjects&) = delete;

  std::size_t size() const { return count_; }
  BenchObject& operator[](std::size_t index) { return objects_[index]; }

 private:
  std::size_t count_;
  BenchObject* objects_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_BENCH_OBJECT_H_
