// What must be true of every frame, whatever is asked for in it, checked without a model of how:
// each living card runs once, and a card with a direct prerequisite runs after it.
// Rules N1, N2, N4, P2, I1.

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/dice.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/sanitizers.h"
#include "tests/support/soak.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

/// Cards of the game thread that register, unregister, enable and join others at random, in a
/// random order of *levels* that closes no cycle.
class RestlessWorld {
 public:
  RestlessWorld(std::uint32_t seed, TickScheduler& scheduler) : dice_(seed), scheduler_(scheduler) {
    for (int count = 0; count < 8; ++count) Add();
  }

  /// Runs a frame; what was wrong with it, empty where nothing was.
  std::string Run() {
    now_ = 0;
    deeds_left_ = 14;
    log_.clear();
    for (Card& card : cards_) {
      card.ran_at = card.entered_at = kNever;
      card.runs = 0;
      card.was_toggled = false;
      card.is_in_plan = card.is_live && card.is_enabled;
    }
    for (Edge& edge : edges_) {
      edge.is_in_plan = edge.removed_at == kNever;
      if (!edge.is_in_plan) edge.removed_at = kBefore;
    }
    is_in_frame_ = true;
    const FrameResult& frame = scheduler_.RunFrame(0.1);
    is_in_frame_ = false;
    if (!frame.ok()) return frame.first_error_text;
    const std::string wrong = Check();
    return wrong.empty() ? "" : wrong + "\n" + log_;
  }

 private:
  static constexpr int kNever = 1'000'000;
  static constexpr int kBefore = -1;

  struct Card {
    TickHandle handle = {};
    /// An edge leads from a lower level to a higher one.
    int level = 0;
    bool is_live = true;
    bool is_enabled = true;
    bool is_in_plan = false;
    bool was_toggled = false;
    int entered_at = kNever;
    int ran_at = kNever;
    int runs = 0;
  };

  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    bool is_in_plan = false;
    int added_at = kBefore;
    int removed_at = kNever;
  };

  std::string Check() const {
    if (gone_ran_) return "a removed or disabled card ran";
    for (std::size_t index = 0; index < cards_.size(); ++index) {
      const Card& card = cards_[index];
      if (card.runs > 1) return "ran twice: " + std::to_string(index);
      if (card.is_live && card.is_enabled && card.runs == 0) {
        return "did not run: " + std::to_string(index);
      }
    }
    for (const Edge& edge : edges_) {
      if (Counts(edge) && cards_[edge.from].ran_at > cards_[edge.to].ran_at) {
        return "out of order: " + std::to_string(edge.from) + " → " + std::to_string(edge.to);
      }
    }
    return "";
  }

  /// The edge was there when its second card ran, in the plan or as one of a newcomer.
  bool Counts(const Edge& edge) const {
    const Card& from = cards_[edge.from];
    const Card& to = cards_[edge.to];
    if (from.ran_at == kNever || to.ran_at == kNever) return false;
    if (from.was_toggled || to.was_toggled) return false;
    if (edge.removed_at <= from.ran_at || edge.added_at >= to.ran_at) return false;
    if (from.entered_at != kNever && from.entered_at >= to.ran_at) return false;
    return edge.is_in_plan || from.entered_at != kNever || to.entered_at != kNever;
  }

  std::size_t Any() {
    return static_cast<std::size_t>(dice_.Below(static_cast<int>(cards_.size())));
  }

  void Note(const std::string& deed, std::size_t card) {
    log_ += deed + " " + std::to_string(card) + "\n";
  }

  void Add() {
    using enum TickGroup;
    constexpr TickGroup kGroups[] = {kPrePhysics, kPrePhysics, kDuringPhysics, kPostPhysics,
                                     kPostUpdateWork};
    const std::size_t index = cards_.size();
    Card card;
    card.level = dice_.Below(1000);
    card.is_enabled = !dice_.OneIn(6);
    if (is_in_frame_) card.entered_at = now_;
    cards_.push_back(card);
    Note("add", index);
    cards_[index].handle =
        scheduler_.Register({.name = "card",
                             .start = kGroups[dice_.Below(5)],
                             .order = dice_.Below(3),
                             .start_enabled = card.is_enabled,
                             .run = [this, index](const TickContext&) { Work(index); }});
    for (int edges = dice_.Below(3); edges > 0; --edges) Join(index, Any());
  }

  void Join(std::size_t a, std::size_t b) {
    if (cards_[a].level == cards_[b].level || !cards_[a].is_live || !cards_[b].is_live) return;
    if (cards_[a].level > cards_[b].level) std::swap(a, b);
    for (const Edge& edge : edges_) {
      if (edge.from == a && edge.to == b && edge.removed_at == kNever) return;
    }
    edges_.push_back({a, b, false, is_in_frame_ ? now_ : kBefore, kNever});
    Note("edge from " + std::to_string(a) + " to", b);
    scheduler_.AddPrerequisite(cards_[b].handle, cards_[a].handle);
  }

  void Part() {
    if (edges_.empty()) return;
    Edge& edge = edges_[static_cast<std::size_t>(dice_.Below(static_cast<int>(edges_.size())))];
    if (edge.removed_at != kNever) return;
    edge.removed_at = now_;
    Note("no edge from " + std::to_string(edge.from) + " to", edge.to);
    scheduler_.RemovePrerequisite(cards_[edge.to].handle, cards_[edge.from].handle);
  }

  void Remove(std::size_t index) {
    if (!cards_[index].is_live) return;
    cards_[index].is_live = false;
    for (Edge& edge : edges_) {
      const bool is_its = edge.from == index || edge.to == index;
      if (is_its && edge.removed_at == kNever) edge.removed_at = now_;
    }
    Note("remove", index);
    scheduler_.Unregister(cards_[index].handle);
  }

  void Enable(std::size_t index, bool enabled) {
    Card& card = cards_[index];
    if (!card.is_live || card.is_enabled == enabled) return;
    card.is_enabled = enabled;
    if (card.is_in_plan) card.was_toggled = true;
    if (enabled && !card.is_in_plan) card.entered_at = now_;
    Note(enabled ? "enable" : "disable", index);
    scheduler_.SetEnabled(card.handle, enabled);
  }

  void Work(std::size_t index) {
    ++now_;
    Note("run", index);
    const bool may_run = cards_[index].is_live && cards_[index].is_enabled;
    if (!may_run) gone_ran_ = true;
    cards_[index].ran_at = now_;
    ++cards_[index].runs;
    for (int deeds = dice_.Below(4); deeds > 0 && deeds_left_ > 0; --deeds, --deeds_left_) Do();
  }

  void Do() {
    ++now_;
    const int deed = dice_.Below(12);
    if (deed < 3) {
      if (cards_.size() < 40) Add();
    } else if (deed < 6) {
      Join(Any(), Any());
    } else if (deed < 8) {
      Part();
    } else if (deed < 10) {
      Remove(Any());
    } else {
      Enable(Any(), deed == 10);
    }
  }

  Dice dice_;
  TickScheduler& scheduler_;
  std::vector<Card> cards_;
  std::vector<Edge> edges_;
  /// Counts what happens in the frame.
  int now_ = 0;
  int deeds_left_ = 0;
  bool is_in_frame_ = false;
  bool gone_ran_ = false;
  std::string log_;
};

class NewcomerPropertyTest : public testing::TestWithParam<ExecutorChoice> {};

INSTANTIATE_TEST_SUITE_P(Executors, NewcomerPropertyTest, AllExecutors(), ExecutorName);

TEST_P(NewcomerPropertyTest, RestlessWorldsSoak) {
  const auto count = static_cast<std::uint32_t>(SoakScale(200'000) / (kIsSanitized ? 10 : 1) + 1);
  for (std::uint32_t seed = SoakSeed(); seed < SoakSeed() + count; ++seed) {
    const HangWatchdog watchdog("seed " + std::to_string(seed), std::chrono::seconds(10));
    MadeScheduler made(GetParam());
    RestlessWorld world(seed, made.scheduler);
    for (int frame = 1; frame <= 3; ++frame) {
      ASSERT_EQ(world.Run(), "") << "seed " << seed << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace tickgraph
