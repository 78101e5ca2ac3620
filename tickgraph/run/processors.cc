#include "tickgraph/run/processors.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

namespace tickgraph {

Processors Processors::OfThisThread() {
  Processors processors;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof(mask), &mask) == 0) {
    for (int number = 0; number < CPU_SETSIZE; ++number) {
      if (CPU_ISSET(static_cast<unsigned>(number), &mask)) processors.numbers_.push_back(number);
    }
  }
  if (!processors.numbers_.empty()) return processors;
  const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  for (int number = 0; number < count; ++number) processors.numbers_.push_back(number);
  return processors;
}

std::optional<cpu_set_t> Processors::Pin(pid_t thread, int index) const {
  cpu_set_t before;
  CPU_ZERO(&before);
  if (sched_getaffinity(thread, sizeof(before), &before) != 0) return std::nullopt;
  const auto number =
      static_cast<unsigned>(numbers_[static_cast<std::size_t>(index) % numbers_.size()]);
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(number, &mask);
  if (!SetProcessors(thread, mask)) return std::nullopt;
  return before;
}

pid_t ThisThread() { return static_cast<pid_t>(syscall(SYS_gettid)); }

bool SetProcessors(pid_t thread, const cpu_set_t& mask) {
  return sched_setaffinity(thread, sizeof(mask), &mask) == 0;
}

}  // namespace tickgraph
