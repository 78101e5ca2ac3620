#include "benchmarks/support/bench_object.h"

#include <algorithm>
#include <memory>
#include <new>
#include <random>

namespace tickgraph {
namespace {

class TinyObject final : public BenchObject {
 public:
  void Tick(float /*delta*/) override {
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
#pragma GCC unroll 5
    for (std::uint64_t& lane : lanes_) {
      std::uint64_t a = lane;
#pragma GCC unroll 5
      for (int round = 0; round < 5; ++round) a = (a ^ (a >> 29)) * kFactor;
      lane = a;
    }
  }
};

template <int kSteps>
class LongObject final : public BenchObject {
 public:
  void Tick(float /*delta*/) override {
    std::uint64_t a = lanes_[0];
    for (int step = 0; step < kSteps; ++step) {
      a = a * 6364136223846793005ULL + 1442695040888963407ULL;
    }
    lanes_[0] = a;
  }
};

using OneMicrosecond = LongObject<935>;
using TenMicroseconds = LongObject<9350>;
static_assert(sizeof(TinyObject) == 64 && sizeof(OneMicrosecond) == 64);

template <typename Object>
BenchObject* MakeArray(std::size_t count) {
  void* memory = ::operator new(count * sizeof(Object), std::align_val_t(64));
  auto* objects = static_cast<Object*>(memory);
  std::uninitialized_default_construct_n(objects, count);
  return objects;
}

}  // namespace

const char* BodyName(Body body) {
  switch (body) {
    case Body::kTiny:
      return "tiny";
    case Body::k1us:
      return "1us";
    case Body::k10us:
      return "10us";
  }
  return "";
}

std::vector<std::unique_ptr<BenchObject>> MakeScattered(Body body, std::size_t count) {
  std::vector<std::unique_ptr<BenchObject>> objects(count);
  for (std::unique_ptr<BenchObject>& object : objects) {
    switch (body) {
      case Body::kTiny:
        object = std::make_unique<TinyObject>();
        break;
      case Body::k1us:
        object = std::make_unique<OneMicrosecond>();
        break;
      case Body::k10us:
        object = std::make_unique<TenMicroseconds>();
        break;
    }
  }
  std::shuffle(objects.begin(), objects.end(), std::mt19937_64(1));
  return objects;
}

PackedObjects::PackedObjects(Body body, std::size_t count) : count_(count) {
  switch (body) {
    case Body::kTiny:
      objects_ = MakeArray<TinyObject>(count);
      break;
    case Body::k1us:
      objects_ = MakeArray<OneMicrosecond>(count);
      break;
    case Body::k10us:
      objects_ = MakeArray<TenMicroseconds>(count);
      break;
  }
}

PackedObjects::~PackedObjects() {
  // All of them are of 64 bytes.
  std::destroy_n(objects_, count_);
  ::operator delete(objects_, std::align_val_t(64));
}

}  // namespace tickgraph
