#include "tickgraph/model/player_loop_schedule.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/line_reader.h"

namespace tickgraph::model {
namespace {

constexpr std::string_view kRule = "---";
constexpr std::string_view kVersion = "Unity ";

std::string_view Strip(std::string_view text) {
  const auto is_blank = [](char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The name between two rules of dashes, "---------- Update ----------"; empty where there is none.
std::string_view PhaseOf(std::string_view line) {
  if (!line.starts_with(kRule) || !line.ends_with(kRule)) return {};
  while (line.starts_with('-')) line.remove_prefix(1);
  while (line.ends_with('-')) line.remove_suffix(1);
  return Strip(line);
}

std::optional<TickGroup> GroupOf(std::string_view phase) {
  constexpr std::pair<std::string_view, TickGroup> kPhases[] = {
      {"TimeUpdate", TickGroup::kPrePhysics},        {"Initialization", TickGroup::kPrePhysics},
      {"EarlyUpdate", TickGroup::kPrePhysics},       {"FixedUpdate", TickGroup::kDuringPhysics},
      {"PreUpdate", TickGroup::kPostPhysics},        {"Update", TickGroup::kPostPhysics},
      {"PreLateUpdate", TickGroup::kPostUpdateWork}, {"PostLateUpdate", TickGroup::kPostUpdateWork},
  };
  for (const auto& [name, group] : kPhases) {
    if (name == phase) return group;
  }
  return std::nullopt;
}

class PlayerLoopReader {
 public:
  PlayerLoopReader(std::string_view text, ReadProblems& problems)
      : text_(text), lines_(text), problems_(problems) {}

  absl::StatusOr<Schedule> Read();

 private:
  absl::Status ReadLine(std::string_view line);
  absl::Status BeginPhase(std::string_view name);
  absl::Status AddSystem(std::string_view name);

  std::string_view text_;
  LineReader lines_;
  ReadProblems& problems_;
  Schedule schedule_;
  TickGroup group_ = TickGroup::kPrePhysics;
  // The card above, in the same phase.
  std::optional<std::uint32_t> above_;
  absl::flat_hash_map<std::string_view, std::int64_t> line_of_phase_;
  absl::flat_hash_map<std::string_view, std::int64_t> times_named_;
};

absl::StatusOr<Schedule> PlayerLoopReader::Read() {
  schedule_.format = ScheduleFormat::kPlayerLoop;
  std::string_view line;
  while (lines_.Next(line)) {
    line = Strip(line);
    if (line.empty()) continue;
    if (absl::Status status = ReadLine(line); !status.ok()) return status;
  }
  if (schedule_.sets.empty()) {
    return problems_.Fatal(std::max<std::int64_t>(lines_.line(), 1),
                           "no phase is listed; a phase begins with a line "
                           "\"---------- Update ----------\"");
  }
  if (!text_.ends_with('\n')) {
    problems_.Note(ScheduleFinding::Kind::kDoubt, lines_.line(),
                   "the last line has no end, and nothing else would show that the list is cut "
                   "off; end it with a line break if it is complete");
  }
  return std::move(schedule_);
}

absl::Status PlayerLoopReader::ReadLine(std::string_view line) {
  if (const std::string_view phase = PhaseOf(line); !phase.empty()) return BeginPhase(phase);
  if (line.starts_with(kRule)) {
    return problems_.Report(
        lines_.line(), absl::StrCat("expected a phase, \"---------- Update ----------\", found ",
                                    QuotedName(line)));
  }
  if (schedule_.sets.empty()) {
    if (line.starts_with(kVersion)) return absl::OkStatus();
    return problems_.Report(lines_.line(), absl::StrCat("expected \"Unity\" and a version, or the "
                                                        "first phase, found ",
                                                        QuotedName(line)));
  }
  const std::string& phase = schedule_.sets.back().name;
  if (!line.starts_with(phase) || !line.substr(phase.size()).starts_with('.')) {
    return problems_.Report(lines_.line(),
                            absl::StrCat("expected a system of the phase, \"", ToAbsl(phase),
                                         ".Something\", found ", QuotedName(line)));
  }
  return AddSystem(line);
}

absl::Status PlayerLoopReader::BeginPhase(std::string_view name) {
  const auto [entry, is_new] = line_of_phase_.try_emplace(name, lines_.line());
  if (!is_new) {
    absl::Status status = problems_.Report(
        lines_.line(), absl::StrCat("the phase ", QuotedName(name), " was listed on line ",
                                    entry->second, "; its systems are read as those of another"));
    if (!status.ok()) return status;
  }
  group_ = std::max(group_, GroupOf(name).value_or(group_));
  above_.reset();
  ScheduleSet set;
  set.name = std::string(name);
  set.source_id = set.name;
  set.line = lines_.line();
  schedule_.sets.push_back(std::move(set));
  return absl::OkStatus();
}

absl::Status PlayerLoopReader::AddSystem(std::string_view name) {
  const std::int64_t times = ++times_named_[name];
  if (times > 1) {
    problems_.Note(ScheduleFinding::Kind::kDoubt, lines_.line(),
                   absl::StrCat(QuotedName(name), " is listed for the ", times,
                                ". time; it is read as a system of its own"));
  }
  const auto index = static_cast<std::uint32_t>(schedule_.cards.size());
  const auto phase = static_cast<std::uint32_t>(schedule_.sets.size() - 1);
  ScheduleCard card;
  card.source_id = std::string(name);
  card.name = times == 1 ? card.source_id : absl::StrCat(ToAbsl(name), "#", times);
  card.start = group_;
  card.lane = Lane::kGameThread;
  card.order = static_cast<std::int32_t>(phase);
  card.sets = {phase};
  card.line = lines_.line();
  schedule_.cards.push_back(std::move(card));
  if (above_.has_value()) {
    ScheduleEdge edge;
    edge.from.index = *above_;
    edge.to.index = index;
    edge.line = lines_.line();
    schedule_.edges.push_back(edge);
  }
  above_ = index;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Schedule> ReadPlayerLoopSchedule(std::string_view text, ReadProblems& problems) {
  return PlayerLoopReader(text, problems).Read();
}

bool LooksLikePlayerLoop(std::string_view text) {
  LineReader lines(text);
  bool has_version = false;
  std::string_view line;
  while (lines.Next(line)) {
    line = Strip(line);
    if (line.empty()) continue;
    if (!PhaseOf(line).empty()) return true;
    if (has_version || !line.starts_with(kVersion)) return false;
    has_version = true;
  }
  return has_version;
}

}  // namespace tickgraph::model
