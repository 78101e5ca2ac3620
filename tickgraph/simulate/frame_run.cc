#include "tickgraph/simulate/frame_run.h"

#include <algorithm>
#include <cstddef>

#include "tickgraph/simulate/frame_step.h"

namespace tickgraph {
namespace {

constexpr auto kSteps = StepsOfFrame();
constexpr int kAllGroups = kTickGroupCount - 1;
// Limit of the game thread where it does not wait for anything.
constexpr int kDoesNotWait = -1;

}  // namespace

void FrameRun::ReadyTasks::Add(std::uint32_t rank, TickGroup end) {
  std::vector<std::uint32_t>& heap = heaps_[static_cast<std::size_t>(GroupIndex(end))];
  heap.push_back(rank);
  std::push_heap(heap.begin(), heap.end(), std::greater<>());
}

std::uint32_t FrameRun::ReadyTasks::Take(int group) {
  std::vector<std::uint32_t>* best = nullptr;
  for (int index = 0; index <= group; ++index) {
    std::vector<std::uint32_t>& heap = heaps_[static_cast<std::size_t>(index)];
    if (!heap.empty() && (best == nullptr || heap.front() < best->front())) best = &heap;
  }
  if (best == nullptr) return kNone;
  std::pop_heap(best->begin(), best->end(), std::greater<>());
  const std::uint32_t rank = best->back();
  best->pop_back();
  return rank;
}

FrameRun::FrameRun(const TaskLayout& layout, int processors)
    : layout_(layout), ranks_(layout.graph.tasks.size()) {
  frame_.processors = std::max(1, processors);
  frame_.total_cost_ns = layout.paths.total_cost_ns;
  frame_.tasks.resize(layout.graph.tasks.size());
}

void FrameRun::Begin(std::span<const std::uint32_t> list) {
  list_ = list;
  for (std::uint32_t rank = 0; rank < list.size(); ++rank) ranks_[list[rank]] = rank;
  now_ns_ = 0;
  missing_ = layout_.arrivals;
  unfinished_ = layout_.ending;
  step_ = 0;
  released_segments_ = 0;
  next_game_task_ = 0;
  is_game_thread_busy_ = false;
  next_fresh_ = 1;
  idle_.clear();
}

const SimulatedFrame& FrameRun::Run(std::span<const std::uint32_t> list) {
  Begin(list);
  const auto count = static_cast<std::uint32_t>(missing_.size());
  for (std::uint32_t task = 0; task < count; ++task) {
    const bool is_bodiless = layout_.graph.tasks[task].lane == PlanLane::kBodiless;
    if (is_bodiless && layout_.arrivals[task] == 0) Finish(task);
  }
  while (true) {
    if (!is_game_thread_busy_) GoOnWithGameThread();
    StartWorkers();
    if (!is_game_thread_busy_) HelpWithGameThread();
    if (running_.empty()) break;
    now_ns_ = running_.top().finish_ns;
    while (!running_.empty() && running_.top().finish_ns == now_ns_) {
      const Running done = running_.top();
      running_.pop();
      if (done.processor == 0) {
        is_game_thread_busy_ = false;
      } else {
        idle_.push_back(done.processor);
        std::push_heap(idle_.begin(), idle_.end(), std::greater<>());
      }
      Finish(done.task);
    }
  }
  frame_.makespan_ns = now_ns_;
  return frame_;
}

void FrameRun::Start(std::uint32_t task, std::int32_t processor) {
  const std::int64_t finish_ns = now_ns_ + layout_.graph.tasks[task].cost_ns;
  frame_.tasks[task] = {now_ns_, finish_ns, processor};
  running_.push({finish_ns, processor, task});
}

void FrameRun::Finish(std::uint32_t task) {
  telling_.push_back(task);
  while (!telling_.empty()) {
    const std::uint32_t finished = telling_.back();
    telling_.pop_back();
    const SimulatedTask& info = layout_.graph.tasks[finished];
    if (info.lane == PlanLane::kAnyThread) {
      --unfinished_[static_cast<std::size_t>(GroupIndex(info.end))];
    } else if (info.lane == PlanLane::kBodiless) {
      frame_.tasks[finished] = {now_ns_, now_ns_, TaskTime::kNoProcessor};
    }
    for (const std::uint32_t dependent : layout_.dependents[finished]) Arrive(dependent);
  }
}

void FrameRun::Arrive(std::uint32_t task) {
  if (--missing_[task] != 0) return;
  const SimulatedTask& info = layout_.graph.tasks[task];
  if (info.lane == PlanLane::kAnyThread) {
    ready_.Add(ranks_[task], info.end);
  } else if (info.lane == PlanLane::kBodiless) {
    telling_.push_back(task);
  }
}

void FrameRun::Release(std::size_t segment) {
  for (std::uint32_t task = layout_.segment_begin[segment];
       task < layout_.segment_begin[segment + 1]; ++task) {
    if (layout_.graph.tasks[task].lane == PlanLane::kAnyThread) Arrive(task);
  }
}

// The game thread is free: it starts its next task, or finds out for what it waits.
void FrameRun::GoOnWithGameThread() {
  game_limit_ = kDoesNotWait;
  for (; step_ < kSteps.size(); ++step_) {
    const FrameStep step = kSteps[step_];
    if (step.kind == FrameStep::Kind::kJoin) {
      if (IsFinished(step.number)) continue;
      game_limit_ = step.number;
      return;
    }
    const std::size_t segment = step.number;
    if (released_segments_ <= segment) {
      released_segments_ = segment + 1;
      Release(segment);
    }
    if (next_game_task_ == layout_.game_begin[segment + 1]) continue;
    const std::uint32_t task = layout_.game_tasks[next_game_task_];
    if (missing_[task] != 0) {
      game_limit_ = GroupOf(step.number);
      return;
    }
    ++next_game_task_;
    is_game_thread_busy_ = true;
    Start(task, 0);
    return;
  }
}

bool FrameRun::IsFinished(int group) const {
  return std::all_of(unfinished_.begin(), unfinished_.begin() + group + 1,
                     [](std::uint32_t count) { return count == 0; });
}

void FrameRun::StartWorkers() {
  while (!idle_.empty() || next_fresh_ < frame_.processors) {
    const std::uint32_t rank = ready_.Take(kAllGroups);
    if (rank == ReadyTasks::kNone) return;
    std::int32_t processor = next_fresh_;
    if (idle_.empty()) {
      ++next_fresh_;
    } else {
      std::pop_heap(idle_.begin(), idle_.end(), std::greater<>());
      processor = idle_.back();
      idle_.pop_back();
    }
    Start(list_[rank], processor);
  }
}

void FrameRun::HelpWithGameThread() {
  if (game_limit_ == kDoesNotWait) return;
  const std::uint32_t rank = ready_.Take(game_limit_);
  if (rank == ReadyTasks::kNone) return;
  is_game_thread_busy_ = true;
  Start(list_[rank], 0);
}

}  // namespace tickgraph
