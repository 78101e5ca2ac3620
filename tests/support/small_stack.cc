#include "tests/support/small_stack.h"

#include <pthread.h>

#include <cstddef>
#include <cstdlib>

namespace tickgraph {

void RunOnSmallStack(const std::function<void()>& work) {
  constexpr std::size_t kStackBytes = 256 * 1024;
  pthread_attr_t attributes;
  pthread_t thread;
  const auto start = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  void* const argument = const_cast<std::function<void()>*>(&work);
  if (pthread_attr_init(&attributes) != 0 ||
      pthread_attr_setstacksize(&attributes, kStackBytes) != 0 ||
      pthread_create(&thread, &attributes, start, argument) != 0 ||
      pthread_join(thread, nullptr) != 0) {
    std::abort();
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace tickgraph
