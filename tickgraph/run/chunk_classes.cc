#include "tickgraph/run/chunk_classes.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace tickgraph {
namespace {

/// Costs of paths are told apart by an eighth of a power of two.
constexpr std::size_t kPathSteps = 2048;

/// The greater the cost, the lower the step.
std::uint32_t PathStep(float remaining_ns) {
  constexpr int kMantissaBits = 23;
  constexpr int kStepBits = 3;
  const auto bits = std::bit_cast<std::uint32_t>(remaining_ns);
  return static_cast<std::uint32_t>(kPathSteps) - 1 - (bits >> (kMantissaBits - kStepBits));
}

// Kinds of classes, above segment and end group in Key::rest.
constexpr std::uint32_t kAwaitedKind = 1U << 16;
constexpr std::uint32_t kLeafKind = 1U << 17;
constexpr std::uint32_t kEngineStageKind = 1U << 18;

std::size_t Hash(std::uint32_t stage, std::uint32_t depth, std::uint32_t rest) {
  std::uint64_t hash = (std::uint64_t{stage} << 32 | depth) * 0x9e3779b97f4a7c15;
  hash = (hash ^ rest) * 0xbf58476d1ce4e5b9;
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

}  // namespace

bool ChunkClasses::Key::StaysIfCheap() const {
  return (rest & (kLeafKind | kEngineStageKind)) == kLeafKind && cost_ns < kWorthHandingOutNs;
}

void ChunkClasses::Build(const FramePlan& plan, std::span<const float> cost_ns, float stay_below_ns,
                         std::vector<std::uint32_t>& class_of) {
  flags_.resize(plan.size);
  settled_from_.resize(plan.size);
  remaining_ns_.resize(plan.size);
  levels_.resize(plan.size);
  class_of.resize(plan.size);
  FindPaths(plan, cost_ns);
  FindClasses(plan, cost_ns, stay_below_ns, class_of);
  if (stay_below_ns > 0) KeepSmallClasses(class_of);
  SortByPath();
  SortByClass(class_of);
}

void ChunkClasses::FindPaths(const FramePlan& plan, std::span<const float> cost_ns) {
  awaited_ns_.fill(0);
  for (std::uint32_t position = plan.size; position-- > 0;) {
    if (plan.lanes[position] == PlanLane::kBodiless && plan.IsHole(position)) {
      flags_[position] = kHole;
      continue;
    }
    const PlannedTick& place = plan.places[position];
    const bool is_game_thread = plan.lanes[position] == PlanLane::kGameThread;
    const int settled_from =
        is_game_thread ? place.segment + 1 : MainSegment(GroupIndex(FinishGroup(place)) + 1);
    int flags = is_game_thread ? kOnGameThread : 0;
    float longest_ns = 0;
    for (const std::uint32_t dependent : plan.Dependents(position)) {
      longest_ns = std::max(longest_ns, remaining_ns_[dependent]);
      if (settled_from <= plan.places[dependent].segment) continue;
      flags |= kHasAfter;
      if (Has(dependent, kOnGameThread | kAwaited)) flags |= kAwaited;
    }
    settled_from_[position] = static_cast<std::uint8_t>(settled_from);
    flags_[position] = static_cast<std::uint8_t>(flags);
    remaining_ns_[position] = longest_ns + CostOfCard(plan, cost_ns, position, kUnknownCostNs);
    if ((flags & (kOnGameThread | kAwaited)) != kAwaited) continue;
    awaited_ns_[place.segment] +=
        CostOfCard(plan, cost_ns, position, std::numeric_limits<float>::infinity());
  }
}

void ChunkClasses::FindClasses(const FramePlan& plan, std::span<const float> cost_ns,
                               float stay_below_ns, std::vector<std::uint32_t>& class_of) {
  waits_so_far_ = 0;
  stay_count_ = 0;
  keys_.clear();
  std::fill(table_.begin(), table_.end(), kNoClass);
  last_class_ = kNoClass;
  unsorted_.clear();
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    if (Has(position, kHole)) continue;
    Level level;
    if (!plan.Prerequisites(position).empty()) level = FindLevel(plan, position);
    if (!IsOnGameThread(position) && MayStay(plan, position, stay_below_ns)) {
      flags_[position] |= kOnGameThread;
      settled_from_[position] = static_cast<std::uint8_t>(plan.places[position].segment + 1);
      ++stay_count_;
    }
    if (IsOnGameThread(position)) {
      if (IsAfterWorker(position)) ++waits_so_far_;
      level = {waits_so_far_, 0};
    } else {
      class_of[position] = AddToClass(plan, cost_ns, position, level);
      unsorted_.push_back(position);
    }
    if (HasAfter(position)) levels_[position] = level;
  }
}

ChunkClasses::Level ChunkClasses::FindLevel(const FramePlan& plan, std::uint32_t position) {
  const Segment segment = plan.places[position].segment;
  int flags = flags_[position];
  Level level;
  for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
    if (IsSettled(prerequisite, segment)) continue;
    const Level& before = levels_[prerequisite];
    const bool is_on_game_thread = IsOnGameThread(prerequisite);
    flags |= is_on_game_thread ? kAfterGame : kAfterWorker;
    const bool adds_depth = !is_on_game_thread && plan.places[prerequisite].segment == segment;
    const std::uint32_t depth = adds_depth ? before.depth + 1 : 0;
    if (before.stage > level.stage) level = {before.stage, depth};
    if (before.stage == level.stage) level.depth = std::max(level.depth, depth);
  }
  if ((flags & kAfterGame) != 0) level.depth = std::max(level.depth, 1U);
  flags_[position] = static_cast<std::uint8_t>(flags);
  return level;
}

bool ChunkClasses::MayStay(const FramePlan& plan, std::uint32_t position,
                           float stay_below_ns) const {
  const PlannedTick& place = plan.places[position];
  return Has(position, kAwaited) && !IsAfterWorker(position) &&
         awaited_ns_[place.segment] < stay_below_ns &&
         GroupIndex(FinishGroup(place)) == GroupOf(place.segment) && !plan.IsEngineStage(position);
}

std::uint32_t ChunkClasses::AddToClass(const FramePlan& plan, std::span<const float> cost_ns,
                                       std::uint32_t position, const Level& level) {
  const PlannedTick& place = plan.places[position];
  const auto finish = static_cast<std::uint32_t>(GroupIndex(FinishGroup(place)));
  std::uint32_t rest = place.segment | finish << 8;
  if (Has(position, kAwaited)) rest |= kAwaitedKind;
  const bool is_leaf = IsAfterGame(position) && !IsAfterWorker(position) && !HasAfter(position) &&
                       static_cast<int>(finish) == GroupOf(place.segment);
  if (is_leaf) rest |= kLeafKind;
  if (plan.IsEngineStage(position)) rest |= kEngineStageKind;
  const std::uint32_t number = ClassFor(level, rest);
  Key& key = keys_[number];
  ++key.count;
  key.cost_ns += CostOfCard(plan, cost_ns, position, std::numeric_limits<float>::infinity());
  return number;
}

std::uint32_t ChunkClasses::ClassFor(const Level& level, std::uint32_t rest) {
  if (last_class_ != kNoClass && keys_[last_class_].IsFor(level, rest)) return last_class_;
  if (2 * (keys_.size() + 1) > table_.size()) GrowTable();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = Hash(level.stage, level.depth, rest) & mask;
  while (table_[at] != kNoClass && !keys_[table_[at]].IsFor(level, rest)) at = (at + 1) & mask;
  if (table_[at] == kNoClass) {
    table_[at] = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back({.level = level, .rest = rest});
  }
  last_class_ = table_[at];
  return last_class_;
}

void ChunkClasses::GrowTable() {
  table_.assign(std::max<std::size_t>(64, 2 * table_.size()), kNoClass);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t number = 0; number < keys_.size(); ++number) {
    const Key& key = keys_[number];
    std::size_t at = Hash(key.level.stage, key.level.depth, key.rest) & mask;
    while (table_[at] != kNoClass) at = (at + 1) & mask;
    table_[at] = number;
  }
}

// Nothing depends on such a card, and all that it needs is on the game thread, so no level of
// another one changes.
void ChunkClasses::KeepSmallClasses(const std::vector<std::uint32_t>& class_of) {
  if (std::none_of(keys_.begin(), keys_.end(), [](const Key& key) { return key.StaysIfCheap(); })) {
    return;
  }
  std::erase_if(unsorted_, [&](std::uint32_t position) {
    if (!keys_[class_of[position]].StaysIfCheap()) return false;
    flags_[position] |= kOnGameThread;
    ++stay_count_;
    return true;
  });
  for (Key& key : keys_) {
    if (key.StaysIfCheap()) key.count = 0;
  }
}

void ChunkClasses::SortByPath() {
  std::array<std::uint32_t, kPathSteps> counts = {};
  for (const std::uint32_t position : unsorted_) ++counts[PathStep(remaining_ns_[position])];
  cards_.resize(unsorted_.size());
  const bool is_one_step =
      unsorted_.empty() || counts[PathStep(remaining_ns_[unsorted_[0]])] == unsorted_.size();
  if (is_one_step) return;
  std::uint32_t begin = 0;
  for (std::uint32_t& count : counts) begin += std::exchange(count, begin);
  for (const std::uint32_t position : unsorted_) {
    cards_[counts[PathStep(remaining_ns_[position])]++] = position;
  }
  cards_.swap(unsorted_);
}

void ChunkClasses::SortByClass(const std::vector<std::uint32_t>& class_of) {
  classes_.clear();
  std::uint32_t begin = 0;
  for (const Key& key : keys_) {
    classes_.push_back({begin, begin, (key.rest & kEngineStageKind) != 0});
    begin += key.count;
  }
  for (const std::uint32_t position : unsorted_) {
    cards_[classes_[class_of[position]].end++] = position;
  }
}

}  // namespace tickgraph
