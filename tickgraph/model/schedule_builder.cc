#include "tickgraph/model/schedule_builder.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/schedule_graph_check.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {
namespace {

// A number from 0 to 1 that depends on nothing but its arguments. SplitMix64 (Steele, Lea, Flood,
// "Fast splittable pseudorandom number generators", 2014).
double Fraction(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t bits = seed + (index + 1) * 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  bits ^= bits >> 31;
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

class ScheduleBuilder {
 public:
  ScheduleBuilder(const Schedule& schedule, const ScheduleBuildDefinition& definition,
                  TickScheduler& scheduler)
      : schedule_(schedule), definition_(definition), scheduler_(scheduler) {}

  absl::StatusOr<BuiltSchedule> Build();

 private:
  absl::Status AddCard(std::size_t index);
  void AddSets();
  absl::Status AddEdge(const OrderGraphEdge& edge);
  absl::Status Register(TickFunction function, std::int64_t line);
  TickGroup StartOf(const ScheduleCard& card);
  std::optional<TickGroup> EndOf(const ScheduleCard& card, TickGroup start);
  TickGroup GroupThatMayBeNamed(const ScheduleCard& card, TickGroup group);
  void Doubt(const ScheduleCard& card, std::string_view text);
  SourceLocation Place(std::int64_t line) const {
    return {built_.file_name->c_str(), static_cast<std::uint32_t>(line)};
  }

  const Schedule& schedule_;
  const ScheduleBuildDefinition& definition_;
  TickScheduler& scheduler_;
  std::set<std::string> owners_;
  BuiltSchedule built_;
};

absl::StatusOr<BuiltSchedule> ScheduleBuilder::Build() {
  built_.file_name = std::make_unique<const std::string>(schedule_.file);
  ScheduleGraphCheck check = CheckScheduleGraph(schedule_);
  const SetHierarchy hierarchy(schedule_);
  built_.graph = MakeOrderGraph(schedule_, check, hierarchy, EmptySets::kPassOrderOn);
  built_.findings = std::move(check.findings);
  scheduler_.Reserve(built_.graph.node_count());
  built_.nodes.reserve(built_.graph.node_count());
  for (std::size_t card = 0; card < schedule_.cards.size(); ++card) {
    if (absl::Status status = AddCard(card); !status.ok()) return status;
  }
  AddSets();
  for (const OrderGraphEdge& edge : built_.graph.edges) {
    if (absl::Status status = AddEdge(edge); !status.ok()) return status;
  }
  // Moving a set keeps its elements where they are.
  built_.owners = std::make_unique<const std::set<std::string>>(std::move(owners_));
  return std::move(built_);
}

absl::Status ScheduleBuilder::AddCard(std::size_t index) {
  const ScheduleCard& card = schedule_.cards[index];
  TickFunction function;
  function.name = card.name;
  function.start = StartOf(card);
  function.end = EndOf(card, function.start);
  function.high_priority = card.high_priority;
  function.order = card.order;
  function.tie_key = card.tie_key;
  function.allow_on_dedicated_server = card.allow_on_dedicated_server;
  function.engine_stage = card.engine_stage || IsPhysicsEdgeGroup(function.start);
  if (!card.owner.empty()) function.owner = &*owners_.insert(card.owner).first;
  function.lane = card.lane.value_or(Fraction(definition_.seed, index) < definition_.game_share
                                         ? Lane::kGameThread
                                         : Lane::kAnyThread);
  function.cost_us = card.cost_us.value_or(0);
  function.start_enabled = !card.missing && card.state != CardState::kDisabled;
  if (function.start_enabled && definition_.work) function.run = definition_.work(index);
  return Register(std::move(function), card.line);
}

void ScheduleBuilder::AddSets() {
  std::vector<TickHandle> ends;
  for (const ScheduleSet& set : schedule_.sets) {
    built_.sets.push_back(scheduler_.RegisterSet({.name = set.name}, Place(set.line)));
    built_.nodes.push_back(built_.sets.back().begin);
    ends.push_back(built_.sets.back().end);
  }
  built_.nodes.insert(built_.nodes.end(), ends.begin(), ends.end());
}

absl::Status ScheduleBuilder::AddEdge(const OrderGraphEdge& edge) {
  const OrderGraph& graph = built_.graph;
  const auto is_begin = [&](std::uint32_t node) {
    return node >= graph.cards && node < graph.end_of(0);
  };
  const auto link = [&](std::uint32_t node) -> TickLink {
    return is_begin(node) ? TickLink(built_.sets[node - graph.cards])
                          : TickLink(built_.nodes[node]);
  };
  const bool before_is_begin = is_begin(edge.before);
  const bool after_is_end = edge.after >= graph.end_of(0);
  // A membership is two edges; its second one, to the end of the set, comes with the first. The end
  // of a set comes after its begin anyway.
  if (after_is_end) return absl::OkStatus();
  if (before_is_begin) {
    return scheduler_.TryAddToSet(link(edge.after), built_.sets[edge.before - graph.cards],
                                  Place(edge.line));
  }
  const TickHandle before = built_.nodes[edge.before];
  return is_begin(edge.after)
             ? scheduler_.TryAddPrerequisite(built_.sets[edge.after - graph.cards], before,
                                             Place(edge.line))
             : scheduler_.TryAddPrerequisite(built_.nodes[edge.after], before, Place(edge.line));
}

absl::Status ScheduleBuilder::Register(TickFunction function, std::int64_t line) {
  absl::StatusOr<TickHandle> handle = scheduler_.TryRegister(std::move(function), Place(line));
  if (!handle.ok()) return handle.status();
  built_.nodes.push_back(*handle);
  return absl::OkStatus();
}

TickGroup ScheduleBuilder::StartOf(const ScheduleCard& card) {
  return GroupThatMayBeNamed(card, card.start.value_or(TickGroup::kPrePhysics));
}

std::optional<TickGroup> ScheduleBuilder::EndOf(const ScheduleCard& card, TickGroup start) {
  if (!card.end.has_value()) return std::nullopt;
  const TickGroup end = GroupThatMayBeNamed(card, *card.end);
  if (end >= start) return end;
  Doubt(card, "its end group comes before its start group and is dropped");
  return std::nullopt;
}

TickGroup ScheduleBuilder::GroupThatMayBeNamed(const ScheduleCard& card, TickGroup group) {
  if (group <= TickGroup::kPostUpdateWork) return group;
  Doubt(card, absl::StrCat("nobody may name ", ToAbsl(TickGroupName(group)),
                           "; PostUpdateWork is taken"));
  return TickGroup::kPostUpdateWork;
}

void ScheduleBuilder::Doubt(const ScheduleCard& card, std::string_view text) {
  built_.findings.push_back({ScheduleFinding::Kind::kDoubt, card.line,
                             absl::StrCat("card ", QuotedName(card.name), ": ", ToAbsl(text))});
}

}  // namespace

absl::StatusOr<BuiltSchedule> BuildSchedule(const Schedule& schedule,
                                            const ScheduleBuildDefinition& definition,
                                            TickScheduler& scheduler) {
  return ScheduleBuilder(schedule, definition, scheduler).Build();
}

}  // namespace tickgraph::model
