#ifndef TICKGRAPH_MODEL_JSON_SCHEDULE_ITEMS_H_
#define TICKGRAPH_MODEL_JSON_SCHEDULE_ITEMS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/model/json_item.h"
#include "tickgraph/model/json_names.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/model/source_table.h"

namespace tickgraph::model {

/// Makes a schedule of the items of a JSON text: of cards, sets and edges in the order in which
/// they come. Ids are looked up at the end, because an item may name others that come later.
///
///   JsonScheduleItems items(most_edges, problems);
///   status.Update(items.AddCard(item));  …
///   absl::StatusOr<Schedule> schedule = items.Finish();
///
/// Each Add takes the members that it knows out of the item. Errors: those of `problems`.
class JsonScheduleItems {
 public:
  JsonScheduleItems(std::int64_t most_edges, ReadProblems& problems);
  // The table of sources points into the schedule.
  JsonScheduleItems(const JsonScheduleItems&) = delete;
  JsonScheduleItems& operator=(const JsonScheduleItems&) = delete;

  absl::Status AddSet(JsonItem& item);
  absl::Status AddCard(JsonItem& item);
  absl::Status AddEdge(JsonItem& item);
  absl::Status AddPublished(JsonItem& item);
  absl::Status AddDeclared(JsonItem& item);

  /// Looks up what memberships and edges name. Call it once, last.
  absl::StatusOr<Schedule> Finish();

 private:
  struct Membership {
    // Of a set, or of a card.
    bool is_set = false;
    std::uint32_t member = 0;
    std::uint32_t set_name = 0;
    std::int64_t line = 0;
  };
  struct Edge {
    ScheduleEdge edge;
    std::uint32_t from_name = 0;
    std::uint32_t to_name = 0;
  };

  absl::Status TakeNames(JsonItem& item, std::string& id, std::string& name,
                         std::string& full_name);
  absl::Status TakeGroup(JsonItem& item, std::string_view key, std::optional<TickGroup>& group);
  absl::Status TakeState(JsonItem& item, ScheduleCard& card);
  absl::Status TakeSource(JsonItem& item, ScheduleSource& source);
  absl::Status TakeMemberships(JsonItem& item, std::string_view key, bool is_set,
                               std::uint32_t member);
  absl::Status TakeEnd(JsonItem& item, std::string_view key, ScheduleEndpoint& end,
                       std::uint32_t& name);
  absl::Status Declare(const JsonItem& item, JsonNames& names, std::string_view what,
                       std::string_view id, std::size_t index);
  absl::Status AddMemberships();
  absl::Status AddEdges();
  bool Join(bool is_set, std::uint32_t member, std::uint32_t set);

  std::int64_t most_edges_;
  ReadProblems& problems_;
  Schedule schedule_;
  SourceTable sources_;
  JsonNames card_names_;
  JsonNames set_names_;
  std::vector<Membership> memberships_;
  std::vector<Edge> edges_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint32_t>> joined_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_JSON_SCHEDULE_ITEMS_H_
