#include "benchmarks/support/object_store.h"

namespace tickgraph {

ScatteredObjects& ObjectStore::Scattered(Body body, std::size_t count) {
  ScatteredObjects& objects = scattered_[{body, count}];
  if (objects.empty()) objects = MakeScattered(body, count);
  return objects;
}

PackedObjects& ObjectStore::Packed(Body body, std::size_t count) {
  std::unique_ptr<PackedObjects>& objects = packed_[{body, count}];
  if (objects == nullptr) objects = std::make_unique<PackedObjects>(body, count);
  return *objects;
}

}  // namespace tickgraph
