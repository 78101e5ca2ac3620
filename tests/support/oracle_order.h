#ifndef TICKGRAPH_TESTS_SUPPORT_ORACLE_ORDER_H_
#define TICKGRAPH_TESTS_SUPPORT_ORACLE_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/oracle.h"
#include "tests/support/scenario.h"

namespace tickgraph {

/// The order of a frame, by the rules and nothing else: which edges count (P2, P4), groups (G2, G3,
/// P3, L9), whose turn it is (L2), and what a newcomer does to all that (N2). Every question is
/// answered by a search through everything, so that no answer can be out of date; the one thing
/// that is kept is the plan with which a frame began, because the rules speak of it: a card that
/// follows no newcomer runs where the plan had it.
class OracleOrder {
 protected:
  static constexpr int kGroups = 7;
  static constexpr int kNobody = -1;

  explicit OracleOrder(const Scenario& scenario)
      : scenario_(scenario), nodes_(2 * scenario.items.size()) {}

  static bool HasRounds(int group) { return group == 0 || group >= 4; }
  static bool IsPhysicsEdge(int group) { return group == 1 || group == 3; }
  static int MainStretch(int group) { return 2 * group; }
  static int WaitStretch(int group) { return 2 * group + 1; }

  /// Where a node stands in the frame: groups, and which stretch of the game thread's way it is on,
  /// two for each group: the group itself, and its wait (rule L9).
  struct Place {
    int start = 0;
    int end = 0;
    int stretch = 0;
    /// The latest group at whose end work of a worker before a dependent is waited for; −1: none.
    int worker_end = -1;
  };

  struct Edge {
    OracleNode from;
    OracleNode to;
    bool living = true;
    bool reported = false;
  };

  struct Node {
    // ---- As registered ----
    bool live = false;
    bool enabled = false;
    int sequence = 0;
    // ---- In the running frame ----
    bool in_frame = false;
    bool newcomer = false;
    bool moved = false;
    /// It takes its groups as a card that runs (rule P3).
    bool placed_as_running = false;
    bool counted = false;
    bool finished = false;
    bool ran = false;
    /// Its end group was waited for since.
    bool joined = false;
    /// What was before it when it had its turn.
    std::set<OracleNode> taken_after;
    int earliest = 0;
    Place place;
    /// Where the plan has it.
    Place planned;
  };

  // ---- What items and nodes are -------------------------------------------------------------

  const ScenarioItem& Item(OracleNode node) const {
    return scenario_.items[static_cast<std::size_t>(node / 2)];
  }
  Node& At(OracleNode node) { return nodes_[static_cast<std::size_t>(node)]; }
  bool IsSet(OracleNode node) const { return Item(node).is_set; }
  OracleNode NodeCount() const { return static_cast<OracleNode>(nodes_.size()); }
  OracleNode First(int item) const { return 2 * item; }
  OracleNode Last(int item) const { return 2 * item + (IsSet(2 * item) ? 1 : 0); }
  bool MayRun(OracleNode node) { return At(node).live && At(node).enabled && !IsSet(node); }
  bool IsWorkers(OracleNode node) const { return Item(node).lane == Lane::kAnyThread; }

  /// Rule L2; the ends of a set are passed as soon as they can be.
  std::tuple<bool, std::int64_t, std::uint64_t, int> KeyOf(OracleNode node) {
    const ScenarioItem& item = Item(node);
    const auto sequence = static_cast<std::uint64_t>(At(node).sequence);
    if (item.is_set) return {false, INT64_MIN, 0, At(node).sequence};
    return {!item.high_priority, item.order, item.tie_key.value_or(sequence), At(node).sequence};
  }

  // ---- Edges --------------------------------------------------------------------------------

  using Edges = std::vector<std::pair<OracleNode, OracleNode>>;

  static bool Reaches(const Edges& edges, OracleNode from, OracleNode to) {
    std::set<OracleNode> reached = {from};
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [a, b] : edges) {
        if (reached.contains(a) && reached.insert(b).second) grows = true;
      }
    }
    return reached.contains(to);
  }

  /// Rule P4: by age, each unless it closes a cycle with those that count. The items that newly
  /// have an edge that does not.
  std::vector<int> PlanEdges() {
    std::vector<int> reported;
    frame_edges_.clear();
    for (Edge& edge : edges_) {
      if (!edge.living) continue;
      if (!Reaches(frame_edges_, edge.to, edge.from)) {
        edge.reported = false;
        frame_edges_.emplace_back(edge.from, edge.to);
        continue;
      }
      if (!edge.reported) reported.push_back(edge.to / 2);
      edge.reported = true;
    }
    return reported;
  }

  /// Rule P2: at once all edges of those who came in this frame. Rule P4 in the middle of a frame:
  /// what counts goes on counting, and the others are tried by age.
  void DecideEdges() {
    const auto is_of_newcomer = [this](OracleNode from, OracleNode to) {
      return At(from).newcomer || At(to).newcomer;
    };
    std::erase_if(frame_edges_, [&](const auto& edge) {
      return is_of_newcomer(edge.first, edge.second) && !HasEdge(edge.first, edge.second);
    });
    for (const Edge& edge : edges_) {
      if (!edge.living || !is_of_newcomer(edge.from, edge.to)) continue;
      if (!At(edge.from).in_frame || !At(edge.to).in_frame) continue;
      const std::pair pair(edge.from, edge.to);
      if (std::find(frame_edges_.begin(), frame_edges_.end(), pair) != frame_edges_.end()) continue;
      if (!Reaches(frame_edges_, edge.to, edge.from)) frame_edges_.push_back(pair);
    }
  }

  std::vector<OracleNode> Before(OracleNode node) {
    std::vector<OracleNode> before;
    for (const auto& [from, to] : frame_edges_) {
      if (to == node && At(from).in_frame) before.push_back(from);
    }
    return before;
  }

  bool HasEdge(OracleNode from, OracleNode to) const {
    return std::any_of(edges_.begin(), edges_.end(), [&](const Edge& edge) {
      return edge.living && edge.from == from && edge.to == to;
    });
  }

  void StoreEdge(OracleNode from, OracleNode to) {
    if (!HasEdge(from, to)) edges_.push_back({from, to});
  }

  void RemoveEdge(OracleNode from, OracleNode to) {
    for (Edge& edge : edges_) {
      if (edge.from == from && edge.to == to) edge.living = false;
    }
  }

  // ---- Groups: rules G2, G3, P3, L9 -----------------------------------------------------------

  Place PlaceAfter(OracleNode node, const std::vector<OracleNode>& before, int first_group) {
    Place reach;
    for (const OracleNode other : before) {
      reach.start = std::max(reach.start, At(other).place.start);
      reach.end = std::max(reach.end, At(other).place.end);
      reach.stretch = std::max(reach.stretch, At(other).place.stretch);
      reach.worker_end = std::max(reach.worker_end, At(other).place.worker_end);
    }
    if (!At(node).placed_as_running) return reach;

    const ScenarioItem& item = Item(node);
    Place place;
    const int declared = GroupIndex(item.start);
    place.start = std::max({declared, reach.start, At(node).earliest, first_group});
    if (place.start != declared && IsPhysicsEdge(place.start)) ++place.start;
    place.end = GroupIndex(item.end);
    if (!item.engine_stage && IsPhysicsEdge(place.end)) --place.end;
    place.end = std::max({place.end, place.start, reach.end});
    if (!item.engine_stage && IsPhysicsEdge(place.end)) ++place.end;
    place.stretch = std::max(MainStretch(place.start), reach.stretch);
    if (IsWorkers(node)) {
      place.worker_end = place.end;
      return place;
    }
    const bool joins_at_end_physics = place.start == 2 && reach.worker_end >= 2;
    if (reach.worker_end > place.start || joins_at_end_physics) {
      place.stretch = std::max(place.stretch, WaitStretch(reach.worker_end));
    }
    return place;
  }

  /// Finds the places of what has not finished; newcomers and what must follow them come no earlier
  /// than `stretch`.
  void FindPlaces(int stretch, bool all) {
    std::set<OracleNode> known;
    std::set<OracleNode> staying;
    const auto is_known = [&](OracleNode node) { return known.contains(node); };
    for (bool grows = true; grows;) {
      grows = false;
      for (OracleNode node = 0; node < NodeCount(); ++node) {
        Node& here = At(node);
        if (!here.in_frame || is_known(node)) continue;
        const std::vector<OracleNode> before = Before(node);
        if (!std::all_of(before.begin(), before.end(), is_known)) continue;
        if (KeepsTurn(node, before, staying)) {
          staying.insert(node);
          known.insert(node);
          grows = true;
          continue;
        }
        const bool follows = std::any_of(before.begin(), before.end(), [&](OracleNode other) {
          return (At(other).newcomer || At(other).moved) && !LeavesInPlace(other, node);
        });
        // Its place in the plan is still ahead, and what it had to follow comes before that now.
        const bool may_return = here.moved && !here.newcomer && !here.finished;
        if (!all && may_return && !follows && here.planned.stretch > stretch_) {
          here.moved = false;
          here.place = here.planned;
          known.insert(node);
          grows = true;
          continue;
        }
        const bool has_begun = here.finished || node == running_;
        // What only passes on order is passed again.
        const bool is_free = !has_begun || (!here.placed_as_running && !HasPassed(node));
        if (all || (is_free && (here.newcomer || here.moved || follows))) {
          std::erase(queue_, node);
          here.place = PlaceAfter(node, before, 0);
          if (!all && here.place.stretch < stretch) {
            here.place = PlaceAfter(node, before, stretch / 2);
            here.place.stretch = std::max(here.place.stretch, stretch);
            if (!here.placed_as_running) {
              here.place.start = std::max(here.place.start, stretch / 2);
              here.place.end = std::max(here.place.end, here.place.start);
            }
          }
          here.finished = false;
          here.moved = here.moved || (!all && !here.newcomer);
        }
        known.insert(node);
        grows = true;
      }
    }
  }

  /// `node` may stay where it is: `other` has finished before its stretch begins, wherever it runs.
  bool LeavesInPlace(OracleNode other, OracleNode node) {
    const Place& place = At(other).place;
    const Place& own = At(node).newcomer ? At(node).place : At(node).planned;
    if (place.start > own.start || place.end > own.end) return false;
    const int stretch = own.stretch;
    const bool is_game_thread = At(other).placed_as_running && !IsWorkers(other);
    if (is_game_thread) return place.stretch < stretch;
    return std::max(place.stretch / 2, place.worker_end) < stretch / 2;
  }

  bool IsWaiting(OracleNode node, int stretch) {
    return At(node).in_frame && !At(node).finished && At(node).place.stretch <= stretch;
  }

  // ---- Turns ---------------------------------------------------------------------------------

  void Settle(int stretch) {
    DecideEdges();
    FindPlaces(stretch, false);
  }

  /// Rule L2: again and again the first by key of those whose prerequisites have been taken. What
  /// stays in its place in the plan keeps the order of the plan.
  std::deque<OracleNode> OrderOf(int stretch, bool with_newcomers) {
    std::vector<OracleNode> in_plan;
    std::set<OracleNode> free;
    for (const OracleNode node : planned_) {
      if (IsWaiting(node, stretch) && StaysInPlan(node)) in_plan.push_back(node);
    }
    for (OracleNode node = 0; with_newcomers && node < NodeCount(); ++node) {
      if (IsWaiting(node, stretch) && !StaysInPlan(node)) free.insert(node);
    }
    std::deque<OracleNode> order;
    const auto is_taken = [&](OracleNode node) {
      return At(node).finished || std::find(order.begin(), order.end(), node) != order.end();
    };
    std::size_t next_in_plan = 0;
    while (true) {
      OracleNode best = next_in_plan < in_plan.size() ? in_plan[next_in_plan] : -1;
      for (const OracleNode node : free) {
        const std::vector<OracleNode> before = Before(node);
        const bool is_ready = std::all_of(before.begin(), before.end(), is_taken);
        if (is_ready && (best < 0 || KeyOf(node) < KeyOf(best))) best = node;
      }
      if (best < 0) return order;
      order.push_back(best);
      if (free.erase(best) == 0) ++next_in_plan;
    }
  }

  bool StaysInPlan(OracleNode node) { return !At(node).newcomer && !At(node).moved; }
  bool IsQueued(OracleNode node) const {
    return std::find(queue_.begin(), queue_.end(), node) != queue_.end();
  }

  /// It has its turn in what is being run, and what it newly has to follow comes before that.
  bool KeepsTurn(OracleNode node, const std::vector<OracleNode>& before,
                 const std::set<OracleNode>& keeping) {
    return IsQueued(node) && std::all_of(before.begin(), before.end(), [&](OracleNode other) {
             const std::pair edge(other, node);
             const bool was_known =
                 std::find(queued_edges_.begin(), queued_edges_.end(), edge) != queued_edges_.end();
             const bool has_begun = At(other).finished || other == running_;
             if (!has_begun && !keeping.contains(other)) return false;
             return was_known || ComesFirst(other, node);
           });
  }

  /// `other` is done when `node` has its turn, without a wait for a worker.
  bool ComesFirst(OracleNode other, OracleNode node) {
    const Node& here = At(other);
    if (!here.placed_as_running) {
      const std::vector<OracleNode> before = Before(other);
      return (here.finished || IsQueued(other)) &&
             std::all_of(before.begin(), before.end(),
                         [&](OracleNode first) { return ComesFirst(first, node); });
    }
    if (IsWorkers(other)) return here.finished && here.place.worker_end < stretch_ / 2;
    if (here.finished || other == running_) return true;
    const bool is_worker = At(node).placed_as_running && IsWorkers(node);
    return !is_worker && std::find(std::find(queue_.begin(), queue_.end(), other), queue_.end(),
                                   node) != queue_.end();
  }

  /// Order has passed through `node`, and nothing new would hold it up.
  bool HasPassed(OracleNode node) {
    const std::vector<OracleNode> before = Before(node);
    return std::all_of(before.begin(), before.end(), [&](OracleNode other) {
      const bool was_known = At(node).taken_after.contains(other);
      const bool has_begun = At(other).finished || other == running_;
      return was_known ? has_begun : ComesFirst(other, node);
    });
  }

  /// What must have finished before `node`, seen through what has no place of its own.
  void AddRunningBefore(OracleNode node, std::vector<OracleNode>& found) {
    for (const OracleNode other : Before(node)) {
      if (At(other).placed_as_running) {
        found.push_back(other);
      } else {
        AddRunningBefore(other, found);
      }
    }
  }

  /// Plan order of the places that were found.
  void OrderPlan() {
    for (Node& node : nodes_) node.planned = node.place;
    planned_.clear();
    std::vector<OracleNode> left;
    for (OracleNode node = 0; node < NodeCount(); ++node) {
      if (At(node).in_frame) left.push_back(node);
    }
    std::set<OracleNode> taken;
    for (int stretch = 0; stretch < 2 * kTickGroupCount; ++stretch) {
      while (true) {
        OracleNode best = -1;
        for (const OracleNode node : left) {
          if (taken.contains(node) || At(node).place.stretch != stretch) continue;
          const std::vector<OracleNode> before = Before(node);
          const bool is_ready = std::all_of(before.begin(), before.end(), [&](OracleNode other) {
            return taken.contains(other);
          });
          if (is_ready && (best < 0 || KeyOf(node) < KeyOf(best))) best = node;
        }
        if (best < 0) break;
        taken.insert(best);
        planned_.push_back(best);
      }
    }
  }

  const Scenario& scenario_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;

  // ---- The running frame ----
  int stretch_ = -1;
  OracleNode running_ = kNobody;
  Edges frame_edges_;
  std::vector<OracleNode> planned_;
  /// What is being run and has not had its turn, in order; and the edges that made the order.
  std::deque<OracleNode> queue_;
  Edges queued_edges_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_ORACLE_ORDER_H_
