#ifndef TICKGRAPH_MODEL_SOURCE_TABLE_H_
#define TICKGRAPH_MODEL_SOURCE_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Turns "move.cc:12" into a ScheduleSource and keeps each file name once.
class SourceTable {
 public:
  /// Appends new names to `files`, which must outlive the table and be empty now.
  explicit SourceTable(std::vector<std::string>& files) : files_(files) {}

  /// The part behind the last colon is the line. Nothing where it is no number below 2^32.
  std::optional<ScheduleSource> Parse(std::string_view text);

 private:
  std::vector<std::string>& files_;
  absl::flat_hash_map<std::string, std::uint32_t> number_;
};

/// "move.cc:12", for a source that is given.
std::string SourceText(const Schedule& schedule, const ScheduleSource& source);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SOURCE_TABLE_H_
