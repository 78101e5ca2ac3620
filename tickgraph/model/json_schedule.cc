#include "tickgraph/model/json_schedule.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/json_events.h"
#include "tickgraph/model/json_item.h"
#include "tickgraph/model/json_names.h"
#include "tickgraph/model/source_table.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph::model {
namespace {

constexpr std::string_view kVersionMember = "tickgraph_schedule";
constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kMostCount = std::numeric_limits<std::int64_t>::max();

class JsonScheduleReader {
 public:
  JsonScheduleReader(std::int64_t most_edges, ReadProblems& problems)
      : most_edges_(most_edges), problems_(problems), sources_(schedule_.source_files) {}

  absl::StatusOr<Schedule> Read(std::string_view text);

 private:
  using Kind = JsonEvent::Kind;
  // Where in the text the walk is.
  enum class Place : std::uint8_t { kOutside, kTop, kList, kItem, kNames, kSkipped };
  enum class ItemKind : std::uint8_t { kNone, kSet, kCard, kEdge, kPublished, kDeclared };
  struct Membership {
    // Of a set, or of a card.
    bool is_set = false;
    std::uint32_t member = 0;
    std::uint32_t set_name = 0;
    std::int64_t line = 0;
  };
  struct Edge {
    ScheduleEdge edge;
    std::uint32_t from_name = 0;
    std::uint32_t to_name = 0;
  };

  absl::Status Handle(const JsonEvent& event);
  absl::Status HandleTop(const JsonEvent& event);
  absl::Status HandleList(const JsonEvent& event);
  absl::Status HandleItem(const JsonEvent& event);
  absl::Status HandleNames(const JsonEvent& event);
  void Skip(const JsonEvent& event);

  absl::Status ReadVersion(const JsonEvent& event);
  absl::Status EndItem();
  absl::Status AddSet();
  absl::Status AddCard();
  absl::Status AddEdge();
  absl::Status AddPublished();
  absl::Status AddDeclared();
  absl::Status TakeNames(std::string& id, std::string& name, std::string& full_name);
  absl::Status TakeGroup(std::string_view key, std::optional<TickGroup>& group);
  absl::Status TakeState(ScheduleCard& card);
  absl::Status TakeSource(ScheduleSource& source);
  absl::Status TakeMemberships(std::string_view key, bool is_set, std::uint32_t member);
  absl::Status TakeEnd(std::string_view key, ScheduleEndpoint& end, std::uint32_t& name);
  absl::Status Declare(JsonNames& names, std::string_view what, std::string_view id,
                       std::size_t index);

  absl::Status AddMemberships();
  absl::Status AddEdges();
  bool Join(bool is_set, std::uint32_t member, std::uint32_t set);

  std::int64_t most_edges_;
  ReadProblems& problems_;
  Schedule schedule_;
  SourceTable sources_;

  Place place_ = Place::kOutside;
  ItemKind item_kind_ = ItemKind::kNone;
  std::string key_;
  std::int64_t line_ = 1;
  bool has_version_ = false;
  // Open objects and arrays of a value that is not read, and where the walk goes on after it.
  std::int64_t skipped_depth_ = 0;
  Place after_skipped_ = Place::kTop;

  JsonItem item_;
  JsonNames card_names_;
  JsonNames set_names_;
  std::vector<Membership> memberships_;
  std::vector<Edge> edges_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint32_t>> joined_;
};

absl::StatusOr<Schedule> JsonScheduleReader::Read(std::string_view text) {
  schedule_.format = ScheduleFormat::kJson;
  absl::Status status =
      WalkJson(text, problems_, [this](const JsonEvent& event) { return Handle(event); });
  if (status.ok() && !has_version_) {
    status = problems_.Report(line_, absl::StrCat("the member \"", ToAbsl(kVersionMember),
                                                  "\" is missing; is this a schedule?"));
  }
  if (status.ok()) status = AddMemberships();
  if (status.ok()) status = AddEdges();
  if (!status.ok()) return status;
  return std::move(schedule_);
}

absl::Status JsonScheduleReader::Handle(const JsonEvent& event) {
  line_ = event.line;
  switch (place_) {
    case Place::kOutside:
      if (event.kind == Kind::kBeginObject) {
        place_ = Place::kTop;
        return absl::OkStatus();
      }
      return problems_.Fatal(event.line, "a schedule in JSON is an object");
    case Place::kTop:
      return HandleTop(event);
    case Place::kList:
      return HandleList(event);
    case Place::kItem:
      return HandleItem(event);
    case Place::kNames:
      return HandleNames(event);
    case Place::kSkipped:
      Skip(event);
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status JsonScheduleReader::HandleTop(const JsonEvent& event) {
  if (event.kind == Kind::kEndObject) return absl::OkStatus();
  if (event.kind == Kind::kKey) {
    key_ = BytesFromUtf8(event.text);
    return absl::OkStatus();
  }
  if (key_ == kVersionMember) return ReadVersion(event);
  constexpr std::pair<std::string_view, ItemKind> kLists[] = {{"sets", ItemKind::kSet},
                                                              {"cards", ItemKind::kCard},
                                                              {"edges", ItemKind::kEdge},
                                                              {"published", ItemKind::kPublished}};
  item_kind_ = ItemKind::kNone;
  for (const auto& [name, kind] : kLists) {
    if (key_ == name) item_kind_ = kind;
  }
  if (key_ == "declared" && event.kind == Kind::kBeginObject) {
    item_kind_ = ItemKind::kDeclared;
    item_.Begin("declared totals", event.line);
    place_ = Place::kItem;
    return absl::OkStatus();
  }
  if (item_kind_ != ItemKind::kNone && event.kind == Kind::kBeginArray) {
    place_ = Place::kList;
    return absl::OkStatus();
  }
  Skip(event);
  if (item_kind_ != ItemKind::kNone || key_ == "declared") {
    return problems_.Report(event.line, absl::StrCat(key_, " is not a list of objects"));
  }
  problems_.Note(
      ScheduleFinding::Kind::kDoubt, event.line,
      absl::StrCat("the member ", QuotedName(key_), " of the schedule is not known, and ignored"));
  return absl::OkStatus();
}

absl::Status JsonScheduleReader::ReadVersion(const JsonEvent& event) {
  has_version_ = true;
  if (event.integer == kVersion) return absl::OkStatus();
  Skip(event);
  return problems_.Report(event.line,
                          absl::StrCat(ToAbsl(kVersionMember), " must be ", kVersion,
                                       "; this file is of a version that is not known here"));
}

absl::Status JsonScheduleReader::HandleList(const JsonEvent& event) {
  if (event.kind == Kind::kEndArray) {
    place_ = Place::kTop;
    return absl::OkStatus();
  }
  if (event.kind != Kind::kBeginObject) {
    Skip(event);
    return problems_.Report(event.line, absl::StrCat("expected an object in the list of ", key_));
  }
  const std::string_view what = item_kind_ == ItemKind::kSet    ? "set"
                                : item_kind_ == ItemKind::kCard ? "card"
                                : item_kind_ == ItemKind::kEdge ? "edge"
                                                                : "published";
  item_.Begin(what, event.line);
  place_ = Place::kItem;
  return absl::OkStatus();
}

absl::Status JsonScheduleReader::HandleItem(const JsonEvent& event) {
  switch (event.kind) {
    case Kind::kKey:
      // The key of the list is not needed any more: what the list holds is known.
      key_ = std::string(event.text);
      return absl::OkStatus();
    case Kind::kEndObject:
      place_ = item_kind_ == ItemKind::kDeclared ? Place::kTop : Place::kList;
      return EndItem();
    case Kind::kBeginArray:
      item_.AddList(key_, event.line);
      place_ = Place::kNames;
      return absl::OkStatus();
    case Kind::kBeginObject:
      Skip(event);
      return problems_.Report(
          event.line, absl::StrCat(QuotedName(key_), " holds an object, which no member does"));
    default:
      item_.Add(key_, event);
      return absl::OkStatus();
  }
}

absl::Status JsonScheduleReader::HandleNames(const JsonEvent& event) {
  if (event.kind == Kind::kEndArray) {
    place_ = Place::kItem;
    return absl::OkStatus();
  }
  if (event.kind == Kind::kString) {
    item_.AddText(event.text);
    return absl::OkStatus();
  }
  Skip(event);
  return problems_.Report(event.line,
                          absl::StrCat("expected a string in the list ", QuotedName(key_)));
}

// Leaves out the value that `event` begins, or counts how deep the walk is inside it.
void JsonScheduleReader::Skip(const JsonEvent& event) {
  if (event.kind == Kind::kBeginObject || event.kind == Kind::kBeginArray) {
    if (skipped_depth_++ == 0) after_skipped_ = std::exchange(place_, Place::kSkipped);
  } else if (event.kind == Kind::kEndObject || event.kind == Kind::kEndArray) {
    if (--skipped_depth_ == 0) place_ = after_skipped_;
  }
}

absl::Status JsonScheduleReader::EndItem() {
  absl::Status status;
  switch (item_kind_) {
    case ItemKind::kSet:
      status = AddSet();
      break;
    case ItemKind::kCard:
      status = AddCard();
      break;
    case ItemKind::kEdge:
      status = AddEdge();
      break;
    case ItemKind::kPublished:
      status = AddPublished();
      break;
    case ItemKind::kDeclared:
      status = AddDeclared();
      break;
    case ItemKind::kNone:
      break;
  }
  if (status.ok()) item_.DoubtTheRest(problems_);
  return status;
}

absl::Status JsonScheduleReader::TakeNames(std::string& id, std::string& name,
                                           std::string& full_name) {
  std::optional<std::string> given_id;
  std::optional<std::string> given_name;
  std::optional<std::string> given_full_name;
  absl::Status status = item_.TakeText("id", given_id, problems_);
  status.Update(item_.TakeText("name", given_name, problems_));
  status.Update(item_.TakeText("full_name", given_full_name, problems_));
  if (!given_id.has_value() && !given_name.has_value()) {
    status.Update(problems_.Report(item_.line(), "an item has neither a name nor an id"));
  }
  id = given_id.has_value() ? *given_id : given_name.value_or("");
  name = given_name.has_value() ? *std::move(given_name) : id;
  full_name = std::move(given_full_name).value_or("");
  return status;
}

absl::Status JsonScheduleReader::Declare(JsonNames& names, std::string_view what,
                                         std::string_view id, std::size_t index) {
  if (names.Declare(id, static_cast<std::uint32_t>(index), item_.line())) return absl::OkStatus();
  return problems_.Report(item_.line(),
                          absl::StrCat("a ", ToAbsl(what), " with the id ", QuotedName(id),
                                       " was declared on line ", names.line(names.Mention(id)),
                                       "; give one of them another id. Edges end at the first"));
}

absl::Status JsonScheduleReader::TakeSource(ScheduleSource& source) {
  std::optional<std::string> text;
  absl::Status status = item_.TakeText("source", text, problems_);
  if (!text.has_value()) return status;
  const std::optional<ScheduleSource> parsed = sources_.Parse(*text);
  if (!parsed.has_value()) return item_.Refuse("source", "\"file:line\"", problems_);
  source = *parsed;
  return status;
}

absl::Status JsonScheduleReader::TakeMemberships(std::string_view key, bool is_set,
                                                 std::uint32_t member) {
  std::vector<std::string> names;
  const absl::Status status = item_.TakeList(key, names, problems_);
  for (const std::string& name : names) {
    memberships_.push_back({is_set, member, set_names_.Mention(name), item_.line()});
  }
  return status;
}

absl::Status JsonScheduleReader::AddSet() {
  ScheduleSet set;
  set.line = item_.line();
  const std::size_t index = schedule_.sets.size();
  absl::Status status = TakeNames(set.source_id, set.name, set.full_name);
  status.Update(TakeSource(set.source));
  status.Update(TakeMemberships("in", true, static_cast<std::uint32_t>(index)));
  status.Update(Declare(set_names_, "set", set.source_id, index));
  schedule_.sets.push_back(std::move(set));
  return status;
}

absl::Status JsonScheduleReader::TakeGroup(std::string_view key, std::optional<TickGroup>& group) {
  std::optional<std::string> name;
  absl::Status status = item_.TakeText(key, name, problems_);
  if (!name.has_value()) return status;
  group = ParseTickGroup(*name);
  return group.has_value() ? status : item_.Refuse(key, "a tick group", problems_);
}

absl::Status JsonScheduleReader::TakeState(ScheduleCard& card) {
  std::optional<std::string> lane;
  std::optional<std::string> state;
  absl::Status status = item_.TakeText("lane", lane, problems_);
  status.Update(item_.TakeText("state", state, problems_));
  if (lane.has_value()) {
    card.lane = ParseLane(*lane);
    if (!card.lane.has_value()) {
      status.Update(item_.Refuse("lane", "GameThread or AnyThread", problems_));
    }
  }
  if (state.has_value()) {
    const std::optional<CardState> parsed = ParseCardState(*state);
    card.state = parsed.value_or(CardState::kEnabled);
    if (!parsed.has_value()) {
      status.Update(item_.Refuse("state", "enabled, cooling or disabled", problems_));
    }
  }
  return status;
}

absl::Status JsonScheduleReader::AddCard() {
  ScheduleCard card;
  card.line = item_.line();
  const std::size_t index = schedule_.cards.size();
  std::optional<std::string> owner;
  std::optional<std::int64_t> order;
  std::optional<std::int64_t> count;
  std::optional<double> cooling;
  absl::Status status = TakeNames(card.source_id, card.name, card.full_name);
  status.Update(item_.TakeText("owner", owner, problems_));
  status.Update(TakeGroup("start", card.start));
  status.Update(TakeGroup("end", card.end));
  status.Update(TakeState(card));
  status.Update(item_.TakeBoolean("high_priority", card.high_priority, problems_));
  status.Update(item_.TakeInteger("order", std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max(), order, problems_));
  status.Update(item_.TakeNatural("tie_key", card.tie_key, problems_));
  status.Update(
      item_.TakeBoolean("allow_on_dedicated_server", card.allow_on_dedicated_server, problems_));
  status.Update(item_.TakeBoolean("engine_stage", card.engine_stage, problems_));
  status.Update(item_.TakeDuration("cooling_s", cooling, problems_));
  status.Update(item_.TakeDuration("cost_us", card.cost_us, problems_));
  status.Update(item_.TakeInteger("count", 0, kMostCount, count, problems_));
  status.Update(item_.TakeBoolean("missing", card.missing, problems_));
  status.Update(TakeSource(card.source));
  status.Update(TakeMemberships("sets", false, static_cast<std::uint32_t>(index)));
  status.Update(Declare(card_names_, "card", card.source_id, index));
  card.owner = std::move(owner).value_or("");
  card.order = static_cast<std::int32_t>(order.value_or(0));
  card.count = count.value_or(1);
  card.cooling_seconds = cooling.value_or(0);
  schedule_.cards.push_back(std::move(card));
  return status;
}

absl::Status JsonScheduleReader::TakeEnd(std::string_view key, ScheduleEndpoint& end,
                                         std::uint32_t& name) {
  const std::string set_key = absl::StrCat(ToAbsl(key), "_set");
  const bool is_set = !item_.Has(key) && item_.Has(set_key);
  end.kind = is_set ? ScheduleEndpoint::Kind::kSet : ScheduleEndpoint::Kind::kCard;
  const std::string_view used = is_set ? std::string_view(set_key) : key;
  std::optional<std::string> id;
  absl::Status status = item_.TakeText(used, id, problems_);
  if (id.has_value()) {
    name = (is_set ? set_names_ : card_names_).Mention(*id);
    return status;
  }
  // Where a member is of a wrong kind this was said already.
  if (status.ok() && !item_.Has(used)) {
    status = problems_.Report(item_.line(), absl::StrCat("the edge names neither \"", ToAbsl(key),
                                                         "\" nor \"", set_key, "\""));
  }
  name = std::numeric_limits<std::uint32_t>::max();
  return status;
}

absl::Status JsonScheduleReader::AddEdge() {
  Edge added;
  added.edge.line = item_.line();
  const bool is_membership = item_.Has("member") || item_.Has("member_set");
  absl::Status status;
  if (is_membership) {
    added.edge.kind = ScheduleEdge::Kind::kMembership;
    status.Update(TakeEnd("member", added.edge.from, added.from_name));
    std::optional<std::string> set;
    status.Update(item_.TakeText("of", set, problems_));
    if (status.ok() && !set.has_value()) {
      status = problems_.Report(item_.line(), "the membership does not name its set, \"of\"");
      if (status.ok()) return status;
    }
    added.edge.to.kind = ScheduleEndpoint::Kind::kSet;
    if (set.has_value()) added.to_name = set_names_.Mention(*set);
  } else {
    status.Update(TakeEnd("before", added.edge.from, added.from_name));
    status.Update(TakeEnd("after", added.edge.to, added.to_name));
  }
  status.Update(TakeSource(added.edge.source));
  if (!status.ok()) return status;
  constexpr std::uint32_t kLost = std::numeric_limits<std::uint32_t>::max();
  if (added.from_name == kLost || added.to_name == kLost) return status;
  if (static_cast<std::int64_t>(edges_.size()) >= most_edges_) {
    return problems_.Fatal(item_.line(), absl::StrCat("more than ", most_edges_,
                                                      " edges; raise the limit if that is meant"));
  }
  edges_.push_back(added);
  return status;
}

absl::Status JsonScheduleReader::AddPublished() {
  std::optional<std::int64_t> processors;
  std::optional<double> lower;
  std::optional<double> best;
  absl::Status status = item_.TakeInteger("processors", 0, kMostCount, processors, problems_);
  status.Update(item_.TakeDuration("lower_us", lower, problems_));
  status.Update(item_.TakeDuration("best_us", best, problems_));
  if (!status.ok()) return status;
  if (!processors.has_value() || !lower.has_value() || !best.has_value()) {
    return problems_.Report(item_.line(),
                            "published: expected the members processors, lower_us and best_us");
  }
  schedule_.published.push_back({*processors, *lower, *best});
  return status;
}

absl::Status JsonScheduleReader::AddDeclared() {
  DeclaredTotals& totals = schedule_.declared;
  absl::Status status =
      item_.TakeInteger("registered", 0, kMostCount, totals.registered, problems_);
  status.Update(item_.TakeInteger("enabled", 0, kMostCount, totals.enabled, problems_));
  status.Update(item_.TakeInteger("disabled", 0, kMostCount, totals.disabled, problems_));
  return status;
}

bool JsonScheduleReader::Join(bool is_set, std::uint32_t member, std::uint32_t set) {
  if (!joined_.insert({(std::uint64_t{is_set ? 1U : 0U} << 32) | member, set}).second) return false;
  (is_set ? schedule_.sets[member].parents : schedule_.cards[member].sets).push_back(set);
  return true;
}

absl::Status JsonScheduleReader::AddMemberships() {
  for (const Membership& membership : memberships_) {
    const std::optional<std::uint32_t> set = set_names_.Find(membership.set_name);
    if (set.has_value()) {
      Join(membership.is_set, membership.member, *set);
      continue;
    }
    absl::Status status = problems_.Report(
        membership.line,
        absl::StrCat("no set has the id ", QuotedName(set_names_.id(membership.set_name))));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status JsonScheduleReader::AddEdges() {
  schedule_.edges.reserve(edges_.size());
  for (Edge& added : edges_) {
    bool is_known = true;
    for (const bool is_from : {true, false}) {
      ScheduleEndpoint& end = is_from ? added.edge.from : added.edge.to;
      const std::uint32_t name = is_from ? added.from_name : added.to_name;
      const JsonNames& names = end.is_set() ? set_names_ : card_names_;
      const std::optional<std::uint32_t> index = names.Find(name);
      if (index.has_value()) {
        end.index = *index;
        continue;
      }
      is_known = false;
      absl::Status status = problems_.Report(
          added.edge.line, absl::StrCat("no ", end.is_set() ? "set" : "card", " has the id ",
                                        QuotedName(names.id(name)), "; the edge is left out"));
      if (!status.ok()) return status;
    }
    if (!is_known) continue;
    if (added.edge.kind == ScheduleEdge::Kind::kMembership) {
      Join(added.edge.from.is_set(), added.edge.from.index, added.edge.to.index);
    }
    schedule_.edges.push_back(added.edge);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Schedule> ReadJsonSchedule(std::string_view text, std::int64_t most_edges,
                                          ReadProblems& problems) {
  return JsonScheduleReader(most_edges, problems).Read(text);
}

bool LooksLikeJson(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t brace = text.find_first_not_of(kBlanks);
  if (brace == std::string_view::npos || text[brace] != '{') return false;
  const std::size_t next = text.find_first_not_of(kBlanks, brace + 1);
  return next == std::string_view::npos || text[next] == '"' || text[next] == '}';
}

}  // namespace tickgraph::model
