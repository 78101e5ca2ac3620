#include "tickgraph/simulate/schedule_names.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/quoted_name.h"

namespace tickgraph {
namespace {

using model::Schedule;
using model::ScheduleCard;
using model::ScheduleEndpoint;

constexpr std::size_t kMostListed = 8;

ScheduleEndpoint CardEndpoint(std::size_t card) {
  return {ScheduleEndpoint::Kind::kCard, static_cast<std::uint32_t>(card)};
}

ScheduleEndpoint SetEndpoint(std::size_t set) {
  return {ScheduleEndpoint::Kind::kSet, static_cast<std::uint32_t>(set)};
}

// The items for which the first of name, full name and id that fits at all is `text`.
template <typename Item>
std::vector<std::size_t> FindItems(const std::vector<Item>& items, std::string_view text) {
  std::vector<std::size_t> found;
  for (const auto member : {&Item::name, &Item::full_name, &Item::source_id}) {
    for (std::size_t index = 0; index < items.size(); ++index) {
      if (items[index].*member == text) found.push_back(index);
    }
    // Full names and ids may be absent; a name may be empty.
    if (!found.empty() || text.empty()) break;
  }
  return found;
}

char Lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// How many letters agree from the front and from the back, without regard to case, less those that
// do not: the likeness of a name to itself with a slip of the keyboard in it.
std::int64_t Likeness(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) { return Lower(x) == Lower(y); };
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t front = 0;
  while (front < shorter && same(a[front], b[front])) ++front;
  std::size_t back = 0;
  while (back < shorter - front && same(a[a.size() - 1 - back], b[b.size() - 1 - back])) ++back;
  const bool is_inside =
      !a.empty() && std::search(b.begin(), b.end(), a.begin(), a.end(), same) != b.end();
  const std::size_t agreeing = is_inside ? a.size() : front + back;
  return static_cast<std::int64_t>(4 * agreeing) - static_cast<std::int64_t>(b.size());
}

template <typename Item>
std::string ItemText(const Item& item, std::string_view kind) {
  std::string text = absl::StrCat(ToAbsl(kind), QuotedName(item.name));
  const std::string& other =
      item.full_name.empty() || item.full_name == item.name ? item.source_id : item.full_name;
  if (!other.empty() && other != item.name) absl::StrAppend(&text, " = ", QuotedName(other));
  if (item.line != 0) absl::StrAppend(&text, " (line ", item.line, ")");
  return text;
}

}  // namespace

std::vector<ScheduleEndpoint> FindEndpoints(const Schedule& schedule, std::string_view text) {
  std::vector<ScheduleEndpoint> endpoints;
  for (const std::size_t card : FindItems(schedule.cards, text)) {
    endpoints.push_back(CardEndpoint(card));
  }
  for (const std::size_t set : FindItems(schedule.sets, text)) {
    endpoints.push_back(SetEndpoint(set));
  }
  return endpoints;
}

absl::StatusOr<std::size_t> FindCard(const Schedule& schedule, std::string_view text) {
  const std::vector<std::size_t> cards = FindItems(schedule.cards, text);
  if (cards.empty()) {
    return absl::NotFoundError(
        absl::StrCat("no card is called ", QuotedName(text), NearestCardsText(schedule, text)));
  }
  if (cards.size() > 1) {
    std::vector<ScheduleEndpoint> endpoints;
    for (const std::size_t card : cards) endpoints.push_back(CardEndpoint(card));
    return absl::InvalidArgumentError(absl::StrCat(cards.size(), " cards are called ",
                                                   QuotedName(text), ": ",
                                                   EndpointListText(schedule, endpoints)));
  }
  if (schedule.cards[cards[0]].missing) {
    return absl::NotFoundError(
        absl::StrCat("card ", QuotedName(text), " is named by edges only; it does not run"));
  }
  return cards[0];
}

std::string EndpointText(const Schedule& schedule, ScheduleEndpoint endpoint) {
  return endpoint.is_set() ? ItemText(schedule.sets[endpoint.index], "set ")
                           : ItemText(schedule.cards[endpoint.index], "");
}

std::string EndpointListText(const Schedule& schedule,
                             const std::vector<ScheduleEndpoint>& endpoints) {
  std::string text;
  for (std::size_t index = 0; index < std::min(endpoints.size(), kMostListed); ++index) {
    if (index > 0) text += ", ";
    text += EndpointText(schedule, endpoints[index]);
  }
  if (endpoints.size() > kMostListed) {
    absl::StrAppend(&text, " and ", endpoints.size() - kMostListed, " more");
  }
  return text;
}

std::string NearestCardsText(const Schedule& schedule, std::string_view text) {
  std::vector<std::pair<std::int64_t, std::size_t>> ranked;
  for (std::size_t card = 0; card < schedule.cards.size(); ++card) {
    const ScheduleCard& candidate = schedule.cards[card];
    if (candidate.missing) continue;
    const std::int64_t likeness =
        std::max(Likeness(text, candidate.name), Likeness(text, candidate.full_name));
    ranked.emplace_back(-likeness, card);
  }
  const std::size_t kept = std::min(ranked.size(), kMostListed);
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept),
                    ranked.end());
  ranked.resize(kept);
  if (ranked.empty()) return "; there are no cards";
  std::vector<ScheduleEndpoint> endpoints;
  for (const auto& [likeness, card] : ranked) endpoints.push_back(CardEndpoint(card));
  return absl::StrCat("; nearest: ", EndpointListText(schedule, endpoints));
}

}  // namespace tickgraph
