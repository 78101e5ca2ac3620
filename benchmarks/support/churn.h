#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_CHURN_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_CHURN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/support/object_store.h"
#include "benchmarks/support/steady_scheduler.h"
#include "benchmarks/support/workload.h"

namespace tickgraph {

/// Removes some cards and adds them again, with all of their edges, as actors of a game come and
/// go.
///
///   Churn churn(workload, objects, steady, 200);
///   for (…) {
///     churn.Edit();
///     steady.RunFrame();
///   }
///
/// Every call takes other cards, in an order that is fixed beforehand, so that choosing costs
/// nothing.
class Churn {
 public:
  /// All must outlive it; `steady` has all cards of the workload. `batch` cards in one call.
  Churn(const Workload& workload, ScatteredObjects& objects, SteadyScheduler& steady,
        std::size_t batch);

  void Edit();
  /// Removals and additions of one call.
  std::size_t edits() const { return 2 * batch_; }

  /// How the scheduler differs from one in which the cards were registered in the order in which
  /// they have come: in its game-thread sequence or in its edges. Empty where it does not.
  std::string OrderProblem();

 private:
  void Remove(std::uint32_t card);
  void Add(std::uint32_t card);
  std::vector<std::uint32_t> GameSequence(TickScheduler& scheduler,
                                          const std::vector<TickHandle>& handles) const;

  const Workload& workload_;
  ScatteredObjects& objects_;
  SteadyScheduler& steady_;
  std::vector<TickHandle>& handles_;
  std::vector<std::vector<std::uint32_t>> dependents_;
  /// Cards by turn; the next batch begins at `next_`.
  std::vector<std::uint32_t> turns_;
  std::size_t next_ = 0;
  std::size_t batch_;
  /// Additions since the beginning, oldest first.
  std::vector<std::uint32_t> added_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_CHURN_H_
