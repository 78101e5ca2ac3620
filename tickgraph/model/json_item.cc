#include "tickgraph/model/json_item.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/observe/json_text.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph::model {

void JsonItem::Begin(std::string_view what, std::int64_t line) {
  what_ = std::string(what);
  line_ = line;
  members_.clear();
}

void JsonItem::Add(std::string_view key, const JsonEvent& event) {
  Member member;
  member.key = BytesFromUtf8(key);
  member.event = event;
  member.text = BytesFromUtf8(event.text);
  member.event.text = {};
  members_.push_back(std::move(member));
}

void JsonItem::AddList(std::string_view key, std::int64_t line) {
  Add(key, {.kind = JsonEvent::Kind::kBeginArray, .line = line});
  members_.back().is_list = true;
}

void JsonItem::AddText(std::string_view text) {
  members_.back().list.push_back(BytesFromUtf8(text));
}

const JsonItem::Member* JsonItem::Find(std::string_view key) const {
  for (const Member& member : members_) {
    if (member.key == key) return &member;
  }
  return nullptr;
}

bool JsonItem::Has(std::string_view key) const {
  const Member* member = Find(key);
  return member != nullptr && member->event.kind != JsonEvent::Kind::kNull;
}

JsonItem::Member* JsonItem::Take(std::string_view key) {
  for (Member& member : members_) {
    if (member.key != key) continue;
    member.taken = true;
    return member.event.kind == JsonEvent::Kind::kNull ? nullptr : &member;
  }
  return nullptr;
}

std::string JsonItem::NameForMessages() const {
  for (const std::string_view key : {"name", "id"}) {
    const Member* member = Find(key);
    if (member == nullptr || member->text.empty()) continue;
    return absl::StrCat(" ", QuotedName(member->text));
  }
  return "";
}

absl::Status JsonItem::Refuse(std::string_view key, std::string_view wanted,
                              ReadProblems& problems) const {
  const Member* member = Find(key);
  std::string found = "nothing";
  if (member != nullptr) {
    switch (member->event.kind) {
      case JsonEvent::Kind::kString:
        found = QuotedName(member->text);
        break;
      case JsonEvent::Kind::kNumber:
        found.clear();
        AppendJsonNumber(found, member->event.number);
        break;
      case JsonEvent::Kind::kBoolean:
        found = member->event.boolean ? "true" : "false";
        break;
      case JsonEvent::Kind::kNull:
        break;
      default:
        found = "a list";
    }
  }
  return problems.Report(member != nullptr ? member->event.line : line_,
                         absl::StrCat(what_, NameForMessages(), ": ", ToAbsl(key), " is ", found,
                                      ", expected ", ToAbsl(wanted)));
}

absl::Status JsonItem::TakeText(std::string_view key, std::optional<std::string>& target,
                                ReadProblems& problems) {
  Member* member = Take(key);
  if (member == nullptr) return absl::OkStatus();
  if (member->event.kind != JsonEvent::Kind::kString) return Refuse(key, "a string", problems);
  target = member->text;
  return absl::OkStatus();
}

absl::Status JsonItem::TakeBoolean(std::string_view key, bool& target, ReadProblems& problems) {
  Member* member = Take(key);
  if (member == nullptr) return absl::OkStatus();
  if (member->event.kind != JsonEvent::Kind::kBoolean) {
    return Refuse(key, "true or false", problems);
  }
  target = member->event.boolean;
  return absl::OkStatus();
}

absl::Status JsonItem::TakeInteger(std::string_view key, std::int64_t least, std::int64_t most,
                                   std::optional<std::int64_t>& target, ReadProblems& problems) {
  Member* member = Take(key);
  if (member == nullptr) return absl::OkStatus();
  const std::optional<std::int64_t> value = member->event.integer;
  if (!value.has_value() || *value < least || *value > most) {
    return Refuse(key, absl::StrCat("a whole number from ", least, " to ", most), problems);
  }
  target = value;
  return absl::OkStatus();
}

absl::Status JsonItem::TakeNatural(std::string_view key, std::optional<std::uint64_t>& target,
                                   ReadProblems& problems) {
  Member* member = Take(key);
  if (member == nullptr) return absl::OkStatus();
  if (!member->event.natural.has_value()) {
    return Refuse(key, "a whole number from 0 to 18446744073709551615", problems);
  }
  target = member->event.natural;
  return absl::OkStatus();
}

absl::Status JsonItem::TakeDuration(std::string_view key, std::optional<double>& target,
                                    ReadProblems& problems) {
  Member* member = Take(key);
  if (member == nullptr) return absl::OkStatus();
  const double value = member->event.number;
  if (member->event.kind != JsonEvent::Kind::kNumber || !IsDuration(value)) {
    return Refuse(key, "a number from 0 to 10^12", problems);
  }
  target = value;
  return absl::OkStatus();
}

absl::Status JsonItem::TakeList(std::string_view key, std::vector<std::string>& target,
                                ReadProblems& problems) {
  Member* member = Take(key);
  if (member == nullptr) return absl::OkStatus();
  if (!member->is_list) return Refuse(key, "a list of strings", problems);
  target = std::move(member->list);
  return absl::OkStatus();
}

void JsonItem::DoubtTheRest(ReadProblems& problems) const {
  std::size_t doubts = 0;
  for (const Member& member : members_) {
    if (member.taken) continue;
    if (++doubts > kMostDoubts) return;
    problems.Note(ScheduleFinding::Kind::kDoubt, member.event.line,
                  absl::StrCat(what_, NameForMessages(), ": the member ", QuotedName(member.key),
                               " is not known, or is there twice, and is ignored"));
  }
}

}  // namespace tickgraph::model
