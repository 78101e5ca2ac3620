#include <ostream>

#include "tools/json_object.h"
#include "tools/simulate_report.h"

namespace tickgraph {
namespace {

// Microseconds, or units of a file without a unit; exact to the nanosecond.
double Microseconds(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

std::string SearchJson(const SimulatedResult& plain, const SearchedResult& searched) {
  return JsonObject()
      .AddNumber("makespan", Microseconds(searched.makespan_ns))
      .AddNumber("lower_bound", Microseconds(searched.lower_bound_ns))
      .AddNumber("won", Microseconds(plain.makespan_ns - searched.makespan_ns))
      .AddNumber("open", Microseconds(searched.makespan_ns - searched.lower_bound_ns))
      .Add("lists", std::int64_t{searched.lists})
      .text();
}

std::string ResultJson(const SimulatedResult& result) {
  JsonObject object;
  object.Add("processors", std::int64_t{result.processors})
      .AddNumber("makespan", Microseconds(result.makespan_ns));
  if (result.searched) object.AddJson("search", SearchJson(result, *result.searched));
  return object.text();
}

void AddCase(JsonObject& object, const SimulatedCase& simulated) {
  JsonArray results;
  for (const SimulatedResult& result : simulated.results) results.AddJson(ResultJson(result));
  object.AddNumber("total_cost", Microseconds(simulated.total_cost_ns))
      .AddNumber("critical_path", Microseconds(simulated.critical_path_ns))
      .AddJson("results", results.text());
}

std::string FileJson(const SimulateReport& report) {
  JsonObject file;
  file.Add("file", report.file);
  AddCase(file, report.baseline);
  if (report.changed.has_value()) {
    JsonArray changes;
    for (const std::string& change : report.changes) changes.AddJson(JsonString(change));
    JsonObject what_if;
    what_if.AddJson("changes", changes.text());
    AddCase(what_if, *report.changed);
    file.AddJson("what_if", what_if.text());
  }
  return file.text();
}

}  // namespace

void WriteSimulateJson(std::ostream& out, const std::vector<SimulateReport>& reports) {
  JsonArray files;
  for (const SimulateReport& report : reports) files.AddJson(FileJson(report));
  out << JsonObject().AddJson("files", files.text()).text() << "\n";
}

}  // namespace tickgraph
