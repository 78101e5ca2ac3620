#include "tests/support/allocation_counter.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {

std::atomic<bool> counts{false};
std::atomic<std::uint64_t> allocation_count{0};
std::atomic<std::int64_t> byte_count{0};

}  // namespace

namespace tickgraph {

AllocationCounter::AllocationCounter() {
  allocation_count = 0;
  byte_count = 0;
  counts = true;
}

AllocationCounter::~AllocationCounter() { counts = false; }

std::uint64_t AllocationCounter::allocations() const { return allocation_count; }

std::int64_t AllocationCounter::bytes() const { return byte_count; }

}  // namespace tickgraph

#if defined(__GLIBC__) && !defined(TICKGRAPH_TESTS_SANITIZED)

namespace {

void* Allocated(void* memory) {
  if (!counts.load(std::memory_order_relaxed)) return memory;
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  byte_count.fetch_add(static_cast<std::int64_t>(malloc_usable_size(memory)),
                       std::memory_order_relaxed);
  return memory;
}

void Freed(void* memory) {
  if (!counts.load(std::memory_order_relaxed)) return;
  byte_count.fetch_sub(static_cast<std::int64_t>(malloc_usable_size(memory)),
                       std::memory_order_relaxed);
}

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) noexcept { return Allocated(__libc_malloc(size)); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  return Allocated(__libc_calloc(count, size));
}
void* realloc(void* memory, std::size_t size) noexcept {
  Freed(memory);
  return Allocated(__libc_realloc(memory, size));
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return Allocated(__libc_memalign(alignment, size));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return Allocated(__libc_memalign(alignment, size));
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = Allocated(__libc_memalign(alignment, size));
  return *memory != nullptr ? 0 : ENOMEM;
}
void free(void* memory) noexcept {
  Freed(memory);
  __libc_free(memory);
}
}
#endif
