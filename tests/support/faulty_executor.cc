#include "tests/support/faulty_executor.h"

#include <algorithm>
#include <vector>

namespace tickgraph {

void FaultyExecutor::BeginFrame() {
  right_.BeginFrame();
  cards_run_ = 0;
  is_done_ = false;
  ran_early_ = FramePlan::kNoPosition;
}

void FaultyExecutor::Run(std::uint32_t position) {
  cards_run_ += parts_.runner.RunRange(position, position + 1, 0);
}

bool FaultyExecutor::Runs(std::uint32_t position) const {
  return parts_.plan.lanes[position] != PlanLane::kBodiless && !parts_.state.IsSkipped(position);
}

bool FaultyExecutor::IsEdge(std::uint32_t from, std::uint32_t to) const {
  const auto before = parts_.plan.Prerequisites(to);
  return std::find(before.begin(), before.end(), from) != before.end();
}

bool FaultyExecutor::SwapsWithNext(std::uint32_t position, std::uint32_t end) const {
  const std::uint32_t next = position + 1;
  if (is_done_ || next >= end || !Runs(position) || !Runs(next)) return false;
  if (fault_ == Fault::kDroppedEdge) return IsEdge(position, next);
  return fault_ == Fault::kWrongTie && !IsEdge(position, next) &&
         parts_.plan.lanes[position] == PlanLane::kGameThread &&
         parts_.plan.lanes[next] == PlanLane::kGameThread;
}

void FaultyExecutor::RunSegment(Segment segment) {
  const FramePlan& plan = parts_.plan;
  if (fault_ == Fault::kEarlyRelease && segment == 0) {
    for (std::uint32_t position = plan.segment_begin[1]; position < plan.size; ++position) {
      if (!Runs(position) || plan.places[position].start == TickGroup::kPrePhysics) continue;
      Run(position);
      ran_early_ = position;
      ++occasions_;
      break;
    }
  }
  const std::uint32_t end = plan.segment_end[segment];
  for (std::uint32_t position = plan.segment_begin[segment]; position < end; ++position) {
    if (position == ran_early_) continue;
    if (SwapsWithNext(position, end)) {
      is_done_ = true;
      ++occasions_;
      Run(position + 1);
      Run(position);
      ++position;
      continue;
    }
    const bool runs_twice = fault_ == Fault::kDoubleRun && !is_done_ && Runs(position);
    Run(position);
    if (runs_twice) {
      is_done_ = true;
      ++occasions_;
      Run(position);
    }
  }
}

void FaultyExecutor::RunMerged(Segment segment, std::span<const MergedCard> merged,
                               bool with_plan) {
  std::vector<MergedCard> kept(merged.begin(), merged.end());
  if (fault_ == Fault::kLostNewcomer && !is_done_) {
    const auto runs = [](const MergedCard& item) {
      return item.annex != nullptr && item.annex->placed_as_running && !item.annex->withdrawn &&
             !item.annex->skip.load(std::memory_order_relaxed);
    };
    const auto lost = std::find_if(kept.begin(), kept.end(), runs);
    if (lost != kept.end()) {
      kept.erase(lost);
      is_done_ = true;
      ++occasions_;
    }
  }
  std::erase_if(kept, [this](const MergedCard& item) {
    return item.annex == nullptr && item.position == ran_early_;
  });
  right_.RunMerged(segment, kept, with_plan);
}

void FaultyExecutor::RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                                 void (*slice)(void* body, std::size_t begin, std::size_t end),
                                 void* body) {
  right_.RunParallel(context, count, grain, slice, body);
}

}  // namespace tickgraph
