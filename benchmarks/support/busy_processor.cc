#include "benchmarks/support/busy_processor.h"

#include <pthread.h>
#include <sched.h>

namespace tickgraph {

BusyProcessor::BusyProcessor(int number)
    : thread_([this] {
        while (!is_over_.load(std::memory_order_relaxed)) {
        }
      }) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(static_cast<unsigned>(number), &mask);
  is_tied_ = pthread_setaffinity_np(thread_.native_handle(), sizeof(mask), &mask) == 0;
}

BusyProcessor::~BusyProcessor() {
  is_over_ = true;
  thread_.join();
}

}  // namespace tickgraph
