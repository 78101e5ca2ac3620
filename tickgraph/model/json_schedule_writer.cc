#include "tickgraph/model/json_schedule_writer.h"

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/source_table.h"
#include "tickgraph/observe/json_text.h"

namespace tickgraph::model {
namespace {

// One object on one line.
class Line {
 public:
  void Text(std::string_view key, std::string_view value) { AppendJsonString(Member(key), value); }
  void Literal(std::string_view key, std::string_view value) {
    absl::StrAppend(&Member(key), ToAbsl(value));
  }
  void Number(std::string_view key, double value) { AppendJsonNumber(Member(key), value); }
  template <typename Integer>
  void Whole(std::string_view key, Integer value) {
    absl::StrAppend(&Member(key), value);
  }
  void List(std::string_view key, const std::vector<std::uint32_t>& sets,
            const std::vector<std::string>& ids) {
    std::string& text = Member(key);
    text += "[";
    for (std::size_t index = 0; index < sets.size(); ++index) {
      if (index > 0) text += ", ";
      AppendJsonString(text, ids[sets[index]]);
    }
    text += "]";
  }
  std::string Take() { return absl::StrCat(text_, text_.empty() ? "{}" : "}"); }

 private:
  std::string& Member(std::string_view key) {
    absl::StrAppend(&text_, text_.empty() ? "{" : ", ", "\"", ToAbsl(key), "\": ");
    return text_;
  }

  std::string text_;
};

// The source ids; those that would name two things, or nothing, are replaced by "prefix number".
template <typename Item>
std::vector<std::string> MakeIds(const std::vector<Item>& items, std::string_view prefix) {
  absl::flat_hash_set<std::string> used;
  for (const Item& item : items) used.insert(item.source_id);
  absl::flat_hash_set<std::string_view> given;
  std::vector<std::string> ids;
  ids.reserve(items.size());
  std::size_t next = 0;
  for (const Item& item : items) {
    if (!item.source_id.empty() && given.insert(item.source_id).second) {
      ids.push_back(item.source_id);
      continue;
    }
    std::string id;
    do {
      id = absl::StrCat(ToAbsl(prefix), " ", next++);
    } while (used.contains(id));
    ids.push_back(std::move(id));
  }
  return ids;
}

class Writer {
 public:
  Writer(std::ostream& out, const Schedule& schedule)
      : out_(out),
        schedule_(schedule),
        card_ids_(MakeIds(schedule.cards, "card")),
        set_ids_(MakeIds(schedule.sets, "set")) {}

  absl::Status Write();

 private:
  template <typename Item, typename WriteItem>
  void WriteList(std::string_view name, const std::vector<Item>& items, WriteItem write);
  template <typename Item>
  void WriteNames(Line& line, const Item& item, const std::string& id) const;
  void WriteSource(Line& line, const ScheduleSource& source) const;
  std::string SetLine(std::size_t index) const;
  std::string CardLine(std::size_t index) const;
  void WriteEnd(Line& line, std::string_view key, const ScheduleEndpoint& end) const;
  std::string EdgeLine(const ScheduleEdge& edge) const;
  std::string DeclaredLine() const;

  std::ostream& out_;
  const Schedule& schedule_;
  std::vector<std::string> card_ids_;
  std::vector<std::string> set_ids_;
};

template <typename Item, typename WriteItem>
void Writer::WriteList(std::string_view name, const std::vector<Item>& items, WriteItem write) {
  out_ << ",\n \"" << name << "\": [";
  for (std::size_t index = 0; index < items.size(); ++index) {
    out_ << (index == 0 ? "\n  " : ",\n  ") << write(index);
  }
  out_ << (items.empty() ? "]" : "\n ]");
}

template <typename Item>
void Writer::WriteNames(Line& line, const Item& item, const std::string& id) const {
  line.Text("id", id);
  if (item.name != id) line.Text("name", item.name);
  if (!item.full_name.empty()) line.Text("full_name", item.full_name);
}

void Writer::WriteSource(Line& line, const ScheduleSource& source) const {
  if (source.is_given()) line.Text("source", SourceText(schedule_, source));
}

std::string Writer::SetLine(std::size_t index) const {
  const ScheduleSet& set = schedule_.sets[index];
  Line line;
  WriteNames(line, set, set_ids_[index]);
  if (!set.parents.empty()) line.List("in", set.parents, set_ids_);
  WriteSource(line, set.source);
  return line.Take();
}

std::string Writer::CardLine(std::size_t index) const {
  const ScheduleCard& card = schedule_.cards[index];
  Line line;
  WriteNames(line, card, card_ids_[index]);
  if (!card.owner.empty()) line.Text("owner", card.owner);
  if (card.start.has_value()) line.Text("start", TickGroupName(*card.start));
  if (card.end.has_value()) line.Text("end", TickGroupName(*card.end));
  if (card.lane.has_value()) line.Text("lane", LaneName(*card.lane));
  if (card.high_priority) line.Literal("high_priority", "true");
  if (card.order != 0) line.Whole("order", card.order);
  if (card.tie_key.has_value()) line.Whole("tie_key", *card.tie_key);
  if (!card.allow_on_dedicated_server) line.Literal("allow_on_dedicated_server", "false");
  if (card.engine_stage) line.Literal("engine_stage", "true");
  if (card.state != CardState::kEnabled) line.Text("state", CardStateName(card.state));
  if (card.cooling_seconds != 0) line.Number("cooling_s", card.cooling_seconds);
  if (card.cost_us.has_value()) line.Number("cost_us", *card.cost_us);
  if (card.count != 1) line.Whole("count", card.count);
  if (card.missing) line.Literal("missing", "true");
  if (!card.sets.empty()) line.List("sets", card.sets, set_ids_);
  WriteSource(line, card.source);
  return line.Take();
}

void Writer::WriteEnd(Line& line, std::string_view key, const ScheduleEndpoint& end) const {
  if (end.is_set()) {
    line.Text(absl::StrCat(ToAbsl(key), "_set"), set_ids_[end.index]);
  } else {
    line.Text(key, card_ids_[end.index]);
  }
}

std::string Writer::EdgeLine(const ScheduleEdge& edge) const {
  Line line;
  if (edge.kind == ScheduleEdge::Kind::kMembership) {
    WriteEnd(line, "member", edge.from);
    line.Text("of", set_ids_[edge.to.index]);
  } else {
    WriteEnd(line, "before", edge.from);
    WriteEnd(line, "after", edge.to);
  }
  WriteSource(line, edge.source);
  return line.Take();
}

std::string Writer::DeclaredLine() const {
  const DeclaredTotals& totals = schedule_.declared;
  Line line;
  if (totals.registered.has_value()) line.Whole("registered", *totals.registered);
  if (totals.enabled.has_value()) line.Whole("enabled", *totals.enabled);
  if (totals.disabled.has_value()) line.Whole("disabled", *totals.disabled);
  return line.Take();
}

absl::Status Writer::Write() {
  out_ << "{\"tickgraph_schedule\": 1";
  WriteList("sets", schedule_.sets, [this](std::size_t index) { return SetLine(index); });
  WriteList("cards", schedule_.cards, [this](std::size_t index) { return CardLine(index); });
  WriteList("edges", schedule_.edges,
            [this](std::size_t index) { return EdgeLine(schedule_.edges[index]); });
  if (!schedule_.published.empty()) {
    WriteList("published", schedule_.published, [this](std::size_t index) {
      const PublishedMakespan& published = schedule_.published[index];
      Line line;
      line.Whole("processors", published.processors);
      line.Number("lower_us", published.lower_us);
      line.Number("best_us", published.best_us);
      return line.Take();
    });
  }
  if (const std::string declared = DeclaredLine(); declared != "{}") {
    out_ << ",\n \"declared\": " << declared;
  }
  out_ << "}\n";
  out_.flush();
  if (out_.good()) return absl::OkStatus();
  return absl::InternalError(
      "the schedule could not be written: the stream failed; is the disk full?");
}

}  // namespace

absl::Status WriteJsonSchedule(std::ostream& out, const Schedule& schedule) {
  return Writer(out, schedule).Write();
}

}  // namespace tickgraph::model
