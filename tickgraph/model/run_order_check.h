#ifndef TICKGRAPH_MODEL_RUN_ORDER_CHECK_H_
#define TICKGRAPH_MODEL_RUN_ORDER_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/scheduler.h"

namespace tickgraph::model {

/// Compares recorded times with the order that a file declares: everything before a card has ended
/// when the card starts. Unlike observe/edge_check.h it knows the edges from the file, and not from
/// the scheduler that is to be checked; order through sets, disabled and missing cards counts.
///
///   RunOrderCheck check(*built, scheduler);              // after MakePlan
///   for (const FrameRecord* record : scheduler.records()) check.Add(*record);
///   if (check.violations() > 0) std::cerr << check.Text();
class RunOrderCheck {
 public:
  static constexpr std::size_t kMostExamples = 10;

  /// `built` and `scheduler` must outlive the check. Edges that the scheduler's plan ignores,
  /// because they close a cycle, are left out; they are known by pointing backwards in plan order.
  RunOrderCheck(const BuiltSchedule& built, const TickScheduler& scheduler);

  /// Checks one frame. One thread at a time; does not block. O(cards + edges).
  void Add(const FrameRecord& record);

  /// Edges of all frames whose times were compared, and those of them that were broken. A check
  /// that compared none proves nothing.
  std::uint64_t compared() const { return compared_; }
  std::uint64_t violations() const { return violations_; }
  /// Edges that the plan ignores.
  std::size_t ignored_edges() const { return ignored_edges_; }
  /// One line for each of the first kMostExamples violations.
  const std::string& Text() const { return text_; }

 private:
  const TickScheduler& scheduler_;
  const BuiltSchedule& built_;
  std::unordered_map<TickHandle, std::uint32_t> node_of_;
  // Nodes such that everything before a node stands in front of it, and for each node the nodes
  // directly before it: before_[first_[node]] and on.
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> before_;
  std::size_t ignored_edges_ = 0;

  std::vector<const CardRun*> run_;
  // When the node, or what comes before a node that did not run, had ended.
  std::vector<std::int64_t> ended_;
  std::uint64_t compared_ = 0;
  std::uint64_t violations_ = 0;
  std::string text_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_RUN_ORDER_CHECK_H_
