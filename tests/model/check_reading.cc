#include "tests/model/check_reading.h"

#include <sstream>

#include "absl/strings/match.h"
#include "tests/model/same_schedule.h"
#include "tickgraph/model/critical_path.h"
#include "tickgraph/model/dot_schedule_writer.h"
#include "tickgraph/model/json_schedule_writer.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/schedule_counts.h"

namespace tickgraph::model {
namespace {

using WriteFunction = absl::Status (*)(std::ostream&, const Schedule&);

std::string CheckRoundTrip(const Schedule& schedule, ScheduleFormat format, WriteFunction write) {
  std::ostringstream out;
  if (const absl::Status status = write(out, schedule); !status.ok()) return status.ToString();
  const absl::StatusOr<Schedule> back =
      ReadSchedule(out.str(), {.file = "written", .format = format});
  if (!back.ok()) return "cannot be read again: " + back.status().ToString() + "\n" + out.str();
  const bool is_json = format == ScheduleFormat::kJson;
  const std::string difference =
      DifferenceOf(schedule, *back,
                   {.source_ids = false, .declared_totals = is_json, .published_bounds = is_json});
  if (difference.empty()) return "";
  return "is not what was written: " + difference + "\n" + out.str();
}

}  // namespace

std::string CheckReading(ScheduleFormat format, std::string_view text) {
  constexpr std::int64_t kMostEdges = 2'000;
  FindScheduleFormat(text);
  const absl::StatusOr<Schedule> strict =
      ReadSchedule(text, {.file = "fuzz", .format = format, .most_edges = kMostEdges});
  const absl::StatusOr<Schedule> lenient = ReadSchedule(
      text, {.file = "fuzz", .lenient = true, .format = format, .most_edges = kMostEdges});
  for (const absl::StatusOr<Schedule>* schedule : {&strict, &lenient}) {
    if (!schedule->ok() && !absl::StartsWith(schedule->status().message(), "fuzz:")) {
      return "an error without the file: " + schedule->status().ToString();
    }
  }
  if (strict.ok()) {
    if (!lenient.ok()) return "read strictly, but not leniently: " + lenient.status().ToString();
    const std::string difference = DifferenceOf(*strict, *lenient);
    if (!difference.empty()) return "strict and lenient differ: " + difference;
    if (strict->warnings.size() != lenient->warnings.size()) return "warnings differ";
  }
  if (!lenient.ok()) return "";
  if (!strict.ok() && lenient->warnings.empty()) return "an error strictly, no finding leniently";
  const ScheduleCounts counts = CountSchedule(*lenient);
  if (counts.cards + counts.missing != static_cast<std::int64_t>(lenient->cards.size())) {
    return "cards are counted wrongly";
  }
  if (FindCriticalPath(*lenient).has_cycle != counts.has_cycle && lenient->sets.empty()) {
    return "two searches for cycles differ";
  }
  std::string problem = CheckRoundTrip(*lenient, ScheduleFormat::kJson, WriteJsonSchedule);
  if (!problem.empty()) return "JSON " + problem;
  problem = CheckRoundTrip(*lenient, ScheduleFormat::kDot, WriteDotSchedule);
  return problem.empty() ? "" : "DOT " + problem;
}

}  // namespace tickgraph::model
