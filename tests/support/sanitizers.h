#ifndef TICKGRAPH_TESTS_SUPPORT_SANITIZERS_H_
#define TICKGRAPH_TESTS_SUPPORT_SANITIZERS_H_

namespace tickgraph {

/// True in a build with AddressSanitizer or ThreadSanitizer, in which tests take many times as long
/// and freed memory is kept for a while.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SANITIZERS_H_
