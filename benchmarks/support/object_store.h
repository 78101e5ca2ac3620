#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_OBJECT_STORE_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_OBJECT_STORE_H_

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "benchmarks/support/bench_object.h"

namespace tickgraph {

using ScatteredObjects = std::vector<std::unique_ptr<BenchObject>>;

/// The objects of a program, made when they are first asked for and kept: all contenders tick the
/// same ones, so that none of them is luckier with its memory.
class ObjectStore {
 public:
  ScatteredObjects& Scattered(Body body, std::size_t count);
  PackedObjects& Packed(Body body, std::size_t count);

 private:
  using Key = std::pair<Body, std::size_t>;

  std::map<Key, ScatteredObjects> scattered_;
  std::map<Key, std::unique_ptr<PackedObjects>> packed_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_OBJECT_STORE_H_
