#include "tests/simulate/stepwise_simulator.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace tickgraph {
namespace {

constexpr std::size_t kGroups = kTickGroupCount;

class StepwiseSimulator {
 public:
  StepwiseSimulator(const TaskGraph& graph, int processors, std::vector<std::uint32_t> list)
      : graph_(graph), list_(std::move(list)), states_(graph.tasks.size(), State::kWaiting) {
    frame_.processors = processors;
    frame_.tasks.resize(graph.tasks.size());
    for (std::size_t task = 0; task < graph.tasks.size(); ++task) {
      if (!IsBodiless(task)) frame_.total_cost_ns += graph.tasks[task].cost_ns;
    }
  }

  SimulatedFrame Run() {
    FindRemaining();
    for (now_ = 0; true; ++now_) {
      while (DoOneRound()) {
      }
      if (AllFinished()) break;
    }
    for (const TaskTime& time : frame_.tasks) {
      frame_.makespan_ns = std::max(frame_.makespan_ns, time.finish_ns);
    }
    return frame_;
  }

 private:
  enum class State { kWaiting, kRunning, kFinished };

  // What the game thread is about: a task that it starts, or a group up to which it helps.
  struct GameThread {
    std::optional<std::size_t> task;
    int helps_until = -1;
  };

  bool IsBodiless(std::size_t task) const { return graph_.tasks[task].lane == PlanLane::kBodiless; }
  bool IsGame(std::size_t task) const { return graph_.tasks[task].lane == PlanLane::kGameThread; }
  bool IsAny(std::size_t task) const { return graph_.tasks[task].lane == PlanLane::kAnyThread; }

  bool AllFinished() const {
    return std::all_of(states_.begin(), states_.end(),
                       [](State state) { return state == State::kFinished; });
  }

  bool ArePrerequisitesFinished(std::size_t task) const {
    return std::all_of(graph_.edges.begin(), graph_.edges.end(), [&](const TaskEdge& edge) {
      return edge.after != task || states_[edge.before] == State::kFinished;
    });
  }

  // The longest way to the end, lengthened until it grows no more.
  void FindRemaining() {
    remaining_.resize(graph_.tasks.size());
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
        std::int64_t most = 0;
        for (const TaskEdge& edge : graph_.edges) {
          if (edge.before == task) most = std::max(most, remaining_[edge.after]);
        }
        most += IsBodiless(task) ? 0 : graph_.tasks[task].cost_ns;
        grows = grows || most != remaining_[task];
        remaining_[task] = most;
      }
    }
  }

  bool IsProcessorBusy(int processor) const {
    for (std::size_t task = 0; task < states_.size(); ++task) {
      if (states_[task] == State::kRunning && frame_.tasks[task].processor == processor) {
        return true;
      }
    }
    return false;
  }

  // Walks through the frame from its beginning, past everything that is over. `released` becomes
  // the last segment that the game thread has come to.
  GameThread Walk(int& released) const {
    struct Stop {
      int segment;  // −1 for a wait.
      int wait_for;
    };
    static constexpr std::array<Stop, 24> kStops = {
        {{0, 0},  {1, 0},  {-1, 0}, {2, 1},  {3, 1},  {-1, 1}, {4, 2},  {5, 2},
         {-1, 2}, {6, 3},  {7, 3},  {-1, 3}, {8, 4},  {9, 4},  {-1, 4}, {10, 5},
         {11, 5}, {-1, 5}, {12, 6}, {13, 6}, {-1, 6}, {14, 7}, {15, 7}, {-1, 7}}};
    for (const Stop& stop : kStops) {
      released = std::max(released, stop.segment);
      for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
        if (states_[task] == State::kFinished) continue;
        if (stop.segment >= 0 && IsGame(task) && graph_.tasks[task].segment == stop.segment) {
          if (ArePrerequisitesFinished(task)) return {task, -1};
          return {std::nullopt, stop.wait_for};
        }
        if (stop.segment < 0 && IsAny(task) &&
            GroupIndex(graph_.tasks[task].end) <= stop.wait_for) {
          return {std::nullopt, stop.wait_for};
        }
      }
    }
    return {};
  }

  std::optional<std::size_t> BestReady(int released, int ends_until) const {
    std::optional<std::size_t> best;
    const auto rank = [&](std::size_t task) {
      const auto in_list = std::find(list_.begin(), list_.end(), task) - list_.begin();
      return list_.empty() ? std::tuple(!graph_.tasks[task].engine_stage, -remaining_[task], task)
                           : std::tuple(false, std::int64_t{in_list}, task);
    };
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      const SimulatedTask& info = graph_.tasks[task];
      if (!IsAny(task) || states_[task] != State::kWaiting || info.segment > released) continue;
      if (GroupIndex(info.end) > ends_until || !ArePrerequisitesFinished(task)) continue;
      if (!best || rank(task) < rank(*best)) best = task;
    }
    return best;
  }

  void Start(std::size_t task, int processor) {
    states_[task] = State::kRunning;
    frame_.tasks[task] = {now_, now_ + graph_.tasks[task].cost_ns, processor};
  }

  void FinishWhatIsOver() {
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      if (states_[task] == State::kRunning && frame_.tasks[task].finish_ns == now_) {
        states_[task] = State::kFinished;
      }
    }
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      if (!IsBodiless(task) || states_[task] == State::kFinished) continue;
      if (!ArePrerequisitesFinished(task)) continue;
      states_[task] = State::kFinished;
      frame_.tasks[task] = {now_, now_, TaskTime::kNoProcessor};
    }
  }

  // True if something that started is over at the same moment.
  bool DoOneRound() {
    FinishWhatIsOver();
    GameThread game;
    int released = released_;
    const bool is_game_free = !IsProcessorBusy(0);
    if (is_game_free) game = Walk(released);
    released_ = released;
    if (game.task) Start(*game.task, 0);
    for (int processor = 1; processor < frame_.processors; ++processor) {
      if (IsProcessorBusy(processor)) continue;
      if (const auto task = BestReady(released_, kGroups)) Start(*task, processor);
    }
    if (is_game_free && !game.task) {
      if (const auto task = BestReady(released_, game.helps_until)) Start(*task, 0);
    }
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      if (states_[task] == State::kRunning && frame_.tasks[task].finish_ns == now_) return true;
    }
    return false;
  }

  const TaskGraph& graph_;
  // Empty for rule L3.
  const std::vector<std::uint32_t> list_;
  SimulatedFrame frame_;
  std::vector<State> states_;
  std::vector<std::int64_t> remaining_;
  std::int64_t now_ = 0;
  int released_ = 0;
};

class FrameJudge {
 public:
  FrameJudge(const TaskGraph& graph, const SimulatedFrame& frame) : graph_(graph), frame_(frame) {}

  std::vector<std::string> Judge() {
    if (frame_.tasks.size() != graph_.tasks.size()) return {"tasks are lost"};
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) JudgeTask(task);
    for (const TaskEdge& edge : graph_.edges) {
      if (frame_.tasks[edge.before].finish_ns > frame_.tasks[edge.after].start_ns) {
        Note(edge.before, edge.after, "has not finished when its dependent starts");
      }
    }
    for (std::size_t a = 0; a < graph_.tasks.size(); ++a) {
      for (std::size_t b = a + 1; b < graph_.tasks.size(); ++b) JudgePair(a, b);
    }
    return problems_;
  }

 private:
  void JudgeTask(std::size_t task) {
    const SimulatedTask& info = graph_.tasks[task];
    const TaskTime& time = frame_.tasks[task];
    const bool is_bodiless = info.lane == PlanLane::kBodiless;
    if (time.finish_ns - time.start_ns != (is_bodiless ? 0 : info.cost_ns) || time.start_ns < 0) {
      Note(task, task, "does not run for as long as it costs");
    }
    const bool is_somewhere = time.processor >= 0 && time.processor < frame_.processors;
    if (is_somewhere == is_bodiless) Note(task, task, "is on no processor, or on one too many");
    if (info.lane == PlanLane::kGameThread && time.processor != 0) {
      Note(task, task, "is not on the game thread");
    }
  }

  // `a` comes before `b` in plan order.
  void JudgePair(std::size_t a, std::size_t b) {
    const SimulatedTask& first = graph_.tasks[a];
    const SimulatedTask& second = graph_.tasks[b];
    if (first.lane == PlanLane::kBodiless || second.lane == PlanLane::kBodiless) return;
    const TaskTime& early = frame_.tasks[a];
    const TaskTime& late = frame_.tasks[b];
    const bool is_apart = early.finish_ns <= late.start_ns || late.finish_ns <= early.start_ns;
    if (early.processor == late.processor && !is_apart) {
      Note(a, b, "runs at the same time on the same processor");
    }
    const bool is_game = first.lane == PlanLane::kGameThread;
    const bool is_waited_for =
        is_game ? first.segment < second.segment : GroupIndex(first.end) < GroupOf(second.segment);
    const bool is_in_sequence = is_game && second.lane == PlanLane::kGameThread;
    if ((is_waited_for || is_in_sequence) && early.finish_ns > late.start_ns) {
      Note(a, b, "has not finished when the other starts");
    }
  }

  void Note(std::size_t a, std::size_t b, const char* what) {
    problems_.push_back("task " + std::to_string(a) + " " + what + " (" + std::to_string(b) + ")");
  }

  const TaskGraph& graph_;
  const SimulatedFrame& frame_;
  std::vector<std::string> problems_;
};

}  // namespace

SimulatedFrame SimulateStepByStep(const TaskGraph& graph, int processors) {
  return StepwiseSimulator(graph, processors, {}).Run();
}

SimulatedFrame SimulateStepByStep(const TaskGraph& graph, int processors,
                                  std::vector<std::uint32_t> list) {
  return StepwiseSimulator(graph, processors, std::move(list)).Run();
}

std::vector<std::string> FrameProblems(const TaskGraph& graph, const SimulatedFrame& frame) {
  return FrameJudge(graph, frame).Judge();
}

}  // namespace tickgraph
