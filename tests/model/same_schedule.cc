#include "tests/model/same_schedule.h"

#include <cstddef>

#include "tickgraph/model/source_table.h"

namespace tickgraph::model {
namespace {

std::string Source(const Schedule& schedule, const ScheduleSource& source) {
  return source.is_given() ? SourceText(schedule, source) : "";
}

class Comparison {
 public:
  Comparison(const Schedule& a, const Schedule& b, const KeptByFormat& kept)
      : a_(a), b_(b), kept_(kept) {}

  std::string Compare() {
    Check("number of cards", a_.cards.size() == b_.cards.size());
    Check("number of sets", a_.sets.size() == b_.sets.size());
    Check("number of edges", a_.edges.size() == b_.edges.size());
    if (!text_.empty()) return text_;
    for (std::size_t card = 0; card < a_.cards.size(); ++card) CompareCard(card);
    for (std::size_t set = 0; set < a_.sets.size(); ++set) CompareSet(set);
    for (std::size_t edge = 0; edge < a_.edges.size(); ++edge) CompareEdge(edge);
    where_.clear();
    if (kept_.declared_totals) {
      Check("registered", a_.declared.registered == b_.declared.registered);
      Check("enabled", a_.declared.enabled == b_.declared.enabled);
      Check("disabled", a_.declared.disabled == b_.declared.disabled);
    }
    if (kept_.published_bounds) Check("published bounds", a_.published == b_.published);
    return text_;
  }

 private:
  void Check(const char* what, bool same) {
    if (!same && text_.empty()) text_ = where_ + what;
  }

  void CompareCard(std::size_t index) {
    const ScheduleCard& a = a_.cards[index];
    const ScheduleCard& b = b_.cards[index];
    where_ = "card " + std::to_string(index) + ": ";
    Check("name", a.name == b.name);
    Check("full name", a.full_name == b.full_name);
    Check("owner", a.owner == b.owner);
    if (kept_.source_ids) Check("source id", a.source_id == b.source_id);
    Check("start", a.start == b.start);
    Check("end", a.end == b.end);
    Check("lane", a.lane == b.lane);
    Check("high priority", a.high_priority == b.high_priority);
    Check("order", a.order == b.order);
    Check("tie key", a.tie_key == b.tie_key);
    Check("dedicated server", a.allow_on_dedicated_server == b.allow_on_dedicated_server);
    Check("engine stage", a.engine_stage == b.engine_stage);
    Check("state", a.state == b.state);
    Check("cooling seconds", a.cooling_seconds == b.cooling_seconds);
    Check("cost", a.cost_us == b.cost_us);
    Check("count", a.count == b.count);
    Check("sets", a.sets == b.sets);
    Check("missing", a.missing == b.missing);
    Check("source", Source(a_, a.source) == Source(b_, b.source));
  }

  void CompareSet(std::size_t index) {
    const ScheduleSet& a = a_.sets[index];
    const ScheduleSet& b = b_.sets[index];
    where_ = "set " + std::to_string(index) + ": ";
    Check("name", a.name == b.name);
    Check("full name", a.full_name == b.full_name);
    if (kept_.source_ids) Check("source id", a.source_id == b.source_id);
    Check("sets around it", a.parents == b.parents);
    Check("source", Source(a_, a.source) == Source(b_, b.source));
  }

  void CompareEdge(std::size_t index) {
    const ScheduleEdge& a = a_.edges[index];
    const ScheduleEdge& b = b_.edges[index];
    where_ = "edge " + std::to_string(index) + ": ";
    Check("from", a.from == b.from);
    Check("to", a.to == b.to);
    Check("kind", a.kind == b.kind);
    Check("source", Source(a_, a.source) == Source(b_, b.source));
  }

  const Schedule& a_;
  const Schedule& b_;
  const KeptByFormat& kept_;
  std::string where_;
  std::string text_;
};

}  // namespace

std::string DifferenceOf(const Schedule& a, const Schedule& b, const KeptByFormat& kept) {
  return Comparison(a, b, kept).Compare();
}

}  // namespace tickgraph::model
