#ifndef TICKGRAPH_MODEL_SCHEDULE_H_
#define TICKGRAPH_MODEL_SCHEDULE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/quoted_name.h"
#include "tickgraph/tick_group.h"

namespace tickgraph::model {

/// The text formats that can be read.
enum class ScheduleFormat : std::uint8_t { kDot, kDumpTicks, kStg, kPlayerLoop, kJson };

/// "dot", "dumpticks", "stg", "player-loop", "json".
std::string_view ScheduleFormatName(ScheduleFormat format);

/// Whether a card would run in the frame that the file describes.
enum class CardState : std::uint8_t { kEnabled, kCoolingDown, kDisabled };

/// "enabled", "cooling", "disabled".
std::string_view CardStateName(CardState state);

/// A place in the code that a schedule describes, where the file names one.
struct ScheduleSource {
  /// Position in Schedule::source_files plus one; 0 = not given.
  std::uint32_t file = 0;
  std::uint32_t line = 0;

  bool is_given() const { return file != 0; }
};

/// One tick function, system or task of a schedule.
struct ScheduleCard {
  /// Short name; need not be unique.
  std::string name;
  /// The long form where the file has one, for example the full path of a function.
  std::string full_name;
  /// How the file itself calls the card: a node id, the line of a dump.
  std::string source_id;
  /// What the card belongs to, for example an actor; cards with equal owners belong together.
  std::string owner;

  /// Nothing where the file does not say.
  std::optional<TickGroup> start;
  std::optional<TickGroup> end;
  std::optional<Lane> lane;

  /// These as in TickFunction.
  bool high_priority = false;
  std::int32_t order = 0;
  std::optional<std::uint64_t> tie_key;
  bool allow_on_dedicated_server = true;
  bool engine_stage = false;

  CardState state = CardState::kEnabled;
  /// Seconds until a cooling card is due.
  double cooling_seconds = 0;
  /// Cost of one call in microseconds.
  std::optional<double> cost_us;
  /// How many tick functions this row stands for; more than one in a grouped dump only.
  std::int64_t count = 1;

  /// The sets that the card is in, without the sets around those; indices into Schedule::sets.
  std::vector<std::uint32_t> sets;
  /// An edge ends here, but the file does not declare the card. It orders others, does not run,
  /// and is not counted as a card.
  bool missing = false;
  /// Where the code registers the card.
  ScheduleSource source;
  /// Line of the declaration, from 1.
  std::int64_t line = 0;
};

/// A named group of cards that edges may end at. Sets lie in other sets.
struct ScheduleSet {
  std::string name;
  std::string full_name;
  std::string source_id;
  /// The sets directly around this one.
  std::vector<std::uint32_t> parents;
  ScheduleSource source;
  std::int64_t line = 0;
};

/// Where an edge ends: at a card or at a whole set.
struct ScheduleEndpoint {
  enum class Kind : std::uint8_t { kCard, kSet };
  Kind kind = Kind::kCard;
  std::uint32_t index = 0;

  bool is_set() const { return kind == Kind::kSet; }
  friend bool operator==(const ScheduleEndpoint&, const ScheduleEndpoint&) = default;
};

/// `from` has finished before `to` starts, for every member of a set; or `from` is in set `to`.
struct ScheduleEdge {
  enum class Kind : std::uint8_t { kOrder, kMembership };
  ScheduleEndpoint from;
  ScheduleEndpoint to;
  Kind kind = Kind::kOrder;
  ScheduleSource source;
  std::int64_t line = 0;
};

/// Something in a file that a person should know about: a loss, a doubt, a contradiction.
struct ScheduleFinding {
  enum class Kind : std::uint8_t {
    /// Could not be read; present only when reading leniently.
    kLoss,
    /// Was read, but may not mean what it says.
    kDoubt,
    /// An edge ends at a card that the file does not declare.
    kMissingCard,
    /// The numbers that the file states about itself are not those that were read.
    kTotalsDiffer,
    /// A message of the engine that wrote the file.
    kEngineMessage,
    /// A set lies inside itself.
    kSetInsideItself,
    /// A card or a set is ordered against a set that it is in.
    kOrderedAgainstOwnSet,
    /// Two sets are ordered, but share a card.
    kOrderedSetsShareCard,
  };
  Kind kind = Kind::kDoubt;
  std::int64_t line = 0;
  std::string text;
};

/// What the file says about its own size.
struct DeclaredTotals {
  std::optional<std::int64_t> registered;
  std::optional<std::int64_t> enabled;
  std::optional<std::int64_t> disabled;
};

/// What others have published about running the cards of a file on equal processors.
struct PublishedMakespan {
  std::int64_t processors = 0;
  /// No schedule is shorter, in microseconds.
  double lower_us = 0;
  /// The shortest schedule that somebody has found, in microseconds.
  double best_us = 0;

  friend bool operator==(const PublishedMakespan&, const PublishedMakespan&) = default;
};

/// A schedule as data: what a file says about cards, sets and their order, before anything is
/// registered in a scheduler.
///
///   absl::StatusOr<Schedule> schedule = ReadScheduleFile("PostUpdate.dot", {});
///   if (!schedule.ok()) return schedule.status();       // "PostUpdate.dot:12: …"
///   for (const ScheduleCard& card : schedule->cards) Print(card.name);
///   ScheduleCounts counts = CountSchedule(*schedule);   // schedule_counts.h
///
/// Cards, sets and edges stand in the order of the file; indices are positions in these lists.
struct Schedule {
  std::string file;
  ScheduleFormat format = ScheduleFormat::kDot;
  std::vector<ScheduleCard> cards;
  std::vector<ScheduleSet> sets;
  std::vector<ScheduleEdge> edges;
  DeclaredTotals declared;
  std::vector<PublishedMakespan> published;
  /// The files that ScheduleSource::file counts.
  std::vector<std::string> source_files;
  std::vector<ScheduleFinding> warnings;
};

/// "file:line: text", the form of all messages about files; without the line where it is 0.
std::string FindingText(std::string_view file, const ScheduleFinding& finding);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SCHEDULE_H_
