#include "tickgraph/model/run_order_check.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph::model {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min();

}  // namespace

RunOrderCheck::RunOrderCheck(const BuiltSchedule& built, const TickScheduler& scheduler)
    : scheduler_(scheduler), built_(built) {
  const std::size_t nodes = built.nodes.size();
  std::vector<std::uint32_t> position(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    node_of_.emplace(built.nodes[node], node);
    position[node] = scheduler.plan().PositionOf(built.nodes[node]);
    order_.push_back(node);
  }
  std::sort(order_.begin(), order_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return position[a] < position[b]; });
  // Without cycles every edge counts: one that points backwards is then a fault of the plan, and
  // times will show it.
  const bool may_ignore = scheduler.ignored_edge_count() > 0;
  const auto is_ignored = [&](const OrderGraphEdge& edge) {
    return may_ignore && position[edge.before] >= position[edge.after];
  };
  first_.assign(nodes + 1, 0);
  for (const OrderGraphEdge& edge : built.graph.edges) {
    if (is_ignored(edge)) {
      ++ignored_edges_;
    } else {
      ++first_[edge.after + 1];
    }
  }
  for (std::size_t node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
  before_.resize(first_[nodes]);
  std::vector<std::size_t> filled(first_.begin(), first_.end() - 1);
  for (const OrderGraphEdge& edge : built.graph.edges) {
    if (!is_ignored(edge)) before_[filled[edge.after]++] = edge.before;
  }
  run_.resize(nodes);
  ended_.resize(nodes);
}

void RunOrderCheck::Add(const FrameRecord& record) {
  std::fill(run_.begin(), run_.end(), nullptr);
  for (const CardRun& run : record.runs) {
    if (const auto found = node_of_.find(run.card); found != node_of_.end()) {
      run_[found->second] = &run;
    }
  }
  std::fill(ended_.begin(), ended_.end(), kNever);
  for (std::uint32_t node = 0; node < run_.size(); ++node) {
    if (run_[node] != nullptr) ended_[node] = run_[node]->end_ns;
  }
  for (const std::uint32_t node : order_) {
    for (std::size_t index = first_[node]; index < first_[node + 1]; ++index) {
      const std::int64_t ended = ended_[before_[index]];
      if (ended == kNever) continue;
      if (run_[node] == nullptr) {
        ended_[node] = std::max(ended_[node], ended);
        continue;
      }
      ++compared_;
      if (ended <= run_[node]->start_ns) continue;
      if (violations_++ < kMostExamples) {
        absl::StrAppend(&text_, "frame ", record.frame, ": ", scheduler_.NameOf(built_.nodes[node]),
                        " started ", ended - run_[node]->start_ns, " ns before the end of ",
                        scheduler_.NameOf(built_.nodes[before_[index]]), "\n");
      }
    }
  }
}

}  // namespace tickgraph::model
