#ifndef TICKGRAPH_TESTS_SUPPORT_ALLOCATION_COUNTER_H_
#define TICKGRAPH_TESTS_SUPPORT_ALLOCATION_COUNTER_H_

#include <cstdint>

#include "tests/support/sanitizers.h"

namespace tickgraph {

/// What was allocated on all threads while it lives. A program that links it has its malloc and
/// its kin replaced; everything that allocates ends there, operator new and the libraries included.
///
///   const AllocationCounter counter;
///   scheduler.RunFrame(dt);
///   EXPECT_EQ(counter.allocations(), 0U);
///
/// One at a time. Under sanitizers, and without glibc, it sees nothing.
class AllocationCounter {
 public:
#if defined(__GLIBC__) && !defined(TICKGRAPH_TESTS_SANITIZED)
  static constexpr bool kIsSupported = true;
#else
  static constexpr bool kIsSupported = false;
#endif

  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  /// Calls that allocated.
  std::uint64_t allocations() const;
  /// Bytes that were allocated less those that were freed, whenever these came; rounded up by the
  /// allocator, by up to 15 bytes for a block.
  std::int64_t bytes() const;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_ALLOCATION_COUNTER_H_
