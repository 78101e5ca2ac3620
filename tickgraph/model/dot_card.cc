#include "tickgraph/model/dot_card.h"

#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/dot_text.h"

namespace tickgraph::model {
namespace {

std::optional<bool> ParseBoolean(std::string_view value) {
  if (value == "true") return true;
  if (value == "false") return false;
  return std::nullopt;
}

template <typename Integer>
std::optional<Integer> ParseInteger(std::string_view value) {
  Integer integer = 0;
  if (!absl::SimpleAtoi(ToAbsl(value), &integer)) return std::nullopt;
  return integer;
}

std::optional<std::int64_t> ParseCount(std::string_view value) {
  const std::optional<std::int64_t> count = ParseInteger<std::int64_t>(value);
  return count.has_value() && *count >= 0 ? count : std::nullopt;
}

class CardReader {
 public:
  CardReader(const DotGraph& graph, const DotNode& node, bool names_tick_groups,
             ReadProblems& problems, const ScheduleCard& card)
      : graph_(graph),
        node_(node),
        names_tick_groups_(names_tick_groups),
        problems_(problems),
        card_(card) {}

  // Gives what `parse` makes of the attribute; nothing where it is absent or cannot be read.
  template <typename Parse>
  auto Read(DotAttribute attribute, Parse parse, std::string_view wanted)
      -> decltype(parse(std::string_view())) {
    const auto value = graph_.Find(node_.attributes, attribute);
    if (!value.has_value()) return std::nullopt;
    const auto parsed = parse(*value);
    if (!parsed.has_value()) {
      status_.Update(problems_.Report(
          node_.line,
          absl::StrCat("card ", QuotedName(card_.name), ": ", ToAbsl(DotAttributeName(attribute)),
                       " is ", QuotedName(*value), ", expected ", ToAbsl(wanted))));
    }
    return parsed;
  }

  // Graphviz itself has a layout attribute called group.
  std::optional<TickGroup> ReadGroup(DotAttribute attribute) {
    const auto value = graph_.Find(node_.attributes, attribute);
    if (!value.has_value()) return std::nullopt;
    const std::optional<TickGroup> group = ParseTickGroup(*value);
    if (!group.has_value() && names_tick_groups_) {
      problems_.Note(ScheduleFinding::Kind::kDoubt, node_.line,
                     absl::StrCat("card ", QuotedName(card_.name), ": ", QuotedName(*value),
                                  " is not a tick group and is ignored"));
    }
    return group;
  }

  std::string ReadText(DotAttribute attribute) {
    const auto value = graph_.Find(node_.attributes, attribute);
    return value.has_value() ? DecodeDotLabel(*value, node_.id) : std::string();
  }

  absl::Status TakeStatus() { return status_; }

 private:
  const DotGraph& graph_;
  const DotNode& node_;
  bool names_tick_groups_;
  ReadProblems& problems_;
  const ScheduleCard& card_;
  absl::Status status_;
};

}  // namespace

std::string DotName(const DotGraph& graph, const DotAttributes& attributes, std::string_view id) {
  if (const auto name = graph.Find(attributes, DotAttribute::kName); name.has_value()) {
    return DecodeDotLabel(*name, id);
  }
  const auto label = graph.Find(attributes, DotAttribute::kLabel);
  if (!label.has_value() || label->empty()) return std::string(id);
  return DecodeDotLabel(*label, id);
}

absl::Status ReadDotCard(const DotGraph& graph, const DotNode& node, bool names_tick_groups,
                         SourceTable& sources, ReadProblems& problems, ScheduleCard& card) {
  constexpr std::string_view kBoolean = "true or false";
  CardReader reader(graph, node, names_tick_groups, problems, card);
  card.full_name = reader.ReadText(DotAttribute::kTooltip);
  card.owner = reader.ReadText(DotAttribute::kOwner);
  card.start = reader.ReadGroup(DotAttribute::kGroup);
  card.end = reader.ReadGroup(DotAttribute::kEndGroup);
  card.lane = reader.Read(DotAttribute::kLane, ParseLane, "GameThread or AnyThread");
  card.cost_us =
      reader.Read(DotAttribute::kCostUs, ParseDuration, "a number of microseconds, not negative");
  card.state = reader.Read(DotAttribute::kState, ParseCardState, "enabled, cooling or disabled")
                   .value_or(CardState::kEnabled);
  card.cooling_seconds =
      reader.Read(DotAttribute::kCoolingS, ParseDuration, "a number of seconds, not negative")
          .value_or(0);
  card.order =
      reader.Read(DotAttribute::kOrder, ParseInteger<std::int32_t>, "a whole number of 32 bits")
          .value_or(0);
  card.tie_key =
      reader.Read(DotAttribute::kTieKey, ParseInteger<std::uint64_t>, "a natural number");
  card.count = reader.Read(DotAttribute::kCount, ParseCount, "a natural number").value_or(1);
  card.high_priority =
      reader.Read(DotAttribute::kHighPriority, ParseBoolean, kBoolean).value_or(false);
  card.engine_stage =
      reader.Read(DotAttribute::kEngineStage, ParseBoolean, kBoolean).value_or(false);
  card.allow_on_dedicated_server =
      reader.Read(DotAttribute::kDedicatedServer, ParseBoolean, kBoolean).value_or(true);
  card.missing = reader.Read(DotAttribute::kMissing, ParseBoolean, kBoolean).value_or(card.missing);
  absl::Status status = reader.TakeStatus();
  status.Update(
      ReadDotSource(graph, node.attributes, "card", node.line, sources, problems, card.source));
  return status;
}

absl::Status ReadDotSource(const DotGraph& graph, const DotAttributes& attributes,
                           std::string_view what, std::int64_t line, SourceTable& sources,
                           ReadProblems& problems, ScheduleSource& source) {
  const auto value = graph.Find(attributes, DotAttribute::kSource);
  if (!value.has_value()) return absl::OkStatus();
  const std::optional<ScheduleSource> parsed = sources.Parse(DecodeDotLabel(*value, ""));
  if (!parsed.has_value()) {
    return problems.Report(line, absl::StrCat(ToAbsl(what), ": source is ", QuotedName(*value),
                                              ", expected \"file:line\""));
  }
  source = *parsed;
  return absl::OkStatus();
}

}  // namespace tickgraph::model
