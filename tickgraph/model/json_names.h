#ifndef TICKGRAPH_MODEL_JSON_NAMES_H_
#define TICKGRAPH_MODEL_JSON_NAMES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace tickgraph::model {

/// Numbers the ids of a JSON schedule, so that an edge that names two costs no more than two
/// numbers, and remembers what was declared under which.
///
///   JsonNames cards;
///   std::uint32_t number = cards.Mention("walk");      // by an edge
///   cards.Declare("walk", 7, line);                    // by card 7, earlier or later
///   cards.Find(number);                                // 7
class JsonNames {
 public:
  /// The number of an id; a new one where it is mentioned for the first time.
  std::uint32_t Mention(std::string_view id);

  /// Card or set `index` has this id. False, and nothing changes, where another one has it.
  bool Declare(std::string_view id, std::uint32_t index, std::int64_t line);

  /// What was declared under the id with this number; nothing so far where it only was mentioned.
  std::optional<std::uint32_t> Find(std::uint32_t number) const;

  std::string_view id(std::uint32_t number) const { return entries_[number].id; }
  /// Where it was declared.
  std::int64_t line(std::uint32_t number) const { return entries_[number].line; }

 private:
  struct Entry {
    std::string id;
    std::optional<std::uint32_t> index;
    std::int64_t line = 0;
  };
  absl::flat_hash_map<std::string, std::uint32_t> number_;
  std::vector<Entry> entries_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_JSON_NAMES_H_
