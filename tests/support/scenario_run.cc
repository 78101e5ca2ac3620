#include "tests/support/scenario_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {
namespace {

class ScenarioRun {
 public:
  ScenarioRun(const Scenario& scenario, const OracleResult& oracle,
              const TickSchedulerDefinition& definition, bool delays)
      : scenario_(scenario),
        oracle_(oracle),
        is_serial_(definition.executor == ExecutorKind::kSerial),
        delays_(delays),
        sets_(scenario.items.size()),
        steps_of_(scenario.items.size()),
        scheduler_(definition) {
    for (const ScenarioStep& step : scenario.steps) {
      if (step.actor >= 0) steps_of_[static_cast<std::size_t>(step.actor)].push_back(&step);
    }
  }

  std::string Check() {
    for (int frame = 1; frame <= scenario_.frames; ++frame) RunFrame(frame);
    return CompareOutcomes(Expected(), outcome_);
  }

 private:
  /// What any-thread cards do is compared by times, not by order, where there are workers.
  ScenarioOutcome Expected() const {
    ScenarioOutcome expected = oracle_.outcome;
    if (is_serial_) return expected;
    for (ScenarioFrame& frame : expected.frames) {
      std::erase_if(frame.order, [this](int item) { return IsWorkers(item); });
    }
    return expected;
  }

  bool IsWorkers(int item) const {
    return scenario_.items[static_cast<std::size_t>(item)].lane == Lane::kAnyThread;
  }

  TickSet& At(int item) { return sets_[static_cast<std::size_t>(item)]; }

  // ---- Frames ---------------------------------------------------------------------------------

  void RunFrame(int frame) {
    HostActs(frame, -1);
    scheduler_.BeginFrame(0.01).IgnoreError();
    NoteNodes();
    ScenarioFrame now;
    for (const TickHandle card : scheduler_.PlanOrder()) {
      now.plan.push_back(NodeOf(card));
      const FramePlan& plan = scheduler_.plan();
      const PlannedTick& place = plan.places[plan.PositionOf(card)];
      now.places.emplace_back(GroupIndex(place.start), GroupIndex(place.end));
    }
    for (int group = 0; group < 7; ++group) {
      HostActs(frame, group);
      scheduler_.RunGroup(static_cast<TickGroup>(group)).IgnoreError();
    }
    const FrameResult& result = scheduler_.EndFrame();
    NoteNodes();

    now.order = std::exchange(order_, {});
    now.ran = std::exchange(ran_, {});
    std::sort(now.ran.begin(), now.ran.end());
    now.newcomers = result.newcomers;
    now.skipped = result.cards_skipped;
    NoteReports(result.error_count, now);
    for (const TickHandle card : scheduler_.Cards()) now.sequence.push_back(NodeOf(card) / 2);
    if (result.cards_run != now.ran.size()) Violated(frame, "cards_run is wrong");
    CheckTimes(static_cast<std::size_t>(frame - 1));
    outcome_.frames.push_back(std::move(now));
  }

  void NoteNodes() {
    for (std::size_t item = 0; item < sets_.size(); ++item) {
      if (!sets_[item]) continue;
      nodes_[sets_[item].begin] = static_cast<int>(2 * item);
      const bool is_set = scenario_.items[item].is_set;
      if (is_set) nodes_[sets_[item].end] = static_cast<int>(2 * item + 1);
    }
  }

  /// −2 for a card that a faulty frame registered twice.
  int NodeOf(TickHandle card) const {
    const auto found = nodes_.find(card);
    return found == nodes_.end() ? -2 : found->second;
  }

  void NoteReports(std::uint64_t count, ScenarioFrame& now) {
    const std::vector<TickError> errors = scheduler_.errors();
    const std::size_t first = errors.size() - std::min<std::size_t>(errors.size(), count);
    for (std::size_t index = first; index < errors.size(); ++index) {
      const TickError& error = errors[index];
      const bool names_nobody = error.code == TickErrorCode::kTooManyRounds ||
                                error.code == TickErrorCode::kOrderedAgainstOwnSet;
      const int node = NodeOf(error.card);
      const int item = node < 0 || names_nobody ? -1 : node / 2;
      now.reports.emplace_back(error.code, item);
    }
    std::sort(now.reports.begin(), now.reports.end());
  }

  void Violated(int frame, const std::string& what) {
    outcome_.violations.push_back("frame " + std::to_string(frame) + ": " + what);
  }

  // ---- Acting -----------------------------------------------------------------------------------

  void HostActs(int frame, int before_group) {
    for (const ScenarioStep& step : scenario_.steps) {
      if (step.actor == ScenarioStep::kHost && step.frame == frame &&
          step.before_group == before_group) {
        Act(step);
      }
    }
  }

  void Work(std::size_t item, const TickContext& t) {
    Pause(item, t.frame);
    if (is_serial_ || !IsWorkers(static_cast<int>(item))) order_.push_back(static_cast<int>(item));
    {
      const std::lock_guard lock(mutex_);
      ran_.push_back(static_cast<int>(item));
    }
    const std::vector<const ScenarioStep*>& steps = steps_of_[item];
    for (std::size_t index = 0; index < steps.size(); ++index) {
      if (steps[index]->frame != static_cast<int>(t.frame)) continue;
      if (!steps[index]->in_loop) {
        Act(*steps[index]);
        continue;
      }
      std::size_t end = index;
      while (end < steps.size() && steps[end]->in_loop &&
             steps[end]->frame == steps[index]->frame) {
        ++end;
      }
      t.ParallelFor(end - index, 1, [&](std::size_t body) {
        Pause(body, t.frame);
        Act(*steps[index + body]);
      });
      index = end - 1;
    }
    Pause(item + 1, t.frame);
  }

  void Act(const ScenarioStep& step) {
    const bool names_two = step.deed >= Deed::kAddEdge && step.deed <= Deed::kRemoveFromSet;
    if (step.deed != Deed::kRegister && !At(step.item)) return;
    if (names_two && !At(step.other)) return;
    const bool is_set = scenario_.items[static_cast<std::size_t>(step.item)].is_set;
    switch (step.deed) {
      case Deed::kRegister:
        return Register(step.item);
      case Deed::kUnregister:
        if (is_set) return scheduler_.Unregister(At(step.item));
        return scheduler_.Unregister(At(step.item).begin);
      case Deed::kEnable:
        return scheduler_.SetEnabled(At(step.item).begin, true);
      case Deed::kDisable:
        return scheduler_.SetEnabled(At(step.item).begin, false);
      case Deed::kAddEdge:
        return scheduler_.AddPrerequisite(At(step.item).begin, At(step.other).end);
      case Deed::kRemoveEdge:
        return scheduler_.RemovePrerequisite(At(step.item).begin, At(step.other).end);
      case Deed::kAddToSet:
        return scheduler_.AddToSet(At(step.item), At(step.other));
      case Deed::kRemoveFromSet:
        return scheduler_.RemoveFromSet(At(step.item), At(step.other));
      case Deed::kThrow:
        throw std::runtime_error("seeded");
    }
  }

  void Register(int number) {
    const ScenarioItem& item = scenario_.items[static_cast<std::size_t>(number)];
    std::vector<TickHandle> after;
    std::vector<TickSet> in;
    for (const int other : item.after) {
      if (At(other)) after.push_back(At(other).end);
    }
    for (const int set : item.in) {
      if (At(set)) in.push_back(At(set));
    }
    if (item.is_set) {
      At(number) = scheduler_.RegisterSet({.name = "set", .in = in, .after = after});
      return;
    }
    TickFunction card;
    card.name = "card";
    card.start = item.start;
    card.end = item.end;
    card.lane = item.lane;
    card.high_priority = item.high_priority;
    card.engine_stage = item.engine_stage;
    card.order = item.order;
    card.tie_key = item.tie_key;
    card.start_enabled = item.enabled;
    card.cost_us = item.cost_us;
    card.after = std::move(after);
    card.in = std::move(in);
    card.run = [this, place = static_cast<std::size_t>(number)](const TickContext& t) {
      Work(place, t);
    };
    const TickHandle handle = scheduler_.Register(std::move(card));
    At(number) = {handle, handle};
  }

  void Pause(std::size_t number, std::uint64_t frame) const {
    if (!delays_) return;
    const std::size_t mixed = (number * 2654435761U + frame * 40503U) >> 7;
    if (mixed % 4 == 0) std::this_thread::yield();
    if (mixed % 61 == 0) std::this_thread::sleep_for(std::chrono::microseconds(mixed % 200));
  }

  // ---- Times ------------------------------------------------------------------------------------

  void CheckTimes(std::size_t frame) {
    const std::vector<const FrameRecord*> records = scheduler_.records();
    if (records.empty() || records.back()->frame != frame + 1) {
      Violated(static_cast<int>(frame + 1), "no record");
      return;
    }
    const FrameRecord& record = *records.back();
    std::map<int, const CardRun*> run_of;
    for (const CardRun& run : record.runs) {
      const bool is_first = run_of.emplace(NodeOf(run.card), &run).second;
      if (!is_first) Violated(static_cast<int>(frame + 1), "a card ran twice");
    }
    std::map<int, std::int64_t> finished;
    for (const OracleTake& take : oracle_.takes[frame]) {
      std::int64_t ready = INT64_MIN;
      for (const OracleNode other : take.after) {
        const auto found = finished.find(other);
        if (found != finished.end()) ready = std::max(ready, found->second);
      }
      finished[take.node] = ready;
      const auto run = run_of.find(take.node);
      if (!take.ran || run == run_of.end()) continue;
      finished[take.node] = run->second->end_ns;
      CheckRun(record, take, *run->second, ready);
    }
  }

  /// rules G1, G5, P2, P3.
  void CheckRun(const FrameRecord& record, const OracleTake& take, const CardRun& run,
                std::int64_t ready) {
    const auto frame = static_cast<int>(record.frame);
    const std::string name = "card " + std::to_string(take.node / 2);
    const auto start = static_cast<std::size_t>(take.start);
    const auto end = static_cast<std::size_t>(take.end == 2 ? 3 : take.end);
    if (run.start_ns < ready) Violated(frame, name + " started before a prerequisite had finished");
    if (GroupIndex(run.group) != take.start) Violated(frame, name + " ran in another group");
    if (run.start_ns < record.groups[start].start_ns) {
      Violated(frame, name + " started before its group");
    }
    if (run.end_ns > record.groups[end].end_ns)
      Violated(frame, name + " ended after its end group");
  }

  const Scenario& scenario_;
  const OracleResult& oracle_;
  const bool is_serial_;
  const bool delays_;
  /// By item; a card is in here as its own begin and end.
  std::vector<TickSet> sets_;
  std::vector<std::vector<const ScenarioStep*>> steps_of_;
  std::map<TickHandle, int, decltype([](TickHandle a, TickHandle b) {
             return std::pair(a.slot, a.generation) < std::pair(b.slot, b.generation);
           })>
      nodes_;
  std::mutex mutex_;
  std::vector<int> order_;
  std::vector<int> ran_;
  ScenarioOutcome outcome_;

  // Last, so that it ends first.
  TickScheduler scheduler_;
};

}  // namespace

std::string CheckScenario(const Scenario& scenario, const OracleResult& oracle,
                          TickSchedulerDefinition definition, bool delays) {
  definition.recorded_frames = 1;
  definition.max_rounds = scenario.max_rounds;
  return ScenarioRun(scenario, oracle, definition, delays).Check();
}

}  // namespace tickgraph
