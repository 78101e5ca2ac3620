#include <algorithm>
#include <sstream>
#include <string_view>

#include "tickgraph/observe/card_explanation.h"
#include "tickgraph/quoted_name.h"

namespace tickgraph {
namespace {

constexpr std::size_t kMostPrerequisites = 20;

std::string Span(TickGroup start, TickGroup end) {
  std::string text(TickGroupName(start));
  if (end != start) text += " to " + std::string(TickGroupName(end));
  return text;
}

std::string_view LaneName(Lane lane) {
  return lane == Lane::kGameThread ? "game thread" : "any thread";
}

/// Lines with a label in front of the first of each kind.
class Lines {
 public:
  void Add(std::string_view label, std::string_view text) {
    const bool is_new = label != last_;
    last_ = label;
    text_ << "  " << (is_new ? label : "") << std::string(11 - (is_new ? label.size() : 0), ' ');
    for (const char letter : text) {
      text_ << letter;
      if (letter == '\n') text_ << std::string(13, ' ');
    }
    text_ << "\n";
  }
  std::string Text() const { return text_.str(); }

 private:
  std::string last_;
  std::ostringstream text_;
};

std::string EffectiveText(const CardExplanation& why) {
  switch (why.standing) {
    case CardExplanation::Standing::kDisabled:
      return "does not run: it is disabled, and passes on order from its prerequisites to its "
             "dependents";
    case CardExplanation::Standing::kNewcomer:
      return Span(why.effective_start, why.effective_end) +
             ", as a newcomer; it has a place in plan order from the next frame on";
    case CardExplanation::Standing::kInPlan:
      break;
  }
  return Span(why.effective_start, why.effective_end) + ", card " + std::to_string(why.position) +
         " of " + std::to_string(why.cards_in_plan) + " in plan order";
}

std::string CauseText(const CardExplanation& why) {
  switch (why.cause) {
    case CardExplanation::Cause::kNone:
      return "";
    case CardExplanation::Cause::kPrerequisite:
      return "moved by its prerequisite " + QuotedName(why.moved_by) +
             ": a card starts and ends no earlier than what it waits for";
    case CardExplanation::Cause::kCameTooLate:
      return "it came when " + std::string(TickGroupName(why.declared_start)) +
             " had passed in that frame; from the next frame on it runs where it was declared";
    case CardExplanation::Cause::kEndNotAllowed:
      return "only engine stages end in StartPhysics or EndPhysics: it ends a group earlier";
  }
  return "";
}

std::string PrerequisiteText(const ExplainedPrerequisite& prerequisite) {
  std::string text = QuotedName(prerequisite.name) + " (" +
                     Span(prerequisite.start, prerequisite.end) + ", " +
                     std::string(LaneName(prerequisite.lane)) + ")";
  for (std::size_t index = 0; index < prerequisite.through.size(); ++index) {
    text += (index == 0 ? " through " : " and ") + prerequisite.through[index];
  }
  if (prerequisite.passes_more > 0) {
    text += " and " + std::to_string(prerequisite.passes_more) + " more";
  }
  return text;
}

void AddWait(const CardExplanation& why, Lines& lines) {
  if (!why.runs_in_wait_of) return;
  std::string text = "in the wait at the end of " +
                     std::string(TickGroupName(*why.runs_in_wait_of)) +
                     ", where the game thread is free to wait";
  if (!why.waits_for_worker.empty()) {
    text += " for " + QuotedName(why.waits_for_worker) + ", which may run on a worker until then";
  }
  lines.Add("runs", text);
}

}  // namespace

std::string ExplanationText(const CardExplanation& why) {
  Lines lines;
  lines.Add("declared", Span(why.declared_start, why.declared_end) + ", " +
                            std::string(LaneName(why.lane)) +
                            (why.registered_at.line == 0 ? "" : ", at ") +
                            (why.registered_at.line == 0 ? "" : ToString(why.registered_at)));
  lines.Add("effective", EffectiveText(why));
  if (const std::string cause = CauseText(why); !cause.empty()) lines.Add("why", cause);
  AddWait(why, lines);
  for (const std::string& set : why.sets) lines.Add("in", "set " + QuotedName(set));
  const std::size_t shown = std::min(why.prerequisites.size(), kMostPrerequisites);
  for (std::size_t index = 0; index < shown; ++index) {
    lines.Add("waits for", PrerequisiteText(why.prerequisites[index]));
  }
  if (shown < why.prerequisites.size()) {
    lines.Add("waits for", "… and " + std::to_string(why.prerequisites.size() - shown) + " more");
  }
  if (why.prerequisites.empty()) lines.Add("waits for", "no other card");
  for (const ExplainedCycle& cycle : why.ignored) lines.Add("ignored", cycle.text);
  return "card " + QuotedName(why.name) + "\n" + lines.Text();
}

}  // namespace tickgraph
