#include "tools/plan_command.h"

#include <fstream>
#include <ostream>
#include <utility>

#include "tickgraph/model/read_schedule.h"
#include "tickgraph/observe/dot_writer.h"
#include "tools/exit_code.h"
#include "tools/plan_report.h"

namespace tickgraph {
namespace {

absl::Status WriteDotFile(const std::filesystem::path& path, const ScheduleSnapshot& snapshot) {
  std::ofstream file(path, std::ios::binary);
  if (!file) {
    return absl::InvalidArgumentError(path.string() + ": cannot be opened for writing");
  }
  return WriteDot(file, snapshot, {});
}

}  // namespace

int RunPlanCommand(const PlanOptions& options, std::ostream& out, std::ostream& err) {
  absl::StatusOr<model::Schedule> schedule =
      model::ReadScheduleFile(options.file, {.lenient = options.lenient});
  if (!schedule.ok()) {
    err << "tickgraph plan: " << schedule.status().message() << "\n";
    return kBadUse;
  }
  const absl::StatusOr<PlanReport> report = MakePlanReport(*std::move(schedule), options.explain);
  if (!report.ok()) {
    err << "tickgraph plan: " << report.status().message() << "\n";
    return kBadUse;
  }
  if (options.dot.has_value()) {
    if (absl::Status status = WriteDotFile(*options.dot, report->snapshot); !status.ok()) {
      err << "tickgraph plan: " << status.message() << "\n";
      return kBadUse;
    }
  }
  if (options.json) {
    WritePlanJson(out, *report);
  } else {
    WritePlanText(out, *report);
  }
  return report->has_findings() ? kFindings : kFine;
}

}  // namespace tickgraph
