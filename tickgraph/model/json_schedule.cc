#include "tickgraph/model/json_schedule.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/json_events.h"
#include "tickgraph/model/json_item.h"
#include "tickgraph/model/json_schedule_items.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph::model {
namespace {

constexpr std::string_view kVersionMember = "tickgraph_schedule";
constexpr std::int64_t kVersion = 1;

class JsonScheduleReader {
 public:
  JsonScheduleReader(std::int64_t most_edges, ReadProblems& problems)
      : problems_(problems), items_(most_edges, problems) {}

  absl::StatusOr<Schedule> Read(std::string_view text);

 private:
  using Kind = JsonEvent::Kind;
  // Where in the text the walk is.
  enum class Place : std::uint8_t { kOutside, kTop, kList, kItem, kNames, kSkipped };
  enum class ItemKind : std::uint8_t { kNone, kSet, kCard, kEdge, kPublished, kDeclared };

  absl::Status Handle(const JsonEvent& event);
  absl::Status HandleTop(const JsonEvent& event);
  absl::Status HandleList(const JsonEvent& event);
  absl::Status HandleItem(const JsonEvent& event);
  absl::Status HandleNames(const JsonEvent& event);
  void Skip(const JsonEvent& event);

  absl::Status ReadVersion(const JsonEvent& event);
  absl::Status EndItem();

  ReadProblems& problems_;
  JsonScheduleItems items_;

  Place place_ = Place::kOutside;
  ItemKind item_kind_ = ItemKind::kNone;
  std::string key_;
  std::int64_t line_ = 1;
  bool has_version_ = false;
  // Open objects and arrays of a value that is not read, and where the walk goes on after it.
  std::int64_t skipped_depth_ = 0;
  Place after_skipped_ = Place::kTop;

  JsonItem item_;
};

absl::StatusOr<Schedule> JsonScheduleReader::Read(std::string_view text) {
  absl::Status status =
      WalkJson(text, problems_, [this](const JsonEvent& event) { return Handle(event); });
  if (status.ok() && !has_version_) {
    status = problems_.Report(line_, absl::StrCat("the member \"", ToAbsl(kVersionMember),
                                                  "\" is missing; is this a schedule?"));
  }
  if (!status.ok()) return status;
  return items_.Finish();
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
      status = items_.AddSet(item_);
      break;
    case ItemKind::kCard:
      status = items_.AddCard(item_);
      break;
    case ItemKind::kEdge:
      status = items_.AddEdge(item_);
      break;
    case ItemKind::kPublished:
      status = items_.AddPublished(item_);
      break;
    case ItemKind::kDeclared:
      status = items_.AddDeclared(item_);
      break;
    case ItemKind::kNone:
      break;
  }
  if (status.ok()) item_.DoubtTheRest(problems_);
  return status;
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
