#ifndef TICKGRAPH_MODEL_READ_PROBLEMS_H_
#define TICKGRAPH_MODEL_READ_PROBLEMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// What a reader does with what it cannot read: stop with an error, or note the loss and go on.
///
///   if (absl::Status status = problems.Report(line, "cost is negative"); !status.ok()) {
///     return status;                       // strict: "file:line: cost is negative"
///   }                                      // lenient: noted, read on
class ReadProblems {
 public:
  /// What is found beyond this number is counted only, so that a file of nothing but broken lines
  /// does not fill the memory.
  static constexpr std::size_t kMostWarnings = 100'000;

  ReadProblems(std::string_view file, bool lenient) : file_(file), lenient_(lenient) {}

  /// Something is lost. An error when strict; OK and a warning when lenient.
  absl::Status Report(std::int64_t line, std::string text);

  /// An error in both modes: nothing of use can be read.
  absl::Status Fatal(std::int64_t line, std::string text) const;

  /// Nothing is lost, but somebody should know.
  void Note(ScheduleFinding::Kind kind, std::int64_t line, std::string text);

  bool lenient() const { return lenient_; }

  /// The warnings so far, ordered by line, and last the number of those that were only counted;
  /// empties the list.
  std::vector<ScheduleFinding> TakeWarnings();

 private:
  std::string file_;
  bool lenient_;
  std::vector<ScheduleFinding> warnings_;
  std::int64_t unlisted_ = 0;
  std::int64_t first_unlisted_line_ = 0;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_READ_PROBLEMS_H_
