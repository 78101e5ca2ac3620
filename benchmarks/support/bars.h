#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_BARS_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_BARS_H_

#include <optional>
#include <ostream>
#include <string>

namespace tickgraph {

/// The bars of docs/performance.md: a line for each that was measured, beginning with its id and
/// ending in PASS or MISS.
///
///   Bars bars(std::cout);
///   bars.AtMost("B1a", "W1_100000 tiny 1 thread / loop(b)", Ratio(measured, loop_b), 2.0);
///
/// What was not measured, because a filter left it out, has no line.
class Bars {
 public:
  explicit Bars(std::ostream& out) : out_(out) {}

  void AtMost(const std::string& id, const std::string& what, std::optional<double> value,
              double limit);
  void AtLeast(const std::string& id, const std::string& what, std::optional<double> value,
               double limit);
  /// A figure without a bar: a line that ends in INFO.
  void Info(const std::string& id, const std::string& what, std::optional<double> value);

 private:
  void Print(const std::string& id, const std::string& what, double value,
             const std::string& verdict);

  std::ostream& out_;
};

/// `a` / `b`, where both were measured.
std::optional<double> Ratio(std::optional<double> a, std::optional<double> b);

/// `a` − `b`, where both were measured.
std::optional<double> Difference(std::optional<double> a, std::optional<double> b);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_BARS_H_
