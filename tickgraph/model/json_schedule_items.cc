#include "tickgraph/model/json_schedule_items.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"

namespace tickgraph::model {
namespace {

constexpr std::int64_t kMostCount = std::numeric_limits<std::int64_t>::max();

}  // namespace

JsonScheduleItems::JsonScheduleItems(std::int64_t most_edges, ReadProblems& problems)
    : most_edges_(most_edges), problems_(problems), sources_(schedule_.source_files) {
  schedule_.format = ScheduleFormat::kJson;
}

absl::Status JsonScheduleItems::TakeNames(JsonItem& item, std::string& id, std::string& name,
                                          std::string& full_name) {
  std::optional<std::string> given_id;
  std::optional<std::string> given_name;
  std::optional<std::string> given_full_name;
  absl::Status status = item.TakeText("id", given_id, problems_);
  status.Update(item.TakeText("name", given_name, problems_));
  status.Update(item.TakeText("full_name", given_full_name, problems_));
  if (!given_id.has_value() && !given_name.has_value()) {
    status.Update(problems_.Report(item.line(), "an item has neither a name nor an id"));
  }
  id = given_id.has_value() ? *given_id : given_name.value_or("");
  name = given_name.has_value() ? *std::move(given_name) : id;
  full_name = std::move(given_full_name).value_or("");
  return status;
}

absl::Status JsonScheduleItems::Declare(const JsonItem& item, JsonNames& names,
                                        std::string_view what, std::string_view id,
                                        std::size_t index) {
  if (names.Declare(id, static_cast<std::uint32_t>(index), item.line())) return absl::OkStatus();
  return problems_.Report(item.line(),
                          absl::StrCat("a ", ToAbsl(what), " with the id ", QuotedName(id),
                                       " was declared on line ", names.line(names.Mention(id)),
                                       "; give one of them another id. Edges end at the first"));
}

absl::Status JsonScheduleItems::TakeSource(JsonItem& item, ScheduleSource& source) {
  std::optional<std::string> text;
  absl::Status status = item.TakeText("source", text, problems_);
  if (!text.has_value()) return status;
  const std::optional<ScheduleSource> parsed = sources_.Parse(*text);
  if (!parsed.has_value()) return item.Refuse("source", "\"file:line\"", problems_);
  source = *parsed;
  return status;
}

absl::Status JsonScheduleItems::TakeMemberships(JsonItem& item, std::string_view key, bool is_set,
                                                std::uint32_t member) {
  std::vector<std::string> names;
  const absl::Status status = item.TakeList(key, names, problems_);
  for (const std::string& name : names) {
    memberships_.push_back({is_set, member, set_names_.Mention(name), item.line()});
  }
  return status;
}

absl::Status JsonScheduleItems::AddSet(JsonItem& item) {
  ScheduleSet set;
  set.line = item.line();
  const std::size_t index = schedule_.sets.size();
  absl::Status status = TakeNames(item, set.source_id, set.name, set.full_name);
  status.Update(TakeSource(item, set.source));
  status.Update(TakeMemberships(item, "in", true, static_cast<std::uint32_t>(index)));
  status.Update(Declare(item, set_names_, "set", set.source_id, index));
  schedule_.sets.push_back(std::move(set));
  return status;
}

absl::Status JsonScheduleItems::TakeGroup(JsonItem& item, std::string_view key,
                                          std::optional<TickGroup>& group) {
  std::optional<std::string> name;
  absl::Status status = item.TakeText(key, name, problems_);
  if (!name.has_value()) return status;
  group = ParseTickGroup(*name);
  return group.has_value() ? status : item.Refuse(key, "a tick group", problems_);
}

absl::Status JsonScheduleItems::TakeState(JsonItem& item, ScheduleCard& card) {
  std::optional<std::string> lane;
  std::optional<std::string> state;
  absl::Status status = item.TakeText("lane", lane, problems_);
  status.Update(item.TakeText("state", state, problems_));
  if (lane.has_value()) {
    card.lane = ParseLane(*lane);
    if (!card.lane.has_value()) {
      status.Update(item.Refuse("lane", "GameThread or AnyThread", problems_));
    }
  }
  if (state.has_value()) {
    const std::optional<CardState> parsed = ParseCardState(*state);
    card.state = parsed.value_or(CardState::kEnabled);
    if (!parsed.has_value()) {
      status.Update(item.Refuse("state", "enabled, cooling or disabled", problems_));
    }
  }
  return status;
}

absl::Status JsonScheduleItems::AddCard(JsonItem& item) {
  ScheduleCard card;
  card.line = item.line();
  const std::size_t index = schedule_.cards.size();
  std::optional<std::string> owner;
  std::optional<std::int64_t> order;
  std::optional<std::int64_t> count;
  std::optional<double> cooling;
  absl::Status status = TakeNames(item, card.source_id, card.name, card.full_name);
  status.Update(item.TakeText("owner", owner, problems_));
  status.Update(TakeGroup(item, "start", card.start));
  status.Update(TakeGroup(item, "end", card.end));
  status.Update(TakeState(item, card));
  status.Update(item.TakeBoolean("high_priority", card.high_priority, problems_));
  status.Update(item.TakeInteger("order", std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int32_t>::max(), order, problems_));
  status.Update(item.TakeNatural("tie_key", card.tie_key, problems_));
  status.Update(
      item.TakeBoolean("allow_on_dedicated_server", card.allow_on_dedicated_server, problems_));
  status.Update(item.TakeBoolean("engine_stage", card.engine_stage, problems_));
  status.Update(item.TakeDuration("cooling_s", cooling, problems_));
  status.Update(item.TakeDuration("cost_us", card.cost_us, problems_));
  status.Update(item.TakeInteger("count", 0, kMostCount, count, problems_));
  status.Update(item.TakeBoolean("missing", card.missing, problems_));
  status.Update(TakeSource(item, card.source));
  status.Update(TakeMemberships(item, "sets", false, static_cast<std::uint32_t>(index)));
  status.Update(Declare(item, card_names_, "card", card.source_id, index));
  card.owner = std::move(owner).value_or("");
  card.order = static_cast<std::int32_t>(order.value_or(0));
  card.count = count.value_or(1);
  card.cooling_seconds = cooling.value_or(0);
  schedule_.cards.push_back(std::move(card));
  return status;
}

absl::Status JsonScheduleItems::TakeEnd(JsonItem& item, std::string_view key, ScheduleEndpoint& end,
                                        std::uint32_t& name) {
  const std::string set_key = absl::StrCat(ToAbsl(key), "_set");
  const bool is_set = !item.Has(key) && item.Has(set_key);
  end.kind = is_set ? ScheduleEndpoint::Kind::kSet : ScheduleEndpoint::Kind::kCard;
  const std::string_view used = is_set ? std::string_view(set_key) : key;
  std::optional<std::string> id;
  absl::Status status = item.TakeText(used, id, problems_);
  if (id.has_value()) {
    name = (is_set ? set_names_ : card_names_).Mention(*id);
    return status;
  }
  // Where a member is of a wrong kind this was said already.
  if (status.ok() && !item.Has(used)) {
    status = problems_.Report(item.line(), absl::StrCat("the edge names neither \"", ToAbsl(key),
                                                        "\" nor \"", set_key, "\""));
  }
  name = std::numeric_limits<std::uint32_t>::max();
  return status;
}

absl::Status JsonScheduleItems::AddEdge(JsonItem& item) {
  Edge added;
  added.edge.line = item.line();
  const bool is_membership = item.Has("member") || item.Has("member_set");
  absl::Status status;
  if (is_membership) {
    added.edge.kind = ScheduleEdge::Kind::kMembership;
    status.Update(TakeEnd(item, "member", added.edge.from, added.from_name));
    std::optional<std::string> set;
    status.Update(item.TakeText("of", set, problems_));
    if (status.ok() && !set.has_value()) {
      status = problems_.Report(item.line(), "the membership does not name its set, \"of\"");
      if (status.ok()) return status;
    }
    added.edge.to.kind = ScheduleEndpoint::Kind::kSet;
    if (set.has_value()) added.to_name = set_names_.Mention(*set);
  } else {
    status.Update(TakeEnd(item, "before", added.edge.from, added.from_name));
    status.Update(TakeEnd(item, "after", added.edge.to, added.to_name));
  }
  status.Update(TakeSource(item, added.edge.source));
  if (!status.ok()) return status;
  constexpr std::uint32_t kLost = std::numeric_limits<std::uint32_t>::max();
  if (added.from_name == kLost || added.to_name == kLost) return status;
  if (static_cast<std::int64_t>(edges_.size()) >= most_edges_) {
    return problems_.Fatal(item.line(), absl::StrCat("more than ", most_edges_,
                                                     " edges; raise the limit if that is meant"));
  }
  edges_.push_back(added);
  return status;
}

absl::Status JsonScheduleItems::AddPublished(JsonItem& item) {
  std::optional<std::int64_t> processors;
  std::optional<double> lower;
  std::optional<double> best;
  absl::Status status = item.TakeInteger("processors", 0, kMostCount, processors, problems_);
  status.Update(item.TakeDuration("lower_us", lower, problems_));
  status.Update(item.TakeDuration("best_us", best, problems_));
  if (!status.ok()) return status;
  if (!processors.has_value() || !lower.has_value() || !best.has_value()) {
    return problems_.Report(item.line(),
                            "published: expected the members processors, lower_us and best_us");
  }
  schedule_.published.push_back({*processors, *lower, *best});
  return status;
}

absl::Status JsonScheduleItems::AddDeclared(JsonItem& item) {
  DeclaredTotals& totals = schedule_.declared;
  absl::Status status = item.TakeInteger("registered", 0, kMostCount, totals.registered, problems_);
  status.Update(item.TakeInteger("enabled", 0, kMostCount, totals.enabled, problems_));
  status.Update(item.TakeInteger("disabled", 0, kMostCount, totals.disabled, problems_));
  return status;
}

absl::StatusOr<Schedule> JsonScheduleItems::Finish() {
  absl::Status status = AddMemberships();
  if (status.ok()) status = AddEdges();
  if (!status.ok()) return status;
  return std::move(schedule_);
}

bool JsonScheduleItems::Join(bool is_set, std::uint32_t member, std::uint32_t set) {
  if (!joined_.insert({(std::uint64_t{is_set ? 1U : 0U} << 32) | member, set}).second) return false;
  (is_set ? schedule_.sets[member].parents : schedule_.cards[member].sets).push_back(set);
  return true;
}

absl::Status JsonScheduleItems::AddMemberships() {
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

absl::Status JsonScheduleItems::AddEdges() {
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

}  // namespace tickgraph::model
