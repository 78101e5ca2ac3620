#ifndef TICKGRAPH_RUN_PROCESSORS_H_
#define TICKGRAPH_RUN_PROCESSORS_H_

#include <sched.h>

#include <optional>
#include <vector>

namespace tickgraph {

/// The processors that threads of this process may use, by the mask of the thread that asks.
///
///   const Processors processors = Processors::OfThisThread();
///   const auto before = processors.Pin(ThisThread(), 1);
///   …
///   if (before) SetProcessors(thread, *before);
///
/// Numbered from 0 in the order of the system's numbers, without those that the mask leaves out.
class Processors {
 public:
  /// All of the machine where the system does not say.
  static Processors OfThisThread();

  /// At least 1.
  int count() const { return static_cast<int>(numbers_.size()); }

  /// Ties a thread, as the system numbers it, to processor `index` modulo count(). Returns the mask
  /// that it had, nothing where the system refuses.
  std::optional<cpu_set_t> Pin(pid_t thread, int index) const;

 private:
  std::vector<int> numbers_;
};

/// The calling thread as the system numbers it.
pid_t ThisThread();

/// Lets a thread use the processors of `mask`; false where the system refuses.
bool SetProcessors(pid_t thread, const cpu_set_t& mask);

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_PROCESSORS_H_
