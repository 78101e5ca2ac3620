#include "tickgraph/simulate/schedule_change.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/quoted_name.h"
#include "tickgraph/simulate/schedule_names.h"

namespace tickgraph {
namespace {

using model::Schedule;
using model::ScheduleEdge;
using model::ScheduleEndpoint;

using EdgeEnds = std::pair<ScheduleEndpoint, ScheduleEndpoint>;

absl::Status BadForm(std::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      QuotedName(text), " is none of any-thread=NAME, remove-edge=BEFORE:AFTER, cost=NAME:us"));
}

bool Contains(const std::vector<ScheduleEndpoint>& endpoints, ScheduleEndpoint endpoint) {
  return std::find(endpoints.begin(), endpoints.end(), endpoint) != endpoints.end();
}

absl::StatusOr<ScheduleChange> ParseAnyThread(std::string_view name, const Schedule& schedule) {
  if (name == "*" && FindEndpoints(schedule, name).empty()) {
    return ScheduleChange{.kind = ScheduleChange::Kind::kAllAnyThread};
  }
  const absl::StatusOr<std::size_t> card = FindCard(schedule, name);
  if (!card.ok()) return card.status();
  return ScheduleChange{.kind = ScheduleChange::Kind::kAnyThread, .card = *card};
}

absl::StatusOr<ScheduleChange> ParseCost(std::string_view text, const Schedule& schedule) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("cost of ", QuotedName(text), " is not given; write cost=NAME:MICROSECONDS"));
  }
  std::string_view number = text.substr(colon + 1);
  if (number.ends_with("us")) number.remove_suffix(2);
  const std::optional<double> cost_us = model::ParseDuration(number);
  if (!cost_us.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat(QuotedName(text.substr(colon + 1)),
                     " is no cost; it must be a number of microseconds from 0 to 10^12"));
  }
  const absl::StatusOr<std::size_t> card = FindCard(schedule, text.substr(0, colon));
  if (!card.ok()) return card.status();
  return ScheduleChange{.kind = ScheduleChange::Kind::kCost, .card = *card, .cost_us = *cost_us};
}

// Reads BEFORE:AFTER by trying every `:`.
class EdgeFinder {
 public:
  EdgeFinder(std::string_view text, const Schedule& schedule) : text_(text), schedule_(schedule) {}

  absl::StatusOr<ScheduleChange> Find();

 private:
  void Try(std::size_t colon);
  void AddEdges(const std::vector<ScheduleEndpoint>& before,
                const std::vector<ScheduleEndpoint>& after);
  absl::Status SeveralEdges() const;
  absl::Status NoEdge() const;
  std::string NeighboursText() const;

  std::string_view text_;
  const Schedule& schedule_;
  std::vector<EdgeEnds> found_;
  // The first `:` at which both sides, or only one, name something.
  std::optional<std::size_t> both_known_;
  std::optional<std::size_t> before_known_;
  std::optional<std::size_t> after_known_;
};

absl::StatusOr<ScheduleChange> EdgeFinder::Find() {
  if (text_.find(':') == std::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("edge ", QuotedName(text_), " has one end; write remove-edge=BEFORE:AFTER"));
  }
  for (std::size_t colon = text_.find(':'); colon != std::string_view::npos;
       colon = text_.find(':', colon + 1)) {
    Try(colon);
  }
  if (found_.empty()) return NoEdge();
  if (found_.size() > 1) return SeveralEdges();
  return ScheduleChange{.kind = ScheduleChange::Kind::kRemoveEdge,
                        .before = found_[0].first,
                        .after = found_[0].second};
}

void EdgeFinder::Try(std::size_t colon) {
  const auto before = FindEndpoints(schedule_, text_.substr(0, colon));
  const auto after = FindEndpoints(schedule_, text_.substr(colon + 1));
  if (!before.empty() && !before_known_) before_known_ = colon;
  if (!after.empty() && !after_known_) after_known_ = colon;
  if (before.empty() || after.empty()) return;
  if (!both_known_) both_known_ = colon;
  AddEdges(before, after);
}

void EdgeFinder::AddEdges(const std::vector<ScheduleEndpoint>& before,
                          const std::vector<ScheduleEndpoint>& after) {
  for (const ScheduleEdge& edge : schedule_.edges) {
    if (edge.kind != ScheduleEdge::Kind::kOrder) continue;
    if (!Contains(before, edge.from) || !Contains(after, edge.to)) continue;
    const EdgeEnds ends{edge.from, edge.to};
    if (std::find(found_.begin(), found_.end(), ends) == found_.end()) found_.push_back(ends);
  }
}

absl::Status EdgeFinder::SeveralEdges() const {
  constexpr std::size_t kMostListed = 8;
  std::string text = absl::StrCat(found_.size(), " edges are called ", QuotedName(text_), ": ");
  for (std::size_t index = 0; index < std::min(found_.size(), kMostListed); ++index) {
    absl::StrAppend(&text, index == 0 ? "" : "; ", EndpointText(schedule_, found_[index].first),
                    " before ", EndpointText(schedule_, found_[index].second));
  }
  if (found_.size() > kMostListed) text += "; …";
  return absl::InvalidArgumentError(text);
}

absl::Status EdgeFinder::NoEdge() const {
  if (both_known_) {
    return absl::NotFoundError(
        absl::StrCat("no edge leads from ", QuotedName(text_.substr(0, *both_known_)), " to ",
                     QuotedName(text_.substr(*both_known_ + 1)), NeighboursText()));
  }
  std::string_view unknown = text_.substr(0, text_.find(':'));
  if (before_known_) {
    unknown = text_.substr(*before_known_ + 1);
  } else if (after_known_) {
    unknown = text_.substr(0, *after_known_);
  }
  return absl::NotFoundError(absl::StrCat("no card or set is called ", QuotedName(unknown),
                                          NearestCardsText(schedule_, unknown)));
}

std::string EdgeFinder::NeighboursText() const {
  const auto before = FindEndpoints(schedule_, text_.substr(0, *both_known_));
  const auto after = FindEndpoints(schedule_, text_.substr(*both_known_ + 1));
  std::vector<ScheduleEndpoint> next;
  std::vector<ScheduleEndpoint> previous;
  for (const ScheduleEdge& edge : schedule_.edges) {
    if (edge.kind != ScheduleEdge::Kind::kOrder) continue;
    if (Contains(before, edge.from)) next.push_back(edge.to);
    if (Contains(after, edge.to)) previous.push_back(edge.from);
  }
  std::string text = next.empty() ? std::string("; no edge leads from the first")
                                  : "; from the first to " + EndpointListText(schedule_, next);
  text += previous.empty() ? std::string("; none to the second")
                           : "; to the second from " + EndpointListText(schedule_, previous);
  return text;
}

}  // namespace

absl::StatusOr<ScheduleChange> ParseScheduleChange(std::string_view text,
                                                   const Schedule& schedule) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return BadForm(text);
  const std::string_view kind = text.substr(0, equals);
  const std::string_view rest = text.substr(equals + 1);
  if (kind == "any-thread") return ParseAnyThread(rest, schedule);
  if (kind == "remove-edge") return EdgeFinder(rest, schedule).Find();
  if (kind == "cost") return ParseCost(rest, schedule);
  return BadForm(text);
}

void ApplyScheduleChange(const ScheduleChange& change, Schedule& schedule) {
  switch (change.kind) {
    case ScheduleChange::Kind::kAnyThread:
      schedule.cards[change.card].lane = Lane::kAnyThread;
      return;
    case ScheduleChange::Kind::kAllAnyThread:
      for (model::ScheduleCard& card : schedule.cards) card.lane = Lane::kAnyThread;
      return;
    case ScheduleChange::Kind::kCost:
      schedule.cards[change.card].cost_us = change.cost_us;
      return;
    case ScheduleChange::Kind::kRemoveEdge:
      std::erase_if(schedule.edges, [&](const ScheduleEdge& edge) {
        return edge.kind == ScheduleEdge::Kind::kOrder && edge.from == change.before &&
               edge.to == change.after;
      });
      return;
  }
}

}  // namespace tickgraph
