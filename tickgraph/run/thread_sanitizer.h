#ifndef TICKGRAPH_RUN_THREAD_SANITIZER_H_
#define TICKGRAPH_RUN_THREAD_SANITIZER_H_

/// Tells ThreadSanitizer of a hand-off through oneTBB, whose library it cannot see into: what came
/// before Release(address) is visible after Acquire(address). Nothing in other builds.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TICKGRAPH_THREAD_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define TICKGRAPH_THREAD_SANITIZER 1
#endif

#if defined(TICKGRAPH_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#define TICKGRAPH_TSAN_ACQUIRE(address) __tsan_acquire(address)
#define TICKGRAPH_TSAN_RELEASE(address) __tsan_release(address)
#define TICKGRAPH_TSAN_BLIND __attribute__((no_sanitize("thread")))
#else
#define TICKGRAPH_TSAN_ACQUIRE(address) static_cast<void>(address)
#define TICKGRAPH_TSAN_RELEASE(address) static_cast<void>(address)
#define TICKGRAPH_TSAN_BLIND
#endif

#endif  // TICKGRAPH_RUN_THREAD_SANITIZER_H_
