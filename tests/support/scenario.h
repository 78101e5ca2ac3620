#ifndef TICKGRAPH_TESTS_SUPPORT_SCENARIO_H_
#define TICKGRAPH_TESTS_SUPPORT_SCENARIO_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/tick_error.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// A card or a set of a scenario. Its number is its position in Scenario::items.
struct ScenarioItem {
  bool is_set = false;
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  Lane lane = Lane::kGameThread;
  bool high_priority = false;
  bool engine_stage = false;
  std::int32_t order = 0;
  std::optional<std::uint64_t> tie_key;
  bool enabled = true;
  double cost_us = 0;
  /// Numbers of cards and sets.
  std::vector<int> after;
  std::vector<int> in;
};

enum class Deed : std::uint8_t {
  kRegister,
  kUnregister,
  kEnable,
  kDisable,
  /// `item` after `other`.
  kAddEdge,
  kRemoveEdge,
  /// `item` in set `other`.
  kAddToSet,
  kRemoveFromSet,
  kThrow,
};

/// Something that the host or a card does.
struct ScenarioStep {
  static constexpr int kHost = -1;

  int frame = 1;
  /// The card that does it, when it is called in that frame.
  int actor = kHost;
  /// For the host: before this group is released; −1: before the frame begins.
  int before_group = -1;
  Deed deed = Deed::kRegister;
  int item = 0;
  int other = 0;
  /// The card does it in a body of ParallelFor.
  bool in_loop = false;
};

/// The life of a scheduler, as data: the oracle reads it, and RunScenario plays it on a real one.
struct Scenario {
  std::vector<ScenarioItem> items;
  /// In the order in which each actor does them.
  std::vector<ScenarioStep> steps;
  int frames = 4;
  int max_rounds = 100;
};

/// What happened in one frame, in numbers of items.
struct ScenarioFrame {
  /// Cards in the order in which they were called: all of them for one thread, those of the game
  /// thread otherwise.
  std::vector<int> order;
  /// All that were called, sorted.
  std::vector<int> ran;
  /// Kind of report and the card that it names, sorted.
  std::vector<std::pair<TickErrorCode, int>> reports;
  std::uint64_t skipped = 0;
  std::uint64_t newcomers = 0;
  /// Every registered card in registration sequence, after the frame (rule N7).
  std::vector<int> sequence;
  /// Plan order of the plan with which the frame began, and the effective groups (start, end).
  std::vector<int> plan;
  std::vector<std::pair<int, int>> places;
};

struct ScenarioOutcome {
  std::vector<ScenarioFrame> frames;
  /// What recorded times showed to be wrong; empty where every rule held.
  std::vector<std::string> violations;
};

struct ScenarioDefinition {
  int cards = 14;
  int frames = 4;
  bool with_sets = true;
  bool with_cycles = true;
  /// Cards that come, go and change in the middle of frames.
  bool with_changes = true;
  bool with_exceptions = true;
};

/// A random scenario; the same for the same seed.
Scenario MakeScenario(std::uint32_t seed, const ScenarioDefinition& definition);

/// As text that a person can read, for the message of a failed test.
std::string DescribeScenario(const Scenario& scenario);

/// Makes a failing scenario smaller: leaves out steps, edges, memberships and attributes as long as
/// `fails` says that it still fails.
Scenario ShrinkScenario(Scenario scenario, const std::function<bool(const Scenario&)>& fails);

/// The first difference between two outcomes as text; empty where they are equal. `whole_order`
/// also compares `order`s that hold any-thread cards.
std::string CompareOutcomes(const ScenarioOutcome& expected, const ScenarioOutcome& actual);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SCENARIO_H_
