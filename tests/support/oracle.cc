#include "tests/support/oracle.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

namespace tickgraph {
namespace {

constexpr int kGroups = 7;
constexpr int kHostIsNowhere = -1;

bool HasRounds(int group) { return group == 0 || group >= 4; }
bool IsPhysicsEdge(int group) { return group == 1 || group == 3; }
int MainStretch(int group) { return 2 * group; }
int WaitStretch(int group) { return 2 * group + 1; }

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
  int earliest = 0;
  Place place;
  /// Where the plan has it.
  Place planned;
};

/// A step of an any-thread card that waits for the end of the card's group (rule N7).
struct Command {
  int end = 0;
  std::size_t step = 0;
};

class Oracle {
 public:
  explicit Oracle(const Scenario& scenario)
      : scenario_(scenario), nodes_(2 * scenario.items.size()), is_void_(scenario.steps.size()) {}

  OracleResult Ask() {
    for (frame_ = 1; frame_ <= scenario_.frames; ++frame_) RunFrame();
    return std::move(result_);
  }

  /// Steps whose outcome no rule fixes.
  const std::vector<bool>& is_void() const { return is_void_; }

 private:
  // ---- What items and nodes are -------------------------------------------------------------

  const ScenarioItem& Item(OracleNode node) const {
    return scenario_.items[static_cast<std::size_t>(node / 2)];
  }
  Node& At(OracleNode node) { return nodes_[static_cast<std::size_t>(node)]; }
  bool IsSet(OracleNode node) const { return Item(node).is_set; }
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

  /// Rule P4: by age, each unless it closes a cycle with those that count.
  void PlanEdges() {
    frame_edges_.clear();
    for (Edge& edge : edges_) {
      if (!edge.living) continue;
      if (!Reaches(frame_edges_, edge.to, edge.from)) {
        edge.reported = false;
        frame_edges_.emplace_back(edge.from, edge.to);
        continue;
      }
      if (!edge.reported) Report(TickErrorCode::kPrerequisiteCycle, edge.to / 2);
      edge.reported = true;
    }
    planned_edges_ = frame_edges_;
  }

  /// Rule P2: what the plan had, and at once all edges of those who came in this frame.
  void DecideEdges() {
    frame_edges_ = planned_edges_;
    std::erase_if(frame_edges_, [this](const auto& edge) {
      const bool is_of_newcomer = At(edge.first).newcomer || At(edge.second).newcomer;
      return is_of_newcomer && !HasEdge(edge.first, edge.second);
    });
    for (const Edge& edge : edges_) {
      const bool is_of_newcomer = At(edge.from).newcomer || At(edge.to).newcomer;
      if (!edge.living || !is_of_newcomer) continue;
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
      for (OracleNode node = 0; node < static_cast<OracleNode>(nodes_.size()); ++node) {
        Node& here = At(node);
        if (!here.in_frame || is_known(node)) continue;
        const std::vector<OracleNode> before = Before(node);
        if (!std::all_of(before.begin(), before.end(), is_known)) continue;
        // On its way already, as everything before it.
        const bool stays =
            batch_.contains(node) &&
            std::all_of(before.begin(), before.end(), [&](OracleNode other) {
              return At(other).finished || other == running_ || staying.contains(other);
            });
        if (stays) {
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
        const bool is_free = !has_begun || (!here.placed_as_running && follows && !IsReady(node));
        if (all || (is_free && (here.newcomer || here.moved || follows))) {
          batch_.erase(node);
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

  // ---- The frame ------------------------------------------------------------------------------

  ScenarioFrame& Now() { return result_.outcome.frames.back(); }
  std::vector<OracleTake>& Takes() { return result_.takes.back(); }

  void RunFrame() {
    result_.outcome.frames.emplace_back();
    result_.takes.emplace_back();
    touched_.clear();
    stretch_ = joined_ = -1;
    Steps(ScenarioStep::kHost, -1);
    is_in_frame_ = true;
    PlanEdges();
    for (Node& node : nodes_) {
      node.in_frame = node.live;
      node.newcomer = node.moved = node.finished = node.ran = false;
      node.earliest = 0;
    }
    int cards = 0;
    for (OracleNode node = 0; node < static_cast<OracleNode>(nodes_.size()); ++node) {
      At(node).placed_as_running = At(node).counted = MayRun(node);
      if (At(node).counted) ++cards;
    }
    FindPlaces(0, true);
    NotePlan();

    for (group_ = 0; group_ < kGroups; ++group_) {
      is_between_groups_ = true;
      Steps(ScenarioStep::kHost, group_);
      is_between_groups_ = false;
      RunGroup();
    }
    Drain(kGroups);
    is_in_frame_ = false;

    ScenarioFrame& now = Now();
    std::vector<int>& ran = now.ran;
    for (const OracleTake& take : Takes()) {
      if (take.ran) now.order.push_back(take.node / 2);
    }
    ran = now.order;
    std::sort(ran.begin(), ran.end());
    std::sort(now.reports.begin(), now.reports.end());
    now.skipped = static_cast<std::uint64_t>(cards) + now.newcomers - ran.size();
    NoteSequence();
  }

  void RunGroup() {
    if (group_ == 3) {
      RunStretch(WaitStretch(2), true);
      Join(2);
    }
    RunStretch(MainStretch(group_), true);
    if (group_ == 2) return;
    RunStretch(WaitStretch(group_), !HasRounds(group_));
    Join(group_);
    if (!HasRounds(group_)) return;
    for (int round = 0; IsAnyWaiting(); ++round) {
      const bool is_last = round == scenario_.max_rounds;
      if (is_last) GiveUp();
      RunStretch(WaitStretch(group_), true);
      Join(group_);
      if (is_last) return;
    }
  }

  bool IsWaiting(OracleNode node, int stretch) {
    return At(node).in_frame && !At(node).finished && At(node).place.stretch <= stretch;
  }

  bool IsAnyWaiting() {
    Settle(WaitStretch(group_));
    for (OracleNode node = 0; node < static_cast<OracleNode>(nodes_.size()); ++node) {
      if (IsWaiting(node, WaitStretch(group_))) return true;
    }
    return false;
  }

  /// Rule N3.
  void GiveUp() {
    Report(TickErrorCode::kTooManyRounds, -1);
    for (OracleNode node = 0; node < static_cast<OracleNode>(nodes_.size()); ++node) {
      if (IsWaiting(node, WaitStretch(group_))) given_up_.insert(node);
    }
  }

  void Settle(int stretch) {
    DecideEdges();
    FindPlaces(stretch, false);
  }

  /// Rule L2: again and again the first by key of those whose prerequisites have been taken. What
  /// stays in its place in the plan keeps the order of the plan.
  void RunStretch(int stretch, bool with_newcomers) {
    Settle(stretch);
    stretch_ = stretch;
    batch_.clear();
    for (OracleNode node = 0; node < static_cast<OracleNode>(nodes_.size()); ++node) {
      const bool is_new = At(node).newcomer || At(node).moved;
      if (IsWaiting(node, stretch) && (with_newcomers || !is_new)) batch_.insert(node);
    }
    while (true) {
      OracleNode best = -1;
      for (const OracleNode node : batch_) {
        const bool has_turn = IsReady(node) && (!StaysInPlan(node) || node == FirstOfPlan());
        if (has_turn && (best < 0 || KeyOf(node) < KeyOf(best))) best = node;
      }
      if (best < 0) break;
      batch_.erase(best);
      Take(best);
    }
    batch_.clear();
    given_up_.clear();
  }

  bool StaysInPlan(OracleNode node) { return !At(node).newcomer && !At(node).moved; }

  /// The first of the batch, in plan order, of those that stay in their places; −1: none.
  OracleNode FirstOfPlan() {
    const auto is_next = [this](OracleNode node) {
      return batch_.contains(node) && StaysInPlan(node);
    };
    const auto first = std::find_if(planned_.begin(), planned_.end(), is_next);
    return first == planned_.end() ? -1 : *first;
  }

  bool IsReady(OracleNode node) {
    const std::vector<OracleNode> before = Before(node);
    return std::all_of(before.begin(), before.end(),
                       [this](OracleNode other) { return At(other).finished; });
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

  void Take(OracleNode node) {
    OracleTake take;
    take.node = node;
    take.ran = MayRun(node) && !At(node).ran && !given_up_.contains(node);
    take.start = At(node).place.start;
    take.end = At(node).place.end;
    AddRunningBefore(node, take.after);
    Takes().push_back(take);
    if (take.ran) {
      At(node).ran = true;
      running_ = node;
      Steps(node / 2, -1);
      running_ = kHostIsNowhere;
    }
    At(node).finished = true;
  }

  /// Everything that ends in `group` has finished; what its cards asked for acts (rule N7).
  void Join(int group) {
    joined_ = group;
    Drain(group);
  }

  void Drain(int group) {
    std::vector<Command> due;
    std::erase_if(commands_, [&](const Command& command) {
      if (command.end > group) return false;
      due.push_back(command);
      return true;
    });
    for (const Command& command : due) Act(command.step);
  }

  // ---- Steps ------------------------------------------------------------------------------------

  void Steps(int actor, int before_group) {
    for (std::size_t index = 0; index < scenario_.steps.size(); ++index) {
      const ScenarioStep& step = scenario_.steps[index];
      if (step.frame != frame_ || step.actor != actor || is_void_[index]) continue;
      if (actor == ScenarioStep::kHost && step.before_group != before_group) continue;
      if (step.deed == Deed::kThrow) {
        Report(TickErrorCode::kException, actor);
        return;
      }
      const bool acts_now =
          actor == ScenarioStep::kHost || (!IsWorkers(2 * actor) && !step.in_loop);
      if (acts_now) {
        Act(index);
      } else {
        commands_.push_back({At(2 * actor).place.end, index});
      }
    }
  }

  void Act(std::size_t index) {
    const ScenarioStep& step = scenario_.steps[index];
    const auto is_known = [this](int item) { return was_registered_.contains(item); };
    const bool names_two = step.deed >= Deed::kAddEdge && step.deed <= Deed::kRemoveFromSet;
    if (step.deed != Deed::kRegister && !is_known(step.item)) return;
    if (names_two && !is_known(step.other)) return;
    switch (step.deed) {
      case Deed::kRegister:
        return Register(step.item, index);
      case Deed::kUnregister:
        return Unregister(step.item, index);
      case Deed::kEnable:
      case Deed::kDisable:
        return SetEnabled(step.item, step.deed == Deed::kEnable, index);
      case Deed::kAddEdge:
        return AddPrerequisite(step.item, step.other, index);
      case Deed::kRemoveEdge:
        return RemovePrerequisite(step.item, step.other, index);
      case Deed::kAddToSet:
        return AddToSet(step.item, step.other, index);
      case Deed::kRemoveFromSet:
        return RemoveFromSet(step.item, step.other, index);
      case Deed::kThrow:
        return;
    }
  }

  void Report(TickErrorCode code, int item) { Now().reports.emplace_back(code, item); }

  bool IsStale(int item) {
    if (At(First(item)).live) return false;
    Report(TickErrorCode::kStaleHandle, item);
    return true;
  }

  // ---- Coming -----------------------------------------------------------------------------------

  void Register(int item, std::size_t step) {
    const std::vector<OracleNode> parts = Item(2 * item).is_set
                                              ? std::vector<OracleNode>{First(item), Last(item)}
                                              : std::vector<OracleNode>{First(item)};
    for (const OracleNode node : parts) {
      At(node).live = true;
      At(node).enabled = Item(node).enabled;
      At(node).sequence = next_sequence_++;
      if (is_in_frame_) Enter(node);
    }
    if (parts.size() == 2) AddEdge(First(item), Last(item));
    was_registered_.insert(item);
    registered_.push_back(item);
    for (const int set : Item(2 * item).in) {
      if (was_registered_.contains(set)) AddToSet(item, set, step);
    }
    for (const int other : Item(2 * item).after) {
      if (was_registered_.contains(other)) AddPrerequisite(item, other, step);
    }
  }

  /// Rule N2: the first group in which one that comes now may run; 7: not in this frame.
  int EarliestGroup() const {
    if (group_ >= kGroups) return kGroups;
    if (is_between_groups_) return IsPhysicsEdge(group_) ? group_ + 1 : group_;
    if (group_ == 2 || group_ == 3) return 4;
    return group_ == 1 ? 2 : group_;
  }

  void Enter(OracleNode node) {
    if (EarliestGroup() >= kGroups) return;
    Node& here = At(node);
    here.in_frame = here.newcomer = true;
    here.finished = false;
    here.earliest = EarliestGroup();
    here.placed_as_running = MayRun(node);
    if (here.placed_as_running && !here.counted) {
      here.counted = true;
      ++Now().newcomers;
    }
    batch_.erase(node);
    DecideEdgesInFrame();
  }

  // ---- Going and changing -----------------------------------------------------------------------

  void Unregister(int item, std::size_t step) {
    const bool is_set_in_frame = IsSet(2 * item) && is_in_frame_;
    if (IsAmbiguous(2 * item) || is_set_in_frame || HoldsNewcomers(2 * item)) return Void(step);
    if (IsStale(item)) return;
    for (const OracleNode node : {First(item), Last(item)}) {
      At(node).live = false;
      for (Edge& edge : edges_) {
        if (edge.from == node || edge.to == node) edge.living = false;
      }
    }
    std::erase(registered_, item);
    std::erase_if(memberships_, [&](const auto& membership) {
      return membership.first == item || membership.second == item;
    });
    DecideEdgesInFrame();
  }

  void SetEnabled(int item, bool enabled, std::size_t step) {
    const OracleNode node = 2 * item;
    Node& here = At(node);
    const bool changes = here.live && here.enabled != enabled;
    if (changes && IsAmbiguous(node)) return Void(step);
    const bool enters = changes && enabled && is_in_frame_ && here.in_frame && !here.ran &&
                        (here.finished || !here.placed_as_running);
    if (enters && (touched_.contains(node) || IsAnyAmbiguousBehind(node))) return Void(step);
    if (IsStale(item) || !changes) return;
    here.enabled = enabled;
    if (enters) Enter(node);
  }

  // ---- Edges and sets ---------------------------------------------------------------------------

  bool HasEdge(OracleNode from, OracleNode to) const {
    return std::any_of(edges_.begin(), edges_.end(), [&](const Edge& edge) {
      return edge.living && edge.from == from && edge.to == to;
    });
  }

  void AddEdge(OracleNode from, OracleNode to) {
    if (!HasEdge(from, to)) edges_.push_back({from, to});
    DecideEdgesInFrame();
  }

  void RemoveEdge(OracleNode from, OracleNode to) {
    for (Edge& edge : edges_) {
      if (edge.from == from && edge.to == to) edge.living = false;
    }
  }

  /// What came in this frame has its place, and what must follow it waits for it, at once.
  void DecideEdgesInFrame() {
    if (!is_in_frame_) return;
    const bool has_rounds_ahead = !is_between_groups_ && group_ < kGroups && HasRounds(group_);
    Settle(has_rounds_ahead ? WaitStretch(group_) : std::max(stretch_, 0));
  }

  /// The sets that an item is in, directly or through others.
  bool IsInside(int item, int set) const {
    return std::any_of(memberships_.begin(), memberships_.end(), [&](const auto& membership) {
      return membership.first == item &&
             (membership.second == set || IsInside(membership.second, set));
    });
  }

  void AddPrerequisite(int item, int other, std::size_t step) {
    if (!MayChangeEdge(Last(other), First(item), true)) return Void(step);
    if (IsStale(item) || IsStale(other)) return;
    const bool against_own_set =
        (IsSet(2 * item) && item == other) || IsInside(item, other) || IsInside(other, item);
    if (against_own_set) {
      Report(TickErrorCode::kOrderedAgainstOwnSet, -1);
      return;
    }
    AddEdge(Last(other), First(item));
  }

  void RemovePrerequisite(int item, int other, std::size_t step) {
    if (!MayChangeEdge(Last(other), First(item), false)) return Void(step);
    if (IsStale(item) || IsStale(other)) return;
    if ((IsSet(2 * item) && item == other) || IsInside(item, other) || IsInside(other, item)) {
      Report(TickErrorCode::kOrderedAgainstOwnSet, -1);
      return;
    }
    RemoveEdge(Last(other), First(item));
  }

  void AddToSet(int item, int set, std::size_t step) {
    const bool may_change =
        MayChangeEdge(First(set), First(item), true) && MayChangeEdge(Last(item), Last(set), true);
    if (!may_change) return Void(step);
    if (IsStale(item) || IsStale(set)) return;
    if (item == set || IsInside(set, item)) {
      Report(TickErrorCode::kSetInsideItself, item);
      return;
    }
    if (IsOrderedAgainst(item, set)) {
      Report(TickErrorCode::kOrderedAgainstOwnSet, -1);
      return;
    }
    if (!memberships_.insert({item, set}).second) return;
    AddEdge(First(set), First(item));
    AddEdge(Last(item), Last(set));
  }

  /// Something in `item`, or itself, has an edge with a set that it would be in.
  bool IsOrderedAgainst(int item, int set) {
    const auto would_be_inside = [&](int inner) { return inner == item || IsInside(inner, item); };
    for (const Edge& edge : edges_) {
      if (!edge.living) continue;
      const int from = edge.from / 2;
      const int to = edge.to / 2;
      const bool is_order = edge.from == Last(from) && edge.to == First(to) && from != to;
      const auto is_around = [&](int outer) { return outer == set || IsInside(set, outer); };
      if (is_order && is_around(to) && IsSet(edge.to) && would_be_inside(from)) return true;
      if (is_order && is_around(from) && IsSet(edge.from) && would_be_inside(to)) return true;
    }
    return false;
  }

  void RemoveFromSet(int item, int set, std::size_t step) {
    const bool may_change = MayChangeEdge(First(set), First(item), false) &&
                            MayChangeEdge(Last(item), Last(set), false);
    if (!may_change) return Void(step);
    if (IsStale(item) || IsStale(set)) return;
    if (memberships_.erase({item, set}) == 0) return;
    RemoveEdge(First(set), First(item));
    RemoveEdge(Last(item), Last(set));
  }

  // ---- What no rule fixes -----------------------------------------------------------------------

  void Void(std::size_t step) { is_void_[step] = true; }

  /// A worker may just be starting it, or have started it, or not.
  bool IsAmbiguous(OracleNode node) {
    const Node& here = At(node);
    if (!is_in_frame_ || !here.in_frame || !here.placed_as_running || !IsWorkers(node))
      return false;
    if (here.finished) {
      const int end = here.place.end == 2 ? 3 : here.place.end;
      const bool is_joined = joined_ >= here.place.end || group_ > end;
      return here.ran && !is_joined;
    }
    const bool is_released = batch_.contains(node) || here.place.stretch < stretch_;
    return is_released && !WaitsForGameThread(node);
  }

  /// Gone, it would free what came in this frame, on whichever way that is.
  bool HoldsNewcomers(OracleNode node) {
    if (!is_in_frame_ || !At(node).in_frame || At(node).finished) return false;
    return At(node).moved || std::any_of(edges_.begin(), edges_.end(), [&](const Edge& edge) {
             const bool joins = edge.living && (edge.from == node || edge.to == node);
             return joins && (At(edge.from).newcomer || At(edge.to).newcomer);
           });
  }

  bool WaitsForGameThread(OracleNode node) {
    const std::vector<OracleNode> before = Before(node);
    return std::any_of(before.begin(), before.end(), [this](OracleNode other) {
      if (At(other).finished) return false;
      const bool is_game_thread = !IsWorkers(other) && !IsSet(other) && At(other).placed_as_running;
      return is_game_thread || other == running_ || WaitsForGameThread(other);
    });
  }

  /// The same for a card that would have to follow `node`, directly or through what does not run.
  bool IsAnyAmbiguousBehind(OracleNode node) {
    Edges edges = frame_edges_;
    for (const Edge& edge : edges_) {
      if (edge.living) edges.emplace_back(edge.from, edge.to);
    }
    std::set<OracleNode> passed = {node};
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [from, to] : edges) {
        if (!passed.contains(from)) continue;
        if (At(to).placed_as_running) {
          if (IsAmbiguous(to)) return true;
        } else {
          grows = passed.insert(to).second || grows;
        }
      }
    }
    return false;
  }

  bool IsAmbiguousTarget(OracleNode node) {
    return At(node).placed_as_running ? IsAmbiguous(node) : IsAnyAmbiguousBehind(node);
  }

  bool MayChangeEdge(OracleNode from, OracleNode to, bool adds) {
    if (!is_in_frame_) return true;
    if (!At(from).live || !At(to).live) return true;
    const auto came_back = [this](OracleNode node) {
      return At(node).newcomer && std::any_of(planned_.begin(), planned_.end(),
                                              [&](OracleNode other) { return other == node; });
    };
    if (came_back(from) || came_back(to)) return false;
    const bool is_of_newcomer = At(from).newcomer || At(to).newcomer;
    if (!is_of_newcomer) {
      touched_.insert(from);
      touched_.insert(to);
      return true;
    }
    return adds && !IsAmbiguousTarget(to);
  }

  // ---- What is compared -------------------------------------------------------------------------

  void NotePlan() {
    for (Node& node : nodes_) node.planned = node.place;
    planned_.clear();
    std::vector<OracleNode> left;
    for (OracleNode node = 0; node < static_cast<OracleNode>(nodes_.size()); ++node) {
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
    for (const OracleNode node : planned_) {
      Now().plan.push_back(node);
      Now().places.emplace_back(At(node).place.start, At(node).place.end);
    }
  }

  void NoteSequence() {
    Now().sequence.clear();
    for (const int item : registered_) {
      if (!IsSet(2 * item)) Now().sequence.push_back(item);
    }
  }

  const Scenario& scenario_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  /// (member, set), both items.
  std::set<std::pair<int, int>> memberships_;
  std::vector<int> registered_;
  std::set<int> was_registered_;
  int next_sequence_ = 0;

  int frame_ = 0;
  bool is_in_frame_ = false;
  int group_ = 0;
  bool is_between_groups_ = false;
  int stretch_ = -1;
  int joined_ = -1;
  OracleNode running_ = kHostIsNowhere;
  Edges planned_edges_;
  Edges frame_edges_;
  std::set<OracleNode> batch_;
  std::set<OracleNode> given_up_;
  std::vector<OracleNode> planned_;
  std::set<OracleNode> touched_;
  std::vector<Command> commands_;

  std::vector<bool> is_void_;
  OracleResult result_;
};

}  // namespace

OracleResult AskOracle(Scenario& scenario) {
  while (true) {
    Oracle oracle(scenario);
    OracleResult result = oracle.Ask();
    std::vector<ScenarioStep> kept;
    for (std::size_t step = 0; step < scenario.steps.size(); ++step) {
      if (!oracle.is_void()[step]) kept.push_back(scenario.steps[step]);
    }
    if (kept.size() == scenario.steps.size()) return result;
    scenario.steps = std::move(kept);
  }
}

}  // namespace tickgraph
