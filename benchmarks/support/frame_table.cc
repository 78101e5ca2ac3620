#include "benchmarks/support/frame_table.h"

#include <algorithm>
#include <iomanip>
#include <optional>
#include <sstream>

namespace tickgraph {
namespace {

constexpr char kBound[] = "bound_2";

std::optional<double> TimeOf(const FrameCase& measured, const std::string& contender,
                             const KeepingReporter& times) {
  if (contender != kBound) return times.Nanoseconds(measured.Name(contender));
  return measured.BoundOfTwo(times.Nanoseconds(measured.Name("loop_b")));
}

std::string Cell(std::optional<double> nanoseconds, std::size_t cards) {
  if (!nanoseconds) return "-";
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << *nanoseconds / static_cast<double>(cards);
  return text.str();
}

}  // namespace

void PrintFrameTable(std::ostream& out, const std::vector<FrameCase>& cases,
                     const std::vector<std::string>& contenders, const KeepingReporter& times) {
  const auto print = [&](const std::string& name, const std::string& body,
                         const std::vector<std::string>& cells) {
    out << std::left << "table " << std::setw(14) << name << std::setw(6) << body << std::right;
    for (const std::string& cell : cells) out << ' ' << std::setw(14) << cell;
    out << '\n';
  };
  print("ns_a_card", "body", contenders);
  for (const FrameCase& measured : cases) {
    std::vector<std::string> cells;
    for (const std::string& contender : contenders) {
      cells.push_back(Cell(TimeOf(measured, contender, times), measured.size()));
    }
    const bool is_empty = std::all_of(cells.begin(), cells.end(),
                                      [](const std::string& cell) { return cell == "-"; });
    if (!is_empty) print(measured.workload.name, BodyName(measured.body), cells);
  }
}

}  // namespace tickgraph
