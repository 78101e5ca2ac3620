#include "tickgraph/observe/dot_writer.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/observe/dot_text.h"
#include "tickgraph/observe/json_text.h"

namespace tickgraph {
namespace {

constexpr std::string_view kLegend =
    "box: game thread, ellipse: any thread, dashed: disabled, double: engine stage\n"
    "solid arrow: prerequisite, dashed: order passes through a disabled card,\n"
    "bold red: closes a cycle and is ignored, dotted: group barrier";

std::string_view StyleOf(SnapshotEdgeKind kind) {
  switch (kind) {
    case SnapshotEdgeKind::kThroughDisabled:
      return " [style=dashed]";
    case SnapshotEdgeKind::kIgnored:
      return " [style=bold, color=red, constraint=false]";
    case SnapshotEdgeKind::kDeclared:
      break;
  }
  return "";
}

class DotWriter {
 public:
  DotWriter(std::ostream& out, const ScheduleSnapshot& schedule, const DotDefinition& definition)
      : out_(out), schedule_(schedule), definition_(definition), groups_(kTickGroupCount) {
    for (std::uint32_t card = 0; card < schedule.cards.size(); ++card) {
      groups_[IndexOf(schedule.cards[card].effective_start)].push_back(card);
    }
  }

  absl::Status Write() {
    out_ << "digraph " << DotString(schedule_.name) << " {\n"
         << "  rankdir=LR;\n"
         << "  compound=true;\n"
         << "  newrank=true;\n"
         << "  fontname=\"Helvetica\";\n"
         << "  node [shape=box, fontname=\"Helvetica\"];\n"
         << "  edge [fontname=\"Helvetica\"];\n";
    for (std::size_t group = 0; group < groups_.size(); ++group) WriteGroup(group);
    WriteEdges();
    if (definition_.group_barriers) WriteBarriers();
    if (definition_.legend) {
      // Last, because clusters that come later would inherit it.
      out_ << "  labelloc=b;\n"
           << "  labeljust=l;\n"
           << "  label=" << DotString(kLegend) << ";\n";
    }
    out_ << "}\n";
    out_.flush();
    if (out_.good()) return absl::OkStatus();
    return absl::InternalError(
        "the graph could not be written: the stream failed; is the disk full?");
  }

 private:
  static std::size_t IndexOf(TickGroup group) {
    return static_cast<std::size_t>(GroupIndex(group));
  }

  void WriteGroup(std::size_t group) {
    if (groups_[group].empty()) return;
    out_ << "  subgraph cluster_" << group << " {\n"
         << "    label=" << DotString(TickGroupName(static_cast<TickGroup>(group))) << ";\n"
         << "    style=rounded;\n";
    for (const std::uint32_t card : groups_[group]) WriteCard(card);
    out_ << "  }\n";
  }

  void WriteCard(std::uint32_t position) {
    const SnapshotCard& card = schedule_.cards[position];
    out_ << "    n" << position << " [label=" << DotString(card.name);
    // Readers call a node with an empty label by its id.
    if (card.name.empty()) out_ << ", name=\"\"";
    out_ << ", group=" << TickGroupName(card.effective_start)
         << ", end_group=" << TickGroupName(card.effective_end)
         << ", lane=" << (card.lane == Lane::kGameThread ? "GameThread" : "AnyThread")
         << ", state=" << (card.enabled ? "enabled" : "disabled");
    if (card.cost_us > 0) {
      std::string cost;
      AppendJsonNumber(cost, card.cost_us);
      out_ << ", cost_us=" << DotString(cost);
    }
    if (card.owner != 0) out_ << ", owner=" << card.owner;
    if (card.lane == Lane::kAnyThread) out_ << ", shape=ellipse";
    if (card.engine_stage) out_ << ", peripheries=2";
    if (!card.enabled) out_ << ", style=dashed, color=gray40, fontcolor=gray40";
    const bool moved =
        card.declared_start != card.effective_start || card.declared_end != card.effective_end;
    if (moved) {
      out_ << ", tooltip="
           << DotString(absl::StrCat("declared ", ToAbsl(TickGroupName(card.declared_start)),
                                     " to ", ToAbsl(TickGroupName(card.declared_end))));
    }
    out_ << "];\n";
  }

  void WriteEdges() {
    std::vector<SnapshotEdge> edges = schedule_.edges;
    std::sort(edges.begin(), edges.end(), [](const SnapshotEdge& a, const SnapshotEdge& b) {
      return std::tie(a.prerequisite, a.card, a.kind) < std::tie(b.prerequisite, b.card, b.kind);
    });
    for (const SnapshotEdge& edge : edges) {
      out_ << "  n" << edge.prerequisite << " -> n" << edge.card << StyleOf(edge.kind) << ";\n";
    }
  }

  void WriteBarriers() {
    std::size_t before = groups_.size();
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (groups_[group].empty()) continue;
      if (before != groups_.size()) {
        out_ << "  n" << groups_[before].back() << " -> n" << groups_[group].front()
             << " [style=dotted, ltail=cluster_" << before << ", lhead=cluster_" << group << "];\n";
      }
      before = group;
    }
  }

  std::ostream& out_;
  const ScheduleSnapshot& schedule_;
  const DotDefinition& definition_;
  /// Positions of the cards of each group.
  std::vector<std::vector<std::uint32_t>> groups_;
};

}  // namespace

absl::Status WriteDot(std::ostream& out, const ScheduleSnapshot& schedule,
                      const DotDefinition& definition) {
  return DotWriter(out, schedule, definition).Write();
}

}  // namespace tickgraph
