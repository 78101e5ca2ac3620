#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_BUSY_PROCESSOR_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_BUSY_PROCESSOR_H_

#include <atomic>
#include <thread>

namespace tickgraph {

/// Keeps one processor busy while it lives, as another program would.
class BusyProcessor {
 public:
  explicit BusyProcessor(int number);
  ~BusyProcessor();
  BusyProcessor(const BusyProcessor&) = delete;
  BusyProcessor& operator=(const BusyProcessor&) = delete;

  /// False where the system did not let a thread be tied to the processor.
  bool is_tied() const { return is_tied_; }

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
  bool is_tied_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_BUSY_PROCESSOR_H_
