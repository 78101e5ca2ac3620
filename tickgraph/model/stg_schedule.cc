#include "tickgraph/model/stg_schedule.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/line_reader.h"

namespace tickgraph::model {
namespace {

bool IsBlank(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }

// Takes the first field away; empty where there is none.
std::string_view TakeField(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && IsBlank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !IsBlank(line[end])) ++end;
  const std::string_view field = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return field;
}

// The part before a comment.
std::string_view WithoutComment(std::string_view line) { return line.substr(0, line.find('#')); }

// A whole number, not negative.
std::optional<std::int64_t> ParseCount(std::string_view field) {
  constexpr std::size_t kMostDigits = 19;
  if (field.empty() || field.size() > kMostDigits) return std::nullopt;
  for (const char c : field) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) return std::nullopt;
  }
  std::int64_t number = 0;
  if (!absl::SimpleAtoi(ToAbsl(field), &number)) return std::nullopt;
  return number;
}

// A number of tasks, also one that cannot be.
bool LooksLikeCount(std::string_view field) {
  if (field.starts_with('-') || field.starts_with('+')) field.remove_prefix(1);
  return !field.empty() && field.find_first_not_of("0123456789.") == std::string_view::npos;
}

class StgReader {
 public:
  StgReader(std::string_view text, std::int64_t most_edges, ReadProblems& problems)
      : lines_(text), most_edges_(most_edges), problems_(problems) {}

  absl::StatusOr<Schedule> Read();

 private:
  struct Predecessor {
    std::uint32_t card = 0;
    std::int64_t id = 0;
    std::int64_t line = 0;
  };

  absl::Status ReadCount(std::string_view line);
  absl::Status ReadTask(std::string_view line);
  absl::Status ReadPredecessors(std::string_view line, std::int64_t id, std::int64_t announced);
  void ReadComment(std::string_view line);
  absl::Status CheckRowCount();
  absl::Status AddEdges();
  void CheckDummies();

  LineReader lines_;
  std::int64_t most_edges_;
  ReadProblems& problems_;
  Schedule schedule_;
  std::optional<std::int64_t> announced_tasks_;
  std::int64_t count_line_ = 0;
  std::int64_t last_line_ = 0;
  std::vector<std::int64_t> ids_;
  absl::flat_hash_map<std::int64_t, std::uint32_t> card_of_id_;
  std::vector<Predecessor> predecessors_;
  absl::flat_hash_set<std::int64_t> of_this_task_;
};

absl::StatusOr<Schedule> StgReader::Read() {
  schedule_.format = ScheduleFormat::kStg;
  std::string_view line;
  while (lines_.Next(line)) {
    const std::string_view comment = line;
    line = WithoutComment(line);
    std::string_view rest = line;
    if (TakeField(rest).empty()) {
      ReadComment(comment);
      continue;
    }
    last_line_ = lines_.line();
    absl::Status status = announced_tasks_.has_value() ? ReadTask(line) : ReadCount(line);
    if (!status.ok()) return status;
  }
  if (!announced_tasks_.has_value()) {
    return problems_.Fatal(1, "an STG file begins with a line that holds the number of tasks");
  }
  if (absl::Status status = CheckRowCount(); !status.ok()) return status;
  if (absl::Status status = AddEdges(); !status.ok()) return status;
  CheckDummies();
  return std::move(schedule_);
}

absl::Status StgReader::ReadCount(std::string_view line) {
  const std::string_view field = TakeField(line);
  announced_tasks_ = ParseCount(field);
  count_line_ = lines_.line();
  if (!announced_tasks_.has_value() || !TakeField(line).empty()) {
    return problems_.Fatal(
        lines_.line(),
        absl::StrCat("an STG file begins with the number of tasks, a whole number from 0 to ",
                     std::numeric_limits<std::int64_t>::max(), ", found ", QuotedName(field)));
  }
  return absl::OkStatus();
}

absl::Status StgReader::ReadTask(std::string_view line) {
  const std::string_view id_field = TakeField(line);
  const std::optional<std::int64_t> id = ParseCount(id_field);
  if (!id.has_value()) {
    return problems_.Report(
        lines_.line(), absl::StrCat("a row begins with the id of a task, a whole number, found ",
                                    QuotedName(id_field)));
  }
  if (card_of_id_.contains(*id)) {
    return problems_.Report(lines_.line(), absl::StrCat("task ", *id, " was declared on line ",
                                                        schedule_.cards[card_of_id_[*id]].line,
                                                        "; this row is left out"));
  }
  ScheduleCard card;
  card.name = absl::StrCat(*id);
  card.source_id = card.name;
  card.lane = Lane::kAnyThread;
  card.line = lines_.line();
  const std::string_view cost_field = TakeField(line);
  card.cost_us = ParseDuration(cost_field);
  absl::Status status;
  if (!card.cost_us.has_value()) {
    status.Update(problems_.Report(
        lines_.line(), absl::StrCat("task ", *id, ": the cost is ", QuotedName(cost_field),
                                    ", expected a number from 0 to 10^12")));
  }
  card_of_id_.emplace(*id, static_cast<std::uint32_t>(schedule_.cards.size()));
  ids_.push_back(*id);
  schedule_.cards.push_back(std::move(card));
  const std::string_view count_field = TakeField(line);
  const std::optional<std::int64_t> announced = ParseCount(count_field);
  if (!announced.has_value()) {
    status.Update(problems_.Report(
        lines_.line(), absl::StrCat("task ", *id, ": the number of predecessors is ",
                                    QuotedName(count_field), ", expected a whole number")));
    return status;
  }
  if (!status.ok()) return status;
  return ReadPredecessors(line, *id, *announced);
}

absl::Status StgReader::ReadPredecessors(std::string_view line, std::int64_t id,
                                         std::int64_t announced) {
  of_this_task_.clear();
  const auto card = static_cast<std::uint32_t>(schedule_.cards.size() - 1);
  for (std::int64_t index = 0; index < announced; ++index) {
    const std::string_view field = TakeField(line);
    if (field.empty()) {
      return problems_.Report(lines_.line(),
                              absl::StrCat("task ", id, " announces ", announced,
                                           " predecessors, but only ", index, " follow"));
    }
    const std::optional<std::int64_t> predecessor = ParseCount(field);
    absl::Status status;
    if (!predecessor.has_value()) {
      status =
          problems_.Report(lines_.line(), absl::StrCat("task ", id, ": ", QuotedName(field),
                                                       " is not the id of a task, a whole number"));
    } else if (!of_this_task_.insert(*predecessor).second) {
      status = problems_.Report(
          lines_.line(), absl::StrCat("task ", id, " names predecessor ", *predecessor, " twice"));
    } else {
      predecessors_.push_back({card, *predecessor, lines_.line()});
    }
    if (!status.ok()) return status;
    if (static_cast<std::int64_t>(predecessors_.size()) > most_edges_) {
      return problems_.Fatal(lines_.line(), absl::StrCat("more than ", most_edges_,
                                                         " edges; raise the limit if that is "
                                                         "meant"));
    }
  }
  if (const std::string_view field = TakeField(line); !field.empty()) {
    return problems_.Report(
        lines_.line(), absl::StrCat("task ", id, ": after its ", announced,
                                    " predecessor(s) the row goes on with ", QuotedName(field)));
  }
  return absl::OkStatus();
}

// "#  4 Proc. : 66 66": processors, lower bound, best known makespan.
void StgReader::ReadComment(std::string_view line) {
  TakeField(line);
  const std::optional<std::int64_t> processors = ParseCount(TakeField(line));
  if (!processors.has_value() || TakeField(line) != "Proc." || TakeField(line) != ":") return;
  const std::optional<double> lower = ParseDuration(TakeField(line));
  const std::optional<double> best = ParseDuration(TakeField(line));
  if (!lower.has_value() || !best.has_value()) return;
  schedule_.published.push_back({*processors, *lower, *best});
}

absl::Status StgReader::CheckRowCount() {
  const auto rows = static_cast<std::int64_t>(schedule_.cards.size());
  // As a difference: the announced number may be as large as a number can be.
  if (rows == *announced_tasks_ || rows - 2 == *announced_tasks_) return absl::OkStatus();
  return problems_.Report(
      last_line_,
      absl::StrCat("line ", count_line_, " announces ", *announced_tasks_,
                   " tasks, which makes as many rows, or two more with entry and exit; ", rows,
                   " were read. Is the file cut off?"));
}

absl::Status StgReader::AddEdges() {
  schedule_.edges.reserve(predecessors_.size());
  for (const Predecessor& predecessor : predecessors_) {
    const std::int64_t id = ids_[predecessor.card];
    const auto found = card_of_id_.find(predecessor.id);
    if (found == card_of_id_.end()) {
      absl::Status status = problems_.Report(
          predecessor.line,
          absl::StrCat("task ", id, ": no row declares its predecessor ", predecessor.id));
      if (!status.ok()) return status;
      continue;
    }
    if (predecessor.id >= id) {
      std::string text = absl::StrCat(
          "task ", id, ": its predecessor ", predecessor.id,
          " has no smaller id, so that there may be a cycle; number tasks behind their "
          "predecessors");
      if (!problems_.lenient()) return problems_.Fatal(predecessor.line, std::move(text));
      problems_.Note(ScheduleFinding::Kind::kDoubt, predecessor.line, std::move(text));
    }
    ScheduleEdge edge;
    edge.from.index = found->second;
    edge.to.index = predecessor.card;
    edge.line = predecessor.line;
    schedule_.edges.push_back(edge);
  }
  return absl::OkStatus();
}

// A file that is cut off behind as many rows as it has tasks looks complete but for its exit.
void StgReader::CheckDummies() {
  if (schedule_.cards.empty()) return;
  for (const ScheduleCard* card : {&schedule_.cards.front(), &schedule_.cards.back()}) {
    if (card->cost_us.value_or(0) == 0) continue;
    problems_.Note(ScheduleFinding::Kind::kDoubt, card->line,
                   absl::StrCat("task ", card->name,
                                " stands where the entry or the exit of the graph is expected, but "
                                "has a cost; is the file cut off?"));
  }
}

}  // namespace

absl::StatusOr<Schedule> ReadStgSchedule(std::string_view text, std::int64_t most_edges,
                                         ReadProblems& problems) {
  return StgReader(text, most_edges, problems).Read();
}

bool LooksLikeStg(std::string_view text) {
  LineReader lines(text);
  std::string_view line;
  while (lines.Next(line)) {
    line = WithoutComment(line);
    const std::string_view first = TakeField(line);
    if (first.empty()) continue;
    return LooksLikeCount(first) && TakeField(line).empty();
  }
  return false;
}

}  // namespace tickgraph::model
