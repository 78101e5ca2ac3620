#ifndef TICKGRAPH_RUN_CHUNK_CLASSES_H_
#define TICKGRAPH_RUN_CHUNK_CLASSES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// Who runs a card of a plan, and which any-thread cards may share a chunk: the first half of a
/// ChunkLayout.
///
/// A *class* is a list of cards with the same segment, end group, stage and depth. Stage: the
/// number of the game thread's waits for workers that come before what the card needs. Depth: the
/// most edges on a path of any-thread cards to it with the same segment and stage; a card after one
/// of the game thread has at least 1. So an edge leads to a card of a later segment, a later stage,
/// or a greater depth. Cards that the game thread waits for are apart from others, and so are cards
/// that nothing waits for and that come after the game thread only. An engine stage is alone.
///
/// Cheap cards that the game thread would have to hand out or to wait for *stay* with it: it runs
/// them itself in plan order, and they count as its own.
///
/// Edges that a group's wait, or the game thread's own order, has satisfied are *settled*.
class ChunkClasses {
 public:
  /// What a card of unknown cost is taken to cost where paths are compared.
  static constexpr float kUnknownCostNs = 1000;
  /// A class that nothing waits for stays with the game thread that it comes after if it costs
  /// less than what it takes to hand it out.
  static constexpr float kWorthHandingOutNs = 1000;

  struct CardClass {
    /// Cards [begin, end) of cards().
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool engine_stage = false;
  };

  /// `cost_ns` by position, 0 = not known. Where all that the game thread waits for in a segment
  /// costs less than `stay_below_ns`, it stays with the game thread; with 0 nothing does. Leaves
  /// the numbers of classes in `class_of`, by position. O(cards + edges).
  void Build(const FramePlan& plan, std::span<const float> cost_ns, float stay_below_ns,
             std::vector<std::uint32_t>& class_of);

  std::span<const CardClass> classes() const { return classes_; }
  /// Positions, class by class; within one those with the dearest path to the end come first, by
  /// and large.
  std::span<const std::uint32_t> cards() const { return cards_; }
  /// How many any-thread cards stay with the game thread.
  std::uint32_t stay_count() const { return stay_count_; }

  /// The game thread runs it in plan order.
  bool IsOnGameThread(std::uint32_t position) const { return Has(position, kOnGameThread); }
  /// It has prerequisites that are not settled.
  bool HasBefore(std::uint32_t position) const { return Has(position, kAfterGame | kAfterWorker); }
  /// Some of them are not on the game thread.
  bool IsAfterWorker(std::uint32_t position) const { return Has(position, kAfterWorker); }
  /// Some of them are on the game thread.
  bool IsAfterGame(std::uint32_t position) const { return Has(position, kAfterGame); }
  /// It has dependents for which it is not settled.
  bool HasAfter(std::uint32_t position) const { return Has(position, kHasAfter); }
  bool IsSettled(std::uint32_t prerequisite, Segment segment_of_card) const {
    return settled_from_[prerequisite] <= segment_of_card;
  }
  /// Cost of the dearest path from here to the end of the frame.
  float RemainingNs(std::uint32_t position) const { return remaining_ns_[position]; }

 private:
  enum Flag : std::uint8_t {
    kOnGameThread = 1,
    /// The game thread waits for it, or for what comes after it.
    kAwaited = 2,
    kAfterGame = 4,
    kAfterWorker = 8,
    kHasAfter = 16,
    kHole = 32,
  };
  struct Level {
    std::uint32_t stage = 0;
    std::uint32_t depth = 0;
  };
  /// What cards of a class have in common, and what they cost.
  struct Key {
    Level level;
    /// Segment, end group and kind.
    std::uint32_t rest = 0;
    std::uint32_t count = 0;
    float cost_ns = 0;

    bool StaysIfCheap() const;
    bool IsFor(const Level& other, std::uint32_t other_rest) const {
      return rest == other_rest && level.stage == other.stage && level.depth == other.depth;
    }
  };
  static constexpr std::uint32_t kNoClass = 0xffffffff;

  bool Has(std::uint32_t position, int flags) const { return (flags_[position] & flags) != 0; }
  void Resize(const FramePlan& plan);
  void FindPaths(const FramePlan& plan, std::span<const float> cost_ns);
  void FindClasses(const FramePlan& plan, std::span<const float> cost_ns, float stay_below_ns,
                   std::vector<std::uint32_t>& class_of);
  Level FindLevel(const FramePlan& plan, std::uint32_t position);
  bool MayStay(const FramePlan& plan, std::uint32_t position, float stay_below_ns) const;
  std::uint32_t AddToClass(const FramePlan& plan, std::span<const float> cost_ns,
                           std::uint32_t position, const Level& level);
  std::uint32_t ClassFor(const Level& level, std::uint32_t rest);
  void GrowTable();
  void KeepSmallClasses(const std::vector<std::uint32_t>& class_of);
  void SortByPath();
  void SortByClass(const std::vector<std::uint32_t>& class_of);

  // By position.
  std::vector<std::uint8_t> flags_;
  /// The first segment in which nobody has to wait for the card any more.
  std::vector<std::uint8_t> settled_from_;
  std::vector<float> remaining_ns_;
  /// Of cards that others wait for.
  std::vector<Level> levels_;

  /// Known cost of what the game thread waits for, by segment; endless where some is not known.
  std::array<float, kSegmentCount> awaited_ns_ = {};
  std::uint32_t waits_so_far_ = 0;
  std::uint32_t stay_count_ = 0;

  std::vector<Key> keys_;
  /// Open addressing, by key: the number of a class, or kNoClass.
  std::vector<std::uint32_t> table_;
  std::uint32_t last_class_ = kNoClass;

  std::vector<CardClass> classes_;
  std::vector<std::uint32_t> cards_;
  std::vector<std::uint32_t> unsorted_;
};

/// What a card costs beside others; nothing for one without a body.
inline float CostOfCard(const FramePlan& plan, std::span<const float> cost_ns,
                        std::uint32_t position, float unknown_ns) {
  if (plan.lanes[position] == PlanLane::kBodiless) return 0;
  return cost_ns[position] > 0 ? cost_ns[position] : unknown_ns;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CHUNK_CLASSES_H_
