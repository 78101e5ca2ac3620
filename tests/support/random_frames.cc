#include "tests/support/random_frames.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "tests/support/dice.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {
namespace {

struct CardPlan {
  int number = 0;
  TickFunction card;
  std::vector<int> after;
};

enum class Deed : std::uint8_t { kRegister, kLoopRegister, kUnregister, kDisable, kEnable };

struct Action {
  Deed deed = Deed::kRegister;
  int frame = 0;
  int target = 0;
  std::vector<CardPlan> cards;
  /// A card that has to come after the new one; −1 for none.
  int follower = -1;
};

class RandomWorld {
 public:
  RandomWorld(std::uint32_t seed, const RandomFramesDefinition& definition,
              const ExecutorChoice& choice)
      : dice_(seed), definition_(definition), made_(choice, {.recorded_frames = 1}) {}

  RandomFramesOutcome Run() {
    for (int card = 0; card < definition_.cards; ++card) Add(MakeCard(DrawRange()));
    for (int frame = 1; frame <= definition_.frames; ++frame) {
      if (definition_.changes && frame % 2 == 0) PlanChanges(frame);
      RunFrame();
      if (definition_.changes && dice_.OneIn(3)) ChangeBetweenFrames();
    }
    NumberCards();
    for (const TickHandle card : scheduler_.Cards()) {
      outcome_.sequence.push_back(numbers_.at(Key(card)));
    }
    return std::move(outcome_);
  }

 private:
  static std::uint64_t Key(TickHandle card) {
    return (std::uint64_t{card.slot} << 32) | card.generation;
  }

  /// Cards so far; later ones are not known yet to those who ask.
  int DrawRange() const { return static_cast<int>(handles_.size()); }

  CardPlan MakeCard(int known) {
    using enum TickGroup;
    constexpr TickGroup kStarts[] = {kPrePhysics,  kPrePhysics,  kPrePhysics,    kDuringPhysics,
                                     kPostPhysics, kPostPhysics, kPostUpdateWork};
    constexpr double kCosts[] = {0, 0, 1, 1, 4, 30};
    CardPlan plan;
    plan.number = static_cast<int>(handles_.size());
    handles_.emplace_back();
    actions_.emplace_back();
    TickFunction& card = plan.card;
    card.start = kStarts[dice_.Below(7)];
    card.lane = dice_.OneIn(2) ? Lane::kAnyThread : Lane::kGameThread;
    if (dice_.OneIn(4)) {
      card.end = static_cast<TickGroup>(
          std::min(GroupIndex(card.start) + dice_.Below(4), GroupIndex(kPostUpdateWork)));
    }
    card.high_priority = dice_.OneIn(8);
    card.order = dice_.OneIn(3) ? dice_.Below(5) - 2 : 0;
    if (dice_.OneIn(6)) card.tie_key = static_cast<std::uint64_t>(dice_.Below(20));
    card.start_enabled = !dice_.OneIn(8);
    card.cost_us = kCosts[dice_.Below(6)];
    for (int edges = dice_.Below(4); edges > 0 && known > 0; --edges) {
      plan.after.push_back(dice_.Below(known));
    }
    is_game_thread_.push_back(card.lane == Lane::kGameThread);
    return plan;
  }

  void Add(CardPlan plan) {
    const auto number = static_cast<std::size_t>(plan.number);
    plan.card.name = "card";
    for (const int prerequisite : plan.after) {
      const TickHandle handle = handles_[static_cast<std::size_t>(prerequisite)];
      if (handle) plan.card.after.push_back(handle);
    }
    plan.card.run = [this, number](const TickContext& t) { Work(number, t); };
    handles_[number] = scheduler_.Register(std::move(plan.card));
  }

  void Work(std::size_t number, const TickContext& t) {
    Pause(number, t.frame);
    if (is_game_thread_[number]) {
      game_order_.push_back(static_cast<int>(number));
    }
    {
      const std::lock_guard lock(mutex_);
      ran_.push_back(static_cast<int>(number));
    }
    for (Action& action : actions_[number]) {
      if (action.frame == static_cast<int>(t.frame)) Do(action, t);
    }
    Pause(number + 1, t.frame);
  }

  void Do(Action& action, const TickContext& t) {
    const auto target = static_cast<std::size_t>(action.target);
    switch (action.deed) {
      case Deed::kRegister:
        for (CardPlan& card : action.cards) {
          const auto number = static_cast<std::size_t>(card.number);
          Add(std::move(card));
          if (action.follower >= 0) {
            scheduler_.AddPrerequisite(handles_[static_cast<std::size_t>(action.follower)],
                                       handles_[number]);
          }
        }
        return;
      case Deed::kLoopRegister:
        t.ParallelFor(action.cards.size(), 1, [&](std::size_t index) {
          Pause(index, t.frame);
          Add(std::move(action.cards[index]));
        });
        return;
      case Deed::kUnregister:
        scheduler_.Unregister(handles_[target]);
        return;
      case Deed::kDisable:
        scheduler_.SetEnabled(handles_[target], false);
        return;
      case Deed::kEnable:
        scheduler_.SetEnabled(handles_[target], true);
        return;
    }
  }

  void Pause(std::size_t number, std::uint64_t frame) const {
    if (!definition_.delays) return;
    const std::size_t mixed = (number * 2654435761U + frame * 40503U) >> 7;
    if (mixed % 4 == 0) std::this_thread::yield();
    if (mixed % 5 == 0) {
      for (std::size_t turn = 0; turn < mixed % 4000; ++turn) {
        sink_.fetch_add(1, std::memory_order_relaxed);
      }
    }
    if (mixed % 61 == 0) std::this_thread::sleep_for(std::chrono::microseconds(mixed % 200));
  }

  // What a game-thread card does to another card is ordered only among game-thread cards, so these
  // are the targets. Handles of cards that come in this frame are not used before the next one.
  void PlanChanges(int frame) {
    const int known = DrawRange();
    for (int change = dice_.Below(6); change > 0; --change) {
      const int actor = dice_.Below(known);
      const bool acts_at_once = is_game_thread_[static_cast<std::size_t>(actor)];
      Action action;
      action.frame = frame;
      const int kind = dice_.Below(6);
      if (kind < 4 || !acts_at_once) {
        action.deed = kind == 0 ? Deed::kLoopRegister : Deed::kRegister;
        for (int count = 1 + dice_.Below(kind == 0 ? 12 : 3); count > 0; --count) {
          action.cards.push_back(MakeCard(known));
        }
        if (acts_at_once && kind == 1) action.follower = DrawGameThreadCard(known);
      } else {
        action.target = DrawGameThreadCard(known);
        action.deed =
            kind == 4 ? Deed::kUnregister : (dice_.OneIn(2) ? Deed::kDisable : Deed::kEnable);
        if (action.target < 0) continue;
      }
      actions_[static_cast<std::size_t>(actor)].push_back(std::move(action));
    }
  }

  int DrawGameThreadCard(int known) {
    for (int attempt = 0; attempt < 20; ++attempt) {
      const int number = dice_.Below(known);
      if (is_game_thread_[static_cast<std::size_t>(number)]) return number;
    }
    return -1;
  }

  void ChangeBetweenFrames() {
    const int known = DrawRange();
    for (int change = dice_.Below(6); change > 0; --change) {
      const TickHandle one = handles_[static_cast<std::size_t>(dice_.Below(known))];
      const TickHandle other = handles_[static_cast<std::size_t>(dice_.Below(known))];
      switch (dice_.Below(6)) {
        case 0:
          Add(MakeCard(known));
          break;
        case 1:
          scheduler_.Unregister(one);
          break;
        case 2:
          scheduler_.SetEnabled(one, dice_.OneIn(2));
          break;
        case 3:
          scheduler_.RemovePrerequisite(one, other);
          break;
        default:
          scheduler_.AddPrerequisite(one, other);
      }
    }
  }

  void NumberCards() {
    for (std::size_t number = 0; number < handles_.size(); ++number) {
      if (handles_[number]) numbers_[Key(handles_[number])] = static_cast<int>(number);
    }
  }

  void RunFrame() {
    const FrameResult& result = scheduler_.RunFrame(0.01);
    NumberCards();
    outcome_.game_order.push_back(std::exchange(game_order_, {}));
    std::sort(ran_.begin(), ran_.end());
    if (std::adjacent_find(ran_.begin(), ran_.end()) != ran_.end()) Violated("ran twice");
    if (ran_.size() != result.cards_run) Violated("cards_run is wrong");
    outcome_.ran.push_back(std::exchange(ran_, {}));
    outcome_.error_counts.push_back(result.error_count);
    outcome_.newcomers.push_back(result.newcomers);
    outcome_.skipped.push_back(result.cards_skipped);
    CheckTimes();
  }

  void Violated(const std::string& what) {
    outcome_.violations.push_back("frame " + std::to_string(scheduler_.frame()) + ": " + what);
  }

  void CheckTimes() {
    const std::vector<const FrameRecord*> records = scheduler_.records();
    if (records.size() != 1 || records[0]->frame != scheduler_.frame()) {
      Violated("no record");
      return;
    }
    const FrameRecord& record = *records[0];
    std::map<std::uint64_t, const CardRun*> run_of;
    for (const CardRun& run : record.runs) run_of[Key(run.card)] = &run;
    CheckEdges(run_of);
    CheckGroups(record);
  }

  // A card that did not run has finished when its prerequisites have (rule P3). One that was
  // enabled in mid-frame comes in like a newcomer, perhaps after its dependents: those do not
  // count.
  void CheckEdges(const std::map<std::uint64_t, const CardRun*>& run_of) {
    const FramePlan& plan = scheduler_.plan();
    std::vector<std::int64_t> finished(plan.size, INT64_MIN);
    std::vector<std::uint64_t> late(plan.size, 0);
    for (std::uint32_t position = 0; position < plan.size; ++position) {
      const auto found = run_of.find(Key(plan.cards[position]));
      const CardRun* run = found != run_of.end() ? found->second : nullptr;
      std::int64_t ready = INT64_MIN;
      for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
        late[position] = std::max(late[position], late[prerequisite]);
        if (run != nullptr && late[prerequisite] > run->plan_key) continue;
        ready = std::max(ready, finished[prerequisite]);
      }
      finished[position] = ready;
      if (run == nullptr) continue;
      if (run->start_ns < ready) {
        Violated("card " + std::to_string(numbers_[Key(plan.cards[position])]) +
                 " started before a prerequisite had finished");
      }
      finished[position] = run->end_ns;
      late[position] = run->plan_key != PlanKeyOf(position) ? run->plan_key : 0;
    }
  }

  // rules G1, G5.
  void CheckGroups(const FrameRecord& record) {
    const FramePlan& plan = scheduler_.plan();
    for (const CardRun& run : record.runs) {
      const TimeSpan& start_group = record.groups[static_cast<std::size_t>(run.group)];
      if (run.start_ns < start_group.start_ns) Violated("a card started before its group");
      const std::uint32_t position = plan.PositionOf(run.card);
      if (position == FramePlan::kNoPosition) continue;
      TickGroup end = plan.places[position].end;
      if (end == TickGroup::kDuringPhysics) end = TickGroup::kEndPhysics;
      const TimeSpan& end_group = record.groups[static_cast<std::size_t>(end)];
      const bool was_taken_over = run.plan_key != PlanKeyOf(position);
      if (!was_taken_over && run.end_ns > end_group.end_ns) {
        Violated("a card ended after its end group");
      }
    }
  }

  static std::uint64_t PlanKeyOf(std::uint32_t position) {
    return (std::uint64_t{position} + 1) << 32;
  }

  Dice dice_;
  RandomFramesDefinition definition_;
  /// By number of the card. A deque, since cards are made while others run.
  std::deque<TickHandle> handles_;
  std::deque<std::vector<Action>> actions_;
  std::vector<bool> is_game_thread_;
  std::map<std::uint64_t, int> numbers_;
  std::mutex mutex_;
  std::vector<int> game_order_;
  std::vector<int> ran_;
  RandomFramesOutcome outcome_;
  mutable std::atomic<std::uint64_t> sink_{0};

  // Last, so that it ends first.
  MadeScheduler made_;
  TickScheduler& scheduler_ = made_.scheduler;
};

}  // namespace

RandomFramesOutcome RunRandomFrames(std::uint32_t seed, const RandomFramesDefinition& definition,
                                    const ExecutorChoice& choice) {
  return RandomWorld(seed, definition, choice).Run();
}

}  // namespace tickgraph
