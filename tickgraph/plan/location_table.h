#ifndef TICKGRAPH_PLAN_LOCATION_TABLE_H_
#define TICKGRAPH_PLAN_LOCATION_TABLE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "tickgraph/source_location.h"

namespace tickgraph {

/// Source locations as small numbers: many cards and edges come from few lines of code.
class LocationTable {
 public:
  /// The number of a location; equal ones have one number. Usually the one asked for last.
  std::uint32_t NumberOf(SourceLocation where) {
    if (!places_.empty() && IsSame(places_[last_], where)) return last_;
    const auto number = static_cast<std::uint32_t>(places_.size());
    const auto [place, is_new] = number_of_.try_emplace({where.file, where.line}, number);
    if (is_new) places_.push_back(where);
    return last_ = place->second;
  }

  SourceLocation operator[](std::uint32_t number) const { return places_[number]; }

 private:
  static bool IsSame(SourceLocation a, SourceLocation b) {
    return a.file == b.file && a.line == b.line;
  }

  std::vector<SourceLocation> places_;
  absl::flat_hash_map<std::pair<const char*, std::uint32_t>, std::uint32_t> number_of_;
  std::uint32_t last_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_LOCATION_TABLE_H_
