#include "tickgraph/run/serial_executor.h"

namespace tickgraph {

void SerialExecutor::RunSegment(Segment segment) {
  const std::uint32_t begin = parts_.plan.segment_begin[segment];
  const std::uint32_t end = parts_.plan.segment_end[segment];
  if (begin < end) cards_run_ += parts_.runner.RunRange(begin, end, 0);
}

void SerialExecutor::RunMerged(Segment /*segment*/, std::span<const MergedCard> merged,
                               bool /*with_plan*/) {
  for (const MergedCard& item : merged) {
    if (item.annex == nullptr) {
      cards_run_ += parts_.runner.RunRange(item.position, item.position + 1, 0);
    } else if (!item.annex->withdrawn) {
      item.annex->reached = true;
      cards_run_ += parts_.runner.RunAnnex(*item.annex, 0);
    }
  }
}

void SerialExecutor::RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                                 void (*slice)(void* body, std::size_t begin, std::size_t end),
                                 void* body) {
  loops_.Run(context, count, grain, 0, slice, body, [] {});
}

}  // namespace tickgraph
