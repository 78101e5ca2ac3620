#include "tools/run_command.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/run_order_check.h"
#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/observe/order_hash.h"
#include "tickgraph/observe/percentile.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"
#include "tools/calibrated_work.h"
#include "tools/exit_code.h"
#include "tools/json_object.h"

namespace tickgraph {
namespace {

constexpr double kFrameSeconds = 1.0 / 60;
constexpr double kLongestCostUs = 1e6;

struct RunResult {
  std::uint64_t cards_run = 0;
  std::string order_hash;
  std::uint64_t compared = 0;
  std::uint64_t violations = 0;
  std::string violation_text;
  std::uint64_t errors = 0;
  double p50_us = 0;
  double p99_us = 0;
};

std::string BadOption(const RunOptions& options) {
  if (options.frames < 1) return "--frames must be at least 1";
  if (options.workers.has_value() && (*options.workers < 0 || *options.workers > 1024)) {
    return "--workers must be from 0 to 1024";
  }
  if (options.serial && options.workers.has_value()) {
    return "--serial and --workers contradict each other: serial is one thread";
  }
  // Written so that NaN is refused, too.
  if (!(options.game_share >= 0 && options.game_share <= 1)) {
    return "--game-share must be from 0 to 1";
  }
  if (!(options.cost_us >= 0 && options.cost_us <= 1e6)) return "--cost must be from 0 to 1s";
  return "";
}

// Says which cards cost more in the file than they will work here; nothing where none does.
std::string ShortenedCards(const model::Schedule& schedule) {
  const model::ScheduleCard* first = nullptr;
  std::size_t count = 0;
  for (const model::ScheduleCard& card : schedule.cards) {
    if (card.cost_us.value_or(0) <= kLongestCostUs) continue;
    if (count++ == 0) first = &card;
  }
  if (first == nullptr) return "";
  return absl::StrFormat(
      "\"%s\" costs %g s and works for 1 s%s", first->name, *first->cost_us / 1e6,
      count == 1 ? std::string() : absl::StrFormat("; so do %d more cards", count - 1));
}

RunResult RunFrames(const RunOptions& options, const model::BuiltSchedule& built,
                    TickScheduler& scheduler, std::ostream& err) {
  RunResult result;
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  model::RunOrderCheck check(built, scheduler);
  OrderHash hash;
  std::vector<double> frame_us;
  for (std::int64_t frame = 0; frame < options.frames; ++frame) {
    const FrameResult& frame_result = scheduler.RunFrame(kFrameSeconds);
    result.cards_run += frame_result.cards_run;
    result.errors += frame_result.error_count;
    if (!frame_result.ok()) err << "tickgraph run: " << frame_result.first_error_text << "\n";
    for (const FrameRecord* record : scheduler.records()) {
      check.Add(*record);
      hash.Add(*record, snapshot);
      frame_us.push_back(static_cast<double>(record->span.end_ns - record->span.start_ns) / 1e3);
    }
  }
  result.order_hash = absl::StrFormat("%016x", hash.value());
  result.compared = check.compared();
  result.violations = check.violations();
  result.violation_text = check.Text();
  result.p50_us = Percentile(frame_us, 50);
  result.p99_us = Percentile(frame_us, 99);
  return result;
}

void WriteJson(std::ostream& out, const RunOptions& options, const RunResult& result) {
  out << JsonObject()
             .Add("frames", options.frames)
             .Add("cards_run", static_cast<std::int64_t>(result.cards_run))
             .Add("order_hash", result.order_hash)
             .Add("edge_violations", static_cast<std::int64_t>(result.violations))
             .AddJson("frame_us", JsonObject()
                                      .AddNumber("p50", result.p50_us)
                                      .AddNumber("p99", result.p99_us)
                                      .text())
             .text()
      << "\n";
}

void WriteText(std::ostream& out, const RunOptions& options, int workers, const RunResult& result) {
  out << options.file.string() << ": " << options.frames << " frames, "
      << (options.serial ? std::string("serial") : std::to_string(workers) + " worker(s)") << "\n"
      << "  cards run        " << result.cards_run << "\n"
      << "  edges compared   " << result.compared << "\n"
      << "  edge violations  " << result.violations << "\n"
      << "  order hash       " << result.order_hash << "\n"
      << absl::StrFormat("  frame            p50 %.1f µs, p99 %.1f µs\n", result.p50_us,
                         result.p99_us);
}

}  // namespace

int RunScheduleCommand(const RunOptions& options, std::ostream& out, std::ostream& err) {
  if (const std::string problem = BadOption(options); !problem.empty()) {
    err << "tickgraph run: " << problem << "\n";
    return kBadUse;
  }
  const absl::StatusOr<model::Schedule> schedule =
      model::ReadScheduleFile(options.file, {.lenient = options.lenient});
  if (!schedule.ok()) {
    err << "tickgraph run: " << schedule.status().message() << "\n";
    return kBadUse;
  }
  const CalibratedWork work = CalibratedWork::Measure();
  WorkerPool workers({.count = options.serial ? std::optional<int>(0) : options.workers});
  TickScheduler scheduler(TickSchedulerDefinition{
      .name = schedule->file,
      .workers = &workers,
      .executor = options.serial ? ExecutorKind::kSerial : ExecutorKind::kFlow,
      .recorded_frames = 1});
  const auto work_of = [&](std::size_t card) -> TickDelegate {
    const double cost_us =
        std::min(schedule->cards[card].cost_us.value_or(options.cost_us), kLongestCostUs);
    return [&work, cost_us](const TickContext& /*context*/) { work.Run(cost_us); };
  };
  const absl::StatusOr<model::BuiltSchedule> built = model::BuildSchedule(
      *schedule, {.game_share = options.game_share, .seed = options.seed, .work = work_of},
      scheduler);
  absl::Status status = built.status();
  if (status.ok()) status = scheduler.MakePlan();
  if (!status.ok()) {
    err << "tickgraph run: " << status.message() << "\n";
    return kBadUse;
  }
  const auto warn = [&](const model::ScheduleFinding& finding) {
    err << "tickgraph run: warning: " << model::FindingText(schedule->file, finding) << "\n";
  };
  std::for_each(schedule->warnings.begin(), schedule->warnings.end(), warn);
  std::for_each(built->findings.begin(), built->findings.end(), warn);
  if (const std::string text = ShortenedCards(*schedule); !text.empty()) {
    err << "tickgraph run: warning: " << schedule->file << ": " << text << "\n";
  }

  const RunResult result = RunFrames(options, *built, scheduler, err);
  if (options.json) {
    WriteJson(out, options, result);
  } else {
    WriteText(out, options, workers.worker_count(), result);
  }
  err << result.violation_text;
  return result.violations > 0 || result.errors > 0 ? kFindings : kFine;
}

}  // namespace tickgraph
