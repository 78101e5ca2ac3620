#ifndef TICKGRAPH_MODEL_SUFFIX_INDEX_H_
#define TICKGRAPH_MODEL_SUFFIX_INDEX_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace tickgraph::model {

/// Finds which of many known names a line "context, name" ends with, where both parts may hold
/// commas themselves.
///
///   SuffixIndex names;
///   names.Add("World /Game/Yard, Main[Tick]", 7);
///   names.Find("Yard, World /Game/Yard, Main[Tick]");       // 7
///
/// A name that begins with the context in front of it is taken first (that is how engines print an
/// object and one of its functions); otherwise the shortest known name, so that the line is read
/// from right to left. Linear in the line: hashes of suffixes are extended byte by byte.
class SuffixIndex {
 public:
  /// `name` must outlive the index. The first of equal names is found.
  void Add(std::string_view name, std::uint32_t value);

  struct Match {
    std::uint32_t value = 0;
    std::string_view name;
  };
  /// The name after some ", " of `line`; nothing where none is known.
  std::optional<Match> Find(std::string_view line) const;

 private:
  struct Entry {
    std::string_view name;
    std::uint32_t value = 0;
  };
  absl::flat_hash_map<std::uint64_t, std::vector<Entry>> entries_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SUFFIX_INDEX_H_
