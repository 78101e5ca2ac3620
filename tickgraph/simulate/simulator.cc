#include "tickgraph/simulate/simulator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace tickgraph {
namespace {

// What the game thread does next: run a segment, or wait for all that ends in or before a group.
struct GameStep {
  enum class Kind : std::uint8_t { kSegment, kJoin };
  Kind kind;
  std::uint8_t number;
};

// The way of the game thread through a frame, as TickScheduler takes it.
std::vector<GameStep> StepsOfFrame() {
  constexpr int kDuring = GroupIndex(TickGroup::kDuringPhysics);
  const auto segment = [](Segment number) { return GameStep{GameStep::Kind::kSegment, number}; };
  const auto join = [](int group) {
    return GameStep{GameStep::Kind::kJoin, static_cast<std::uint8_t>(group)};
  };
  std::vector<GameStep> steps;
  for (int group = 0; group < kTickGroupCount; ++group) {
    if (group == GroupIndex(TickGroup::kEndPhysics)) {
      steps.push_back(segment(WaitSegment(kDuring)));
      steps.push_back(join(kDuring));
    }
    steps.push_back(segment(MainSegment(group)));
    if (group == kDuring) continue;
    steps.push_back(segment(WaitSegment(group)));
    steps.push_back(join(group));
  }
  return steps;
}

// The any-thread tasks that are ready, by end group, each a heap of places in the order of taking.
class ReadyTasks {
 public:
  static constexpr std::uint32_t kNone = FramePlan::kNoPosition;

  void Add(std::uint32_t rank, TickGroup end) {
    heaps_[static_cast<std::size_t>(GroupIndex(end))].push(rank);
  }

  // Takes the first one that ends in or before `group`; kNone if there is none.
  std::uint32_t Take(int group) {
    Heap* best = nullptr;
    for (int index = 0; index <= group; ++index) {
      Heap& heap = heaps_[static_cast<std::size_t>(index)];
      if (!heap.empty() && (best == nullptr || heap.top() < best->top())) best = &heap;
    }
    if (best == nullptr) return kNone;
    const std::uint32_t rank = best->top();
    best->pop();
    return rank;
  }

 private:
  using Heap =
      std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<std::uint32_t>>;
  std::array<Heap, kTickGroupCount> heaps_;
};

class FrameRun {
 public:
  FrameRun(const TaskLayout& layout, int processors);

  SimulatedFrame Run();

 private:
  static constexpr int kAllGroups = kTickGroupCount - 1;
  // Limit of the game thread where it does not wait for anything.
  static constexpr int kDoesNotWait = -1;

  struct Running {
    std::int64_t finish_ns;
    std::int32_t processor;
    std::uint32_t task;

    bool operator>(const Running& other) const {
      return finish_ns != other.finish_ns ? finish_ns > other.finish_ns
                                          : processor > other.processor;
    }
  };

  void Start(std::uint32_t task, std::int32_t processor);
  void Finish(std::uint32_t task);
  void Arrive(std::uint32_t task);
  void Release(std::size_t segment);
  void GoOnWithGameThread();
  bool IsFinished(int group) const;
  void StartWorkers();
  void HelpWithGameThread();

  const TaskLayout& layout_;
  SimulatedFrame frame_;
  std::int64_t now_ns_ = 0;
  std::vector<std::uint32_t> missing_;
  std::array<std::uint32_t, kTickGroupCount> unfinished_;
  ReadyTasks ready_;
  std::priority_queue<Running, std::vector<Running>, std::greater<Running>> running_;
  // Tasks that have finished and have not told their dependents yet.
  std::vector<std::uint32_t> telling_;

  const std::vector<GameStep> steps_ = StepsOfFrame();
  std::size_t step_ = 0;
  std::size_t released_segments_ = 0;
  std::uint32_t next_game_task_ = 0;
  bool is_game_thread_busy_ = false;
  // The game thread helps with tasks that end in or before this group.
  int game_limit_ = kDoesNotWait;

  // Processors from this one on have not run anything yet; those of `idle_` have.
  std::int32_t next_fresh_ = 1;
  std::int32_t processor_end_;
  std::priority_queue<std::int32_t, std::vector<std::int32_t>, std::greater<std::int32_t>> idle_;
};

FrameRun::FrameRun(const TaskLayout& layout, int processors)
    : layout_(layout), missing_(layout.arrivals), unfinished_(layout.ending) {
  frame_.processors = std::max(1, processors);
  frame_.total_cost_ns = layout.paths.total_cost_ns;
  frame_.tasks.resize(layout.graph.tasks.size());
  processor_end_ = frame_.processors;
}

SimulatedFrame FrameRun::Run() {
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
        idle_.push(done.processor);
      }
      Finish(done.task);
    }
  }
  frame_.makespan_ns = now_ns_;
  return std::move(frame_);
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
    ready_.Add(layout_.taking_rank[task], info.end);
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
  for (; step_ < steps_.size(); ++step_) {
    const GameStep step = steps_[step_];
    if (step.kind == GameStep::Kind::kJoin) {
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
  while (!idle_.empty() || next_fresh_ < processor_end_) {
    const std::uint32_t rank = ready_.Take(kAllGroups);
    if (rank == ReadyTasks::kNone) return;
    std::int32_t processor = next_fresh_;
    if (idle_.empty()) {
      ++next_fresh_;
    } else {
      processor = idle_.top();
      idle_.pop();
    }
    Start(layout_.taking_order[rank], processor);
  }
}

void FrameRun::HelpWithGameThread() {
  if (game_limit_ == kDoesNotWait) return;
  const std::uint32_t rank = ready_.Take(game_limit_);
  if (rank == ReadyTasks::kNone) return;
  is_game_thread_busy_ = true;
  Start(layout_.taking_order[rank], 0);
}

}  // namespace

absl::StatusOr<Simulator> Simulator::Make(TaskGraph graph) {
  if (absl::Status status = CheckTaskGraph(graph); !status.ok()) return status;
  return Simulator(TaskLayout(std::move(graph)));
}

SimulatedFrame Simulator::Run(int processors) const { return FrameRun(layout_, processors).Run(); }

}  // namespace tickgraph
