#ifndef TICKGRAPH_RUN_SERIAL_EXECUTOR_H_
#define TICKGRAPH_RUN_SERIAL_EXECUTOR_H_

#include "tickgraph/run/executor.h"
#include "tickgraph/run/loop_board.h"

namespace tickgraph {

/// Runs every card on the calling thread, in plan order: the reference for all other executors,
/// and the quickest on one processor.
class SerialExecutor final : public Executor {
 public:
  explicit SerialExecutor(const ExecutorParts& parts) : parts_(parts) {}

  void Adopt() override {}
  void BeginFrame() override { cards_run_ = 0; }
  void RunSegment(Segment segment) override;
  void RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) override;
  void Join(TickGroup /*group*/) override {}
  void EndFrame() override {}
  std::uint64_t cards_run() const override { return cards_run_; }

  void RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                   void (*slice)(void* body, std::size_t begin, std::size_t end),
                   void* body) override;

 private:
  ExecutorParts parts_;
  LoopBoard loops_;
  std::uint64_t cards_run_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_SERIAL_EXECUTOR_H_
