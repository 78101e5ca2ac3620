#include "tests/support/scenario.h"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

#include "tests/support/dice.h"

namespace tickgraph {
namespace {

class ScenarioMaker {
 public:
  ScenarioMaker(std::uint32_t seed, const ScenarioDefinition& definition)
      : dice_(seed), definition_(definition) {}

  Scenario Make() {
    scenario_.frames = definition_.frames;
    if (dice_.OneIn(6)) scenario_.max_rounds = 1 + dice_.Below(3);
    const int count = 2 + dice_.Below(definition_.cards);
    for (int item = 0; item < count; ++item) HostRegisters(1);
    for (int frame = 1; frame <= definition_.frames; ++frame) {
      known_ = static_cast<int>(scenario_.items.size());
      newcomers_.clear();
      if (frame > 1) {
        for (int steps = dice_.Below(4); steps > 0; --steps) HostDoes(frame, -1);
      }
      if (!definition_.with_changes) continue;
      if (dice_.OneIn(3)) HostDoes(frame, dice_.Below(7));
      for (int steps = dice_.Below(14); steps > 0; --steps) CardDoes(frame);
    }
    return std::move(scenario_);
  }

 private:
  bool IsSet(int item) const { return scenario_.items[static_cast<std::size_t>(item)].is_set; }
  bool IsOfGameThread(int actor) const {
    return actor == ScenarioStep::kHost ||
           scenario_.items[static_cast<std::size_t>(actor)].lane == Lane::kGameThread;
  }

  /// An item that `actor` may name: of an earlier frame, or, on the game thread, one that the game
  /// thread has registered in this frame.
  int Known(int actor) {
    if (!newcomers_.empty() && IsOfGameThread(actor) && dice_.OneIn(2)) {
      return newcomers_[static_cast<std::size_t>(dice_.Below(static_cast<int>(newcomers_.size())))];
    }
    return dice_.Below(std::max(known_, 1));
  }

  int KnownOfKind(int actor, bool is_set) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const int item = Known(actor);
      if (IsSet(item) == is_set) return item;
    }
    return -1;
  }

  int NewItem() {
    using enum TickGroup;
    constexpr TickGroup kStarts[] = {kPrePhysics,  kPrePhysics,  kPrePhysics,    kDuringPhysics,
                                     kPostPhysics, kPostPhysics, kPostUpdateWork};
    constexpr double kCosts[] = {0, 0, 1, 1, 4, 30};
    ScenarioItem item;
    const int number = static_cast<int>(scenario_.items.size());
    const int known = std::max(known_, number_of_host_items_);
    item.is_set = definition_.with_sets && dice_.OneIn(7);
    if (!item.is_set) {
      item.start = kStarts[dice_.Below(7)];
      item.lane = dice_.OneIn(2) ? Lane::kAnyThread : Lane::kGameThread;
      if (dice_.OneIn(12)) {
        item.engine_stage = true;
        item.start = dice_.OneIn(2) ? kStartPhysics : kEndPhysics;
      }
      item.end = item.start;
      if (dice_.OneIn(4)) {
        item.end = static_cast<TickGroup>(
            std::min(GroupIndex(item.start) + dice_.Below(4), GroupIndex(kPostUpdateWork)));
      }
      item.high_priority = dice_.OneIn(8);
      item.order = dice_.OneIn(3) ? dice_.Below(5) - 2 : 0;
      if (dice_.OneIn(6)) item.tie_key = static_cast<std::uint64_t>(dice_.Below(20));
      item.enabled = !dice_.OneIn(8);
      item.cost_us = kCosts[dice_.Below(6)];
    }
    for (int edges = dice_.Below(3); edges > 0 && known > 0; --edges) {
      item.after.push_back(dice_.Below(known));
    }
    if (dice_.OneIn(5)) {
      for (int attempt = 0; attempt < 6 && known > 0 && item.in.empty(); ++attempt) {
        const int set = dice_.Below(known);
        if (scenario_.items[static_cast<std::size_t>(set)].is_set) item.in.push_back(set);
      }
    }
    scenario_.items.push_back(std::move(item));
    return number;
  }

  void HostRegisters(int frame, int before_group = -1) {
    ScenarioStep step;
    step.frame = frame;
    step.before_group = before_group;
    step.item = NewItem();
    scenario_.steps.push_back(step);
    if (before_group >= 0) newcomers_.push_back(step.item);
    if (frame == 1 && before_group < 0) {
      number_of_host_items_ = static_cast<int>(scenario_.items.size());
    }
    if (definition_.with_cycles && step.item > 1 && dice_.OneIn(3)) {
      step.deed = Deed::kAddEdge;
      step.other = dice_.Below(step.item + 1);
      step.item = dice_.Below(step.item + 1);
      scenario_.steps.push_back(step);
    }
  }

  void HostDoes(int frame, int before_group) {
    if (dice_.OneIn(4)) {
      HostRegisters(frame, before_group);
      return;
    }
    ScenarioStep step;
    step.frame = frame;
    step.before_group = before_group;
    if (ChooseChange(step)) scenario_.steps.push_back(step);
  }

  bool ChooseChange(ScenarioStep& step) {
    step.item = Known(step.actor);
    step.other = Known(step.actor);
    switch (dice_.Below(9)) {
      case 0:
        step.deed = Deed::kUnregister;
        return true;
      case 1:
      case 2:
        step.deed = dice_.OneIn(2) ? Deed::kEnable : Deed::kDisable;
        step.item = KnownOfKind(step.actor, false);
        return step.item >= 0;
      case 3:
        step.deed = Deed::kRemoveEdge;
        return true;
      case 4:
        step.deed = dice_.OneIn(3) ? Deed::kRemoveFromSet : Deed::kAddToSet;
        step.other = KnownOfKind(step.actor, true);
        return step.other >= 0;
      default:
        step.deed = Deed::kAddEdge;
        return definition_.with_cycles || step.other < step.item;
    }
  }

  void CardDoes(int frame) {
    const int actor = KnownOfKind(ScenarioStep::kHost, false);
    if (actor < 0) return;
    ScenarioStep step;
    step.frame = frame;
    step.actor = actor;
    const int kind = dice_.Below(8);
    if (kind == 0 && definition_.with_exceptions) {
      step.deed = Deed::kThrow;
      scenario_.steps.push_back(step);
      return;
    }
    if (kind < 5) {
      step.in_loop = dice_.OneIn(6);
      for (int count = 1 + dice_.Below(3); count > 0; --count) CardRegisters(step);
      return;
    }
    if (ChooseChange(step)) scenario_.steps.push_back(step);
  }

  void CardRegisters(ScenarioStep step) {
    step.deed = Deed::kRegister;
    step.item = NewItem();
    scenario_.steps.push_back(step);
    if (!step.in_loop && IsOfGameThread(step.actor)) newcomers_.push_back(step.item);
    if (step.in_loop || !dice_.OneIn(3)) return;
    const int newcomer = step.item;
    step.deed = Deed::kAddEdge;
    step.item = Known(step.actor);
    step.other = newcomer;
    if (dice_.OneIn(4)) std::swap(step.item, step.other);
    scenario_.steps.push_back(step);
    // What comes may act in the frame in which it comes.
    if (dice_.OneIn(2) || scenario_.items[static_cast<std::size_t>(newcomer)].is_set) return;
    ScenarioStep own;
    own.frame = step.frame;
    own.actor = newcomer;
    own.item = NewItem();
    scenario_.steps.push_back(own);
    if (IsOfGameThread(newcomer)) newcomers_.push_back(own.item);
  }

  Dice dice_;
  ScenarioDefinition definition_;
  Scenario scenario_;
  /// Items below this number were registered before the frame that is being made.
  int known_ = 0;
  /// Those that the game thread registers in it.
  std::vector<int> newcomers_;
  int number_of_host_items_ = 0;
};

// ---- Text
// -----------------------------------------------------------------------------------------

std::string_view DeedName(Deed deed) {
  constexpr std::string_view kNames[] = {"register",   "unregister",      "enable",
                                         "disable",    "add-edge",        "remove-edge",
                                         "add-to-set", "remove-from-set", "throw"};
  return kNames[static_cast<std::size_t>(deed)];
}

template <typename Numbers>
std::string Join(const Numbers& numbers) {
  std::ostringstream text;
  for (const auto& number : numbers) text << " " << number;
  return text.str();
}

std::string Join(const std::vector<std::pair<int, int>>& pairs) {
  std::ostringstream text;
  for (const auto& [a, b] : pairs) text << " [" << a << "," << b << "]";
  return text.str();
}

std::string Join(const std::vector<std::pair<TickErrorCode, int>>& reports) {
  std::ostringstream text;
  for (const auto& [code, item] : reports) text << " " << TickErrorName(code) << ":" << item;
  return text.str();
}

}  // namespace

Scenario MakeScenario(std::uint32_t seed, const ScenarioDefinition& definition) {
  return ScenarioMaker(seed, definition).Make();
}

std::string DescribeScenario(const Scenario& scenario) {
  std::ostringstream text;
  text << scenario.frames << " frames, at most " << scenario.max_rounds << " rounds\n";
  for (std::size_t number = 0; number < scenario.items.size(); ++number) {
    const bool is_used =
        std::any_of(scenario.steps.begin(), scenario.steps.end(), [&](const ScenarioStep& step) {
          return step.deed == Deed::kRegister && step.item == static_cast<int>(number);
        });
    if (!is_used) continue;
    const ScenarioItem& item = scenario.items[number];
    text << number << ":";
    if (item.is_set) {
      text << " set";
    } else {
      text << " [" << GroupIndex(item.start) << "," << GroupIndex(item.end) << "] "
           << (item.lane == Lane::kGameThread ? "game" : "any");
      if (item.order != 0) text << " order " << item.order;
      if (item.tie_key) text << " tie " << *item.tie_key;
      text << (item.high_priority ? " high" : "") << (item.engine_stage ? " engine" : "")
           << (item.enabled ? "" : " disabled");
    }
    if (!item.after.empty()) text << " after" << Join(item.after);
    if (!item.in.empty()) text << " in" << Join(item.in);
    text << "\n";
  }
  for (const ScenarioStep& step : scenario.steps) {
    text << "frame " << step.frame << ": ";
    if (step.actor == ScenarioStep::kHost) {
      text << "host before " << step.before_group;
    } else {
      text << step.actor;
    }
    text << (step.in_loop ? " in a loop " : " ") << DeedName(step.deed);
    if (step.deed != Deed::kThrow) text << " " << step.item;
    if (step.deed >= Deed::kAddEdge && step.deed <= Deed::kRemoveFromSet) text << " " << step.other;
    text << "\n";
  }
  return text.str();
}

// ---- Smaller
// ----------------------------------------------------------------------------------------

Scenario ShrinkScenario(Scenario scenario, const std::function<bool(const Scenario&)>& fails) {
  const auto try_to = [&](const std::function<void(Scenario&)>& change) {
    Scenario smaller = scenario;
    change(smaller);
    if (!fails(smaller)) return false;
    scenario = std::move(smaller);
    return true;
  };
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    while (scenario.frames > 1 && try_to([](Scenario& smaller) { --smaller.frames; }))
      shrinks = true;
    for (std::size_t step = scenario.steps.size(); step-- > 0;) {
      shrinks |= try_to([step](Scenario& smaller) {
        smaller.steps.erase(smaller.steps.begin() + static_cast<std::ptrdiff_t>(step));
      });
    }
    for (std::size_t number = 0; number < scenario.items.size(); ++number) {
      const ScenarioItem item = scenario.items[number];
      const auto set = [&](bool differs, const std::function<void(ScenarioItem&)>& change) {
        if (!differs) return;
        shrinks |= try_to([&](Scenario& smaller) { change(smaller.items[number]); });
      };
      for (std::size_t edge = item.after.size(); edge-- > 0;) {
        set(true, [edge](ScenarioItem& smaller) {
          smaller.after.erase(smaller.after.begin() + static_cast<std::ptrdiff_t>(edge));
        });
      }
      set(!item.in.empty(), [](ScenarioItem& smaller) { smaller.in.clear(); });
      set(item.order != 0, [](ScenarioItem& smaller) { smaller.order = 0; });
      set(item.tie_key.has_value(), [](ScenarioItem& smaller) { smaller.tie_key.reset(); });
      set(item.high_priority, [](ScenarioItem& smaller) { smaller.high_priority = false; });
      set(!item.enabled, [](ScenarioItem& smaller) { smaller.enabled = true; });
      set(item.end != item.start, [](ScenarioItem& smaller) { smaller.end = smaller.start; });
      set(item.lane != Lane::kGameThread,
          [](ScenarioItem& smaller) { smaller.lane = Lane::kGameThread; });
    }
  }
  return scenario;
}

// ---- Comparing
// ----------------------------------------------------------------------------------------

std::string CompareOutcomes(const ScenarioOutcome& expected, const ScenarioOutcome& actual) {
  std::ostringstream text;
  const auto differs = [&](std::size_t frame, const char* what, const auto& right,
                           const auto& seen) {
    text << "frame " << frame + 1 << ", " << what << ": expected" << Join(right) << "; was"
         << Join(seen);
    return text.str();
  };
  for (std::size_t frame = 0; frame < expected.frames.size(); ++frame) {
    const ScenarioFrame& right = expected.frames[frame];
    const ScenarioFrame& seen = actual.frames[frame];
    if (right.plan != seen.plan) return differs(frame, "plan", right.plan, seen.plan);
    if (right.places != seen.places) return differs(frame, "groups", right.places, seen.places);
    if (right.order != seen.order) return differs(frame, "order", right.order, seen.order);
    if (right.ran != seen.ran) return differs(frame, "ran", right.ran, seen.ran);
    if (right.reports != seen.reports)
      return differs(frame, "reports", right.reports, seen.reports);
    if (right.sequence != seen.sequence) {
      return differs(frame, "sequence", right.sequence, seen.sequence);
    }
    const std::vector<std::uint64_t> right_counts = {right.newcomers, right.skipped};
    const std::vector<std::uint64_t> seen_counts = {seen.newcomers, seen.skipped};
    if (right_counts != seen_counts) {
      return differs(frame, "newcomers and skipped", right_counts, seen_counts);
    }
  }
  return actual.violations.empty() ? "" : actual.violations.front();
}

}  // namespace tickgraph
