#include "tests/support/oracle.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "tests/support/oracle_order.h"

namespace tickgraph {
namespace {

/// A step of an any-thread card that waits for the end of the card's group (rule N7).
struct Command {
  int end = 0;
  std::size_t step = 0;
};

class Oracle : private OracleOrder {
 public:
  explicit Oracle(const Scenario& scenario)
      : OracleOrder(scenario), is_void_(scenario.steps.size()) {}

  OracleResult Ask() {
    for (frame_ = 1; frame_ <= scenario_.frames; ++frame_) RunFrame();
    return std::move(result_);
  }

  /// Steps whose outcome no rule fixes.
  const std::vector<bool>& is_void() const { return is_void_; }

 private:
  // ---- The frame ------------------------------------------------------------------------------

  ScenarioFrame& Now() { return result_.outcome.frames.back(); }
  std::vector<OracleTake>& Takes() { return result_.takes.back(); }

  void RunFrame() {
    result_.outcome.frames.emplace_back();
    result_.takes.emplace_back();
    stretch_ = -1;
    Steps(ScenarioStep::kHost, -1);
    is_in_frame_ = true;
    for (const int item : PlanEdges()) Report(TickErrorCode::kPrerequisiteCycle, item);
    for (Node& node : nodes_) {
      node.in_frame = node.live;
      node.newcomer = node.moved = node.finished = node.ran = node.joined = false;
      node.earliest = 0;
    }
    int cards = 0;
    for (OracleNode node = 0; node < NodeCount(); ++node) {
      At(node).placed_as_running = At(node).counted = MayRun(node);
      if (At(node).counted) ++cards;
    }
    FindPlaces(0, true);
    OrderPlan();
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

  bool IsAnyWaiting() {
    Settle(WaitStretch(group_));
    for (OracleNode node = 0; node < NodeCount(); ++node) {
      if (IsWaiting(node, WaitStretch(group_))) return true;
    }
    return false;
  }

  /// Rule N3.
  void GiveUp() {
    Report(TickErrorCode::kTooManyRounds, -1);
    for (OracleNode node = 0; node < NodeCount(); ++node) {
      if (IsWaiting(node, WaitStretch(group_))) given_up_.insert(node);
    }
  }

  void RunStretch(int stretch, bool with_newcomers) {
    Settle(stretch);
    stretch_ = stretch;
    queue_ = OrderOf(stretch, with_newcomers);
    queued_edges_ = frame_edges_;
    while (!queue_.empty()) {
      const OracleNode node = queue_.front();
      queue_.pop_front();
      Take(node);
    }
    given_up_.clear();
  }

  void Take(OracleNode node) {
    OracleTake take;
    take.node = node;
    take.ran = MayRun(node) && !At(node).ran && !given_up_.contains(node);
    take.start = At(node).place.start;
    take.end = At(node).place.end;
    AddRunningBefore(node, take.after);
    const std::vector<OracleNode> before = Before(node);
    At(node).taken_after = {before.begin(), before.end()};
    Takes().push_back(take);
    if (take.ran) {
      At(node).ran = true;
      running_ = node;
      Steps(node / 2, -1);
      running_ = kNobody;
    }
    At(node).finished = true;
  }

  /// Everything that ends in `group` has finished; what its cards asked for acts (rule N7).
  void Join(int group) {
    for (Node& node : nodes_)
      node.joined = node.joined || (node.finished && node.place.end <= group);
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
    here.finished = here.joined = false;
    here.earliest = EarliestGroup();
    here.placed_as_running = MayRun(node);
    if (here.placed_as_running && !here.counted) {
      here.counted = true;
      ++Now().newcomers;
    }
    std::erase(queue_, node);
    DecideEdgesInFrame();
  }

  // ---- Going and changing -----------------------------------------------------------------------

  void Unregister(int item, std::size_t step) {
    if (IsAmbiguous(2 * item) || MayFreeWhatIsAmbiguous()) return Void(step);
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
    if (enters && IsAnyAmbiguousBehind(node)) return Void(step);
    if (IsStale(item) || !changes) return;
    here.enabled = enabled;
    if (enters) Enter(node);
  }

  // ---- Edges and sets ---------------------------------------------------------------------------

  void AddEdge(OracleNode from, OracleNode to) {
    StoreEdge(from, to);
    DecideEdgesInFrame();
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
    if (!MayChangeEdge(Last(other), First(item))) return Void(step);
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
    if (!MayChangeEdge(Last(other), First(item))) return Void(step);
    if (MayFreeWhatIsAmbiguous()) return Void(step);
    if (IsStale(item) || IsStale(other)) return;
    if ((IsSet(2 * item) && item == other) || IsInside(item, other) || IsInside(other, item)) {
      Report(TickErrorCode::kOrderedAgainstOwnSet, -1);
      return;
    }
    RemoveEdge(Last(other), First(item));
    DecideEdgesInFrame();
  }

  void AddToSet(int item, int set, std::size_t step) {
    const bool may_change =
        MayChangeEdge(First(set), First(item)) && MayChangeEdge(Last(item), Last(set));
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
    const bool may_change =
        MayChangeEdge(First(set), First(item)) && MayChangeEdge(Last(item), Last(set));
    if (!may_change || MayFreeWhatIsAmbiguous()) return Void(step);
    if (IsStale(item) || IsStale(set)) return;
    if (memberships_.erase({item, set}) == 0) return;
    RemoveEdge(First(set), First(item));
    RemoveEdge(Last(item), Last(set));
    DecideEdgesInFrame();
  }

  // ---- What no rule fixes -----------------------------------------------------------------------

  void Void(std::size_t step) { is_void_[step] = true; }

  /// A worker may just be starting it, or have started it, or not.
  bool IsAmbiguous(OracleNode node) {
    const Node& here = At(node);
    if (!is_in_frame_ || !here.in_frame || !here.placed_as_running || !IsWorkers(node))
      return false;
    if (here.finished) return here.ran && !here.joined;
    const bool is_released = IsQueued(node) || here.place.stretch < stretch_;
    return is_released && !WaitsForGameThread(node);
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

  /// Something that goes may break a cycle, and so make an edge count.
  bool MayFreeWhatIsAmbiguous() {
    return is_in_frame_ && std::any_of(edges_.begin(), edges_.end(), [&](const Edge& edge) {
             const bool counts = std::find(frame_edges_.begin(), frame_edges_.end(),
                                           std::pair(edge.from, edge.to)) != frame_edges_.end();
             const bool may_count = edge.living && !counts && At(edge.from).in_frame &&
                                    At(edge.to).in_frame &&
                                    (At(edge.from).newcomer || At(edge.to).newcomer);
             return may_count && IsAmbiguousTarget(edge.to);
           });
  }

  bool MayChangeEdge(OracleNode from, OracleNode to) {
    if (!is_in_frame_) return true;
    if (!At(from).live || !At(to).live) return true;
    const bool is_of_newcomer = At(from).newcomer || At(to).newcomer;
    return !is_of_newcomer || !IsAmbiguousTarget(to);
  }

  // ---- What is compared -------------------------------------------------------------------------

  void NotePlan() {
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

  /// (member, set), both items.
  std::set<std::pair<int, int>> memberships_;
  std::vector<int> registered_;
  std::set<int> was_registered_;
  int next_sequence_ = 0;

  int frame_ = 0;
  bool is_in_frame_ = false;
  int group_ = 0;
  bool is_between_groups_ = false;
  std::set<OracleNode> given_up_;
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
