#ifndef TICKGRAPH_TESTS_SUPPORT_SANITIZERS_H_
#define TICKGRAPH_TESTS_SUPPORT_SANITIZERS_H_

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TICKGRAPH_TESTS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TICKGRAPH_TESTS_SANITIZED 1
#endif

namespace tickgraph {

/// True in a build with AddressSanitizer or ThreadSanitizer, in which tests take many times as long
/// and freed memory is kept for a while. The macro is for code that must not be there at all.
#if defined(TICKGRAPH_TESTS_SANITIZED)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SANITIZERS_H_
