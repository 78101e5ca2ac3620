#include "tools/plan_command.h"

#include <fstream>
#include <ostream>
#include <utility>

#include "tickgraph/model/dot_schedule_writer.h"
#include "tickgraph/model/json_schedule_writer.h"
#include "tickgraph/model/read_schedule.h"
#include "tools/exit_code.h"
#include "tools/plan_report.h"

namespace tickgraph {
namespace {

template <typename Write>
absl::Status WriteFile(const std::optional<std::filesystem::path>& path, const Write& write) {
  if (!path.has_value()) return absl::OkStatus();
  std::ofstream file(*path, std::ios::binary);
  if (!file) {
    return absl::InvalidArgumentError(path->string() + ": cannot be opened for writing");
  }
  return write(file);
}

absl::Status WriteFiles(const PlanOptions& options, const PlanReport& report) {
  absl::Status status = WriteFile(options.dot, [&](std::ostream& file) {
    return model::WriteDotPlan(file, report.schedule, report.dot);
  });
  status.Update(WriteFile(options.save, [&](std::ostream& file) {
    return model::WriteJsonSchedule(file, report.schedule);
  }));
  return status;
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
  if (absl::Status status = WriteFiles(options, *report); !status.ok()) {
    err << "tickgraph plan: " << status.message() << "\n";
    return kBadUse;
  }
  if (options.json) {
    WritePlanJson(out, *report);
  } else {
    WritePlanText(out, *report);
  }
  return report->has_findings() ? kFindings : kFine;
}

}  // namespace tickgraph
