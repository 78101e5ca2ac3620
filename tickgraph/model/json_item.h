#ifndef TICKGRAPH_MODEL_JSON_ITEM_H_
#define TICKGRAPH_MODEL_JSON_ITEM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/model/json_events.h"
#include "tickgraph/model/read_problems.h"

namespace tickgraph::model {

/// A JSON object whose members are values or lists of strings: one card, set or edge. Members are
/// gathered first and taken by name afterwards, so that they may stand in any order.
///
///   item.Begin(line);
///   item.Add("cost_us", event);  …
///   std::optional<double> cost;
///   status.Update(item.TakeDuration("cost_us", cost, problems));
///   item.DoubtTheRest(problems);
///
/// Each Take leaves its target alone where the member is absent or null, and reports one of a wrong
/// kind or out of range. Bytes that the writer has escaped (observe/utf8_bytes.h) come back.
class JsonItem {
 public:
  /// Forgets the members. `what` names the kind of item in messages, "card".
  void Begin(std::string_view what, std::int64_t line);
  /// Adds a member with the value of `event`; `key` and text are decoded.
  void Add(std::string_view key, const JsonEvent& event);
  /// Adds a member that is a list; AddText appends to the list added last.
  void AddList(std::string_view key, std::int64_t line);
  void AddText(std::string_view text);

  std::int64_t line() const { return line_; }
  bool Has(std::string_view key) const;

  absl::Status TakeText(std::string_view key, std::optional<std::string>& target,
                        ReadProblems& problems);
  absl::Status TakeBoolean(std::string_view key, bool& target, ReadProblems& problems);
  /// A whole number from `least` to `most`.
  absl::Status TakeInteger(std::string_view key, std::int64_t least, std::int64_t most,
                           std::optional<std::int64_t>& target, ReadProblems& problems);
  absl::Status TakeNatural(std::string_view key, std::optional<std::uint64_t>& target,
                           ReadProblems& problems);
  /// From 0 to 10^12.
  absl::Status TakeDuration(std::string_view key, std::optional<double>& target,
                            ReadProblems& problems);
  absl::Status TakeList(std::string_view key, std::vector<std::string>& target,
                        ReadProblems& problems);

  /// Notes each member that nobody has taken, at most kMostDoubts of them.
  void DoubtTheRest(ReadProblems& problems) const;
  static constexpr std::size_t kMostDoubts = 10;

  /// Reports that a member does not hold what is wanted.
  absl::Status Refuse(std::string_view key, std::string_view wanted, ReadProblems& problems) const;

 private:
  struct Member {
    std::string key;
    JsonEvent event;
    std::string text;
    std::vector<std::string> list;
    bool is_list = false;
    bool taken = false;
  };

  const Member* Find(std::string_view key) const;
  // Its name or id between quotation marks, with a blank in front; empty where it has neither.
  std::string NameForMessages() const;
  // The member where it is there, not taken and not null; it counts as taken then.
  Member* Take(std::string_view key);

  std::string what_;
  std::int64_t line_ = 0;
  std::vector<Member> members_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_JSON_ITEM_H_
