#include "tickgraph/model/dot_schedule_writer.h"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/set_hierarchy.h"
#include "tickgraph/model/source_table.h"
#include "tickgraph/observe/dot_text.h"
#include "tickgraph/observe/json_text.h"

namespace tickgraph::model {
namespace {

std::string NumberText(double value) {
  std::string text;
  AppendJsonNumber(text, value);
  return text;
}

std::string ClusterId(std::uint32_t set) { return absl::StrCat("cluster_s", set); }

// Not for ever deeper: a thousand boxes in each other would be a million blanks.
std::string Indent(std::size_t depth) {
  constexpr std::size_t kDeepest = 20;
  return std::string(2 * std::min(depth, kDeepest), ' ');
}

std::string GroupColor(TickGroup group) {
  return absl::StrCat("\"/pastel19/", 1 + GroupIndex(group), "\"");
}

std::string GroupSpan(TickGroup start, TickGroup end) {
  if (start == end) return std::string(TickGroupName(start));
  return absl::StrCat(ToAbsl(TickGroupName(start)), " to ", ToAbsl(TickGroupName(end)));
}

class Writer {
 public:
  Writer(std::ostream& out, const Schedule& schedule, const DotPlan* plan)
      : out_(out),
        schedule_(schedule),
        plan_(plan),
        hierarchy_(schedule),
        boxes_inside_(schedule.sets.size()),
        cards_inside_(schedule.sets.size()),
        has_marker_(schedule.sets.size()) {}

  absl::Status Write();

 private:
  void SortIntoBoxes();
  void WriteCard(std::uint32_t index);
  void WriteLook(const ScheduleCard& card, const DotPlan::Place* place);
  void WriteLegend();
  void WriteBoxes();
  void BeginBox(std::uint32_t set, std::size_t depth);
  void WriteEdge(std::size_t index);
  void WriteNames(std::string_view name, std::string_view full_name);
  void WriteSets(const std::vector<std::uint32_t>& sets);
  void WriteSource(const ScheduleSource& source);
  std::string EndId(const ScheduleEndpoint& end) const {
    return absl::StrCat(end.is_set() ? "m" : "n", end.index);
  }

  std::ostream& out_;
  const Schedule& schedule_;
  // Null where only the schedule is written.
  const DotPlan* plan_;
  SetHierarchy hierarchy_;
  std::vector<std::uint32_t> outer_boxes_;
  std::vector<std::vector<std::uint32_t>> boxes_inside_;
  std::vector<std::vector<std::uint32_t>> cards_inside_;
  // An edge ends at the set.
  std::vector<bool> has_marker_;
};

void Writer::SortIntoBoxes() {
  for (std::uint32_t set = 0; set < schedule_.sets.size(); ++set) {
    // Of the memberships without circles, so that every box has a place.
    const auto around = hierarchy_.parents(set);
    (around.empty() ? outer_boxes_ : boxes_inside_[around.front()]).push_back(set);
  }
  for (std::uint32_t card = 0; card < schedule_.cards.size(); ++card) {
    const std::vector<std::uint32_t>& sets = schedule_.cards[card].sets;
    if (!sets.empty()) cards_inside_[sets.front()].push_back(card);
  }
  for (const ScheduleEdge& edge : schedule_.edges) {
    for (const ScheduleEndpoint& end : {edge.from, edge.to}) {
      if (end.is_set()) has_marker_[end.index] = true;
    }
  }
}

void Writer::WriteNames(std::string_view name, std::string_view full_name) {
  out_ << "label=" << DotString(name);
  if (name.empty()) out_ << ", name=\"\"";
  if (!full_name.empty()) out_ << ", tooltip=" << DotString(full_name);
}

void Writer::WriteSets(const std::vector<std::uint32_t>& sets) {
  if (sets.empty()) return;
  out_ << ", sets=\"";
  for (std::size_t index = 0; index < sets.size(); ++index) {
    out_ << (index == 0 ? "" : " ") << ClusterId(sets[index]);
  }
  out_ << "\"";
}

void Writer::WriteSource(const ScheduleSource& source) {
  if (source.is_given()) out_ << ", source=" << DotString(SourceText(schedule_, source));
}

void Writer::WriteCard(std::uint32_t index) {
  const ScheduleCard& card = schedule_.cards[index];
  out_ << "  n" << index << " [";
  WriteNames(card.name, card.full_name);
  if (card.start.has_value()) out_ << ", group=" << TickGroupName(*card.start);
  if (card.end.has_value()) out_ << ", end_group=" << TickGroupName(*card.end);
  if (card.lane.has_value()) out_ << ", lane=" << LaneName(*card.lane);
  if (card.high_priority) out_ << ", high_priority=true";
  if (card.order != 0) out_ << ", order=" << card.order;
  if (card.tie_key.has_value()) out_ << ", tie_key=" << *card.tie_key;
  if (!card.allow_on_dedicated_server) out_ << ", dedicated_server=false";
  if (card.engine_stage) out_ << ", engine_stage=true, peripheries=2";
  if (card.state != CardState::kEnabled) out_ << ", state=" << CardStateName(card.state);
  if (card.cooling_seconds != 0) {
    out_ << ", cooling_s=\"" << NumberText(card.cooling_seconds) << '"';
  }
  if (card.cost_us.has_value()) out_ << ", cost_us=\"" << NumberText(*card.cost_us) << '"';
  if (card.count != 1) out_ << ", count=" << card.count;
  if (!card.owner.empty()) out_ << ", owner=" << DotString(card.owner);
  if (card.missing) out_ << ", missing=true";
  WriteSets(card.sets);
  WriteSource(card.source);
  WriteLook(card, plan_ == nullptr ? nullptr : &plan_->cards[index]);
  out_ << "];\n";
}

// What the reader does not look at.
void Writer::WriteLook(const ScheduleCard& card, const DotPlan::Place* place) {
  if (card.lane == Lane::kAnyThread) out_ << ", shape=ellipse";
  const bool is_dashed = !card.missing && card.state == CardState::kDisabled;
  const char* const style = card.missing ? "dotted" : is_dashed ? "dashed" : "";
  if (place == nullptr) {
    if (*style != 0) out_ << ", style=" << style;
    return;
  }
  out_ << ", style=\"filled" << (*style != 0 ? "," : "") << style << '"'
       << ", fillcolor=" << GroupColor(place->start);
  // People count from one.
  std::string note = absl::StrCat(place->position + 1);
  const TickGroup start = card.start.value_or(TickGroup::kPrePhysics);
  const TickGroup end = card.end.value_or(start);
  if (start != place->start || end != place->end) {
    absl::StrAppend(&note, ", ", GroupSpan(start, end), " → ", GroupSpan(place->start, place->end));
  }
  out_ << ", xlabel=" << DotString(note);
}

void Writer::WriteLegend() {
  // The text of an HTML label; behind everything else, because boxes would inherit it.
  out_ << "  labelloc=b;\n"
       << "  label=<<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\"><TR>";
  std::vector<bool> is_used(kTickGroupCount);
  for (const DotPlan::Place& place : plan_->cards) {
    is_used[static_cast<std::size_t>(GroupIndex(place.start))] = true;
  }
  for (std::size_t group = 0; group < is_used.size(); ++group) {
    if (!is_used[group]) continue;
    const auto name = static_cast<TickGroup>(group);
    out_ << "<TD BGCOLOR=" << GroupColor(name) << ">" << TickGroupName(name) << "</TD>";
  }
  out_ << "<TD BORDER=\"0\">numbers: order of the plan, and groups of cards that were moved<BR/>"
       << "box: game thread, ellipse: any thread, dashed: disabled, dotted: not declared, "
       << "double: engine stage<BR/>"
       << "bold red: closes a cycle and is ignored; dotted arrow: is in the "
          "set</TD></TR></TABLE>>;\n";
}

void Writer::BeginBox(std::uint32_t set, std::size_t depth) {
  const std::string indent = Indent(depth);
  out_ << indent << "subgraph " << ClusterId(set) << " {\n" << indent << "  graph [";
  WriteNames(schedule_.sets[set].name, schedule_.sets[set].full_name);
  out_ << ", position=" << set;
  WriteSets(schedule_.sets[set].parents);
  WriteSource(schedule_.sets[set].source);
  out_ << "];\n";
  if (has_marker_[set]) {
    out_ << indent << "  m" << set << " [marker=true, label=\"\", shape=point, style=invis];\n";
  }
  for (const std::uint32_t card : cards_inside_[set]) out_ << indent << "  n" << card << ";\n";
}

// Boxes lie in boxes to any depth, so the open ones are on a stack of our own.
void Writer::WriteBoxes() {
  struct Open {
    const std::vector<std::uint32_t>* boxes;
    std::size_t next = 0;
  };
  std::vector<Open> open = {{&outer_boxes_}};
  while (true) {
    Open& inner = open.back();
    if (inner.next < inner.boxes->size()) {
      const std::uint32_t set = (*inner.boxes)[inner.next++];
      BeginBox(set, open.size());
      open.push_back({&boxes_inside_[set]});
      continue;
    }
    open.pop_back();
    if (open.empty()) return;
    out_ << Indent(open.size()) << "}\n";
  }
}

void Writer::WriteEdge(std::size_t index) {
  const ScheduleEdge& edge = schedule_.edges[index];
  out_ << "  " << EndId(edge.from) << " -> " << EndId(edge.to);
  std::string attributes;
  const auto add = [&](std::string_view text) {
    absl::StrAppend(&attributes, attributes.empty() ? "" : ", ", ToAbsl(text));
  };
  if (edge.kind == ScheduleEdge::Kind::kMembership) add("dir=none, style=dotted");
  if (edge.from.is_set()) add("ltail=" + ClusterId(edge.from.index));
  if (edge.to.is_set()) add("lhead=" + ClusterId(edge.to.index));
  if (plan_ != nullptr && plan_->is_ignored[index]) add("style=bold, color=red, constraint=false");
  if (edge.source.is_given()) add("source=" + DotString(SourceText(schedule_, edge.source)));
  if (!attributes.empty()) out_ << " [" << attributes << "]";
  out_ << ";\n";
}

absl::Status Writer::Write() {
  SortIntoBoxes();
  out_ << "digraph " << DotString(schedule_.file) << " {\n"
       << "  rankdir=LR;\n"
       << "  compound=true;\n"
       << "  newrank=true;\n"
       << "  node [shape=box];\n";
  // All of them before the boxes: readers count nodes in the order in which they are named.
  for (std::uint32_t card = 0; card < schedule_.cards.size(); ++card) WriteCard(card);
  WriteBoxes();
  for (std::size_t edge = 0; edge < schedule_.edges.size(); ++edge) WriteEdge(edge);
  if (plan_ != nullptr) WriteLegend();
  out_ << "}\n";
  out_.flush();
  if (out_.good()) return absl::OkStatus();
  return absl::InternalError(
      "the graph could not be written: the stream failed; is the disk full?");
}

}  // namespace

absl::Status WriteDotSchedule(std::ostream& out, const Schedule& schedule) {
  return Writer(out, schedule, nullptr).Write();
}

absl::Status WriteDotPlan(std::ostream& out, const Schedule& schedule, const DotPlan& plan) {
  if (plan.cards.size() != schedule.cards.size() ||
      plan.is_ignored.size() != schedule.edges.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the plan has ", plan.cards.size(), " cards and ", plan.is_ignored.size(),
                     " edges, the schedule ", schedule.cards.size(), " and ", schedule.edges.size(),
                     "; both must be of one schedule"));
  }
  return Writer(out, schedule, &plan).Write();
}

}  // namespace tickgraph::model
