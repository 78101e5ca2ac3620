#ifndef TICKGRAPH_TOOLS_CALIBRATED_WORK_H_
#define TICKGRAPH_TOOLS_CALIBRATED_WORK_H_

#include <cstdint>

namespace tickgraph {

/// Keeps a processor busy for a given time, as a card of that cost would: arithmetic, no memory, no
/// clock. The amount of work is fixed, so it takes longer where the processor is shared.
///
///   const CalibratedWork work = CalibratedWork::Measure();
///   work.Run(5.0);                                          // about 5 µs on an idle processor
class CalibratedWork {
 public:
  /// Measures this processor; takes about 10 ms.
  static CalibratedWork Measure();

  /// The steps of arithmetic that take about `microseconds`.
  std::int64_t StepsFor(double microseconds) const;

  /// Works for about `microseconds`, 0 or more. Any thread.
  void Run(double microseconds) const;

 private:
  explicit CalibratedWork(double steps_per_microsecond)
      : steps_per_microsecond_(steps_per_microsecond) {}

  double steps_per_microsecond_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_CALIBRATED_WORK_H_
