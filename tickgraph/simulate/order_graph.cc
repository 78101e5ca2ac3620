#include "tickgraph/simulate/order_graph.h"

#include <array>
#include <cstddef>
#include <utility>

#include "tickgraph/simulate/frame_step.h"

namespace tickgraph {
namespace {

class OrderGraphMaker {
 public:
  explicit OrderGraphMaker(const TaskGraph& frame) : frame_(frame) {}

  OrderGraph Make() &&;

 private:
  std::uint32_t Add(const SimulatedTask& task);
  void AddStep();
  void AddSegment(Segment segment);
  void AddEdge(std::uint32_t before, std::uint32_t after) {
    result_.graph.edges.push_back({before, after});
  }

  const TaskGraph& frame_;
  OrderGraph result_;
  std::uint32_t next_task_ = 0;
  // The last of the steps and game-thread tasks.
  std::uint32_t game_thread_ = 0;
  // Any-thread tasks by end group, until the game thread has waited for them.
  std::array<std::vector<std::uint32_t>, kTickGroupCount> unfinished_;
};

std::uint32_t OrderGraphMaker::Add(const SimulatedTask& task) {
  const auto place = static_cast<std::uint32_t>(result_.graph.tasks.size());
  result_.graph.tasks.push_back({.cost_ns = task.cost_ns, .lane = task.lane});
  return place;
}

void OrderGraphMaker::AddStep() {
  const std::uint32_t step = Add({.lane = PlanLane::kBodiless});
  if (step != 0) AddEdge(game_thread_, step);
  game_thread_ = step;
}

void OrderGraphMaker::AddSegment(Segment segment) {
  const std::uint32_t release = game_thread_;
  for (; next_task_ < frame_.tasks.size(); ++next_task_) {
    const SimulatedTask& task = frame_.tasks[next_task_];
    if (task.segment != segment) return;
    const std::uint32_t place = Add(task);
    result_.place.push_back(place);
    if (task.lane == PlanLane::kAnyThread) {
      AddEdge(release, place);
      unfinished_[static_cast<std::size_t>(GroupIndex(task.end))].push_back(place);
    } else if (task.lane == PlanLane::kGameThread) {
      AddEdge(game_thread_, place);
      game_thread_ = place;
    }
  }
}

OrderGraph OrderGraphMaker::Make() && {
  for (const FrameStep step : StepsOfFrame()) {
    AddStep();
    if (step.kind == FrameStep::Kind::kSegment) {
      AddSegment(step.number);
      continue;
    }
    AddStep();
    for (const std::uint32_t before : unfinished_[step.number]) AddEdge(before, game_thread_);
  }
  for (const TaskEdge& edge : frame_.edges) {
    AddEdge(result_.place[edge.before], result_.place[edge.after]);
  }
  return std::move(result_);
}

}  // namespace

OrderGraph MakeOrderGraph(const TaskGraph& frame) { return OrderGraphMaker(frame).Make(); }

TaskGraph ReversedGraph(const TaskGraph& graph) {
  const auto last = static_cast<std::uint32_t>(graph.tasks.size()) - 1;
  TaskGraph reversed;
  reversed.tasks.assign(graph.tasks.rbegin(), graph.tasks.rend());
  reversed.edges.reserve(graph.edges.size());
  for (const TaskEdge& edge : graph.edges) {
    reversed.edges.push_back({last - edge.after, last - edge.before});
  }
  return reversed;
}

}  // namespace tickgraph
