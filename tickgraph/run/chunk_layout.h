#ifndef TICKGRAPH_RUN_CHUNK_LAYOUT_H_
#define TICKGRAPH_RUN_CHUNK_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/run/ready_queue.h"

namespace tickgraph {

/// Any-thread cards that one thread runs in a row.
struct Chunk {
  /// Cards [begin, end) of ChunkLayout::chunk_cards.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  /// How many arrivals it waits for in a frame: chunks, the last game-thread run that it needs, its
  /// segment's release.
  std::uint32_t arrivals = 0;
  /// It has to be told when its segment is released.
  bool needs_release = false;
  bool engine_stage = false;
  TickGroup end_group = TickGroup::kPrePhysics;
  Segment segment = 0;
  /// What one run costs as far as known, in nanoseconds; 0 = not known.
  float cost_ns = 0;
  /// Cost of the dearest path from here to the end of the frame, as far as known.
  float remaining_ns = 0;
  /// How many of its cards run something.
  std::uint32_t bodies = 0;
  /// Position of its first card.
  std::uint32_t position = 0;
};

/// Game-thread cards that run in a row without waiting for workers or telling them anything.
struct GameRun {
  /// Cards [begin, end) of ChunkLayout::game_cards.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A FramePlan cut into chunks for workers and runs for the game thread.
///
/// Cards share a chunk only if they have the same segment, end group, depth and stage. Depth: an
/// edge always leads to a chunk of greater depth, so the graph of chunks has no cycle. Stage, the
/// number of the game thread's waits for workers that come before what the card needs: a chunk
/// that the game thread waits for never needs a later card of the game thread. Chunks that follow
/// each other and nothing else are then joined, so a chain is one chunk. A chunk is about
/// kTargetChunkNs long; a card that is dearer stays alone, and so does an engine stage.
/// Edges that a group's wait has already satisfied are left out.
class ChunkLayout {
 public:
  static constexpr std::uint32_t kNoChunk = 0xffffffff;
  /// A chunk costs some 200 ns to hand out, and more where two threads do; docs/performance.md has
  /// what other lengths cost.
  static constexpr float kTargetChunkNs = 10000;
  /// What a card of unknown cost is taken to cost where paths are compared.
  static constexpr float kUnknownCostNs = 1000;
  /// Into how many chunks cards of unknown cost are cut at most, per depth.
  static constexpr std::uint32_t kUnknownChunks = 64;
  /// Room is made for at least so many chunks where there are as many cards.
  static constexpr std::uint32_t kReservedChunks = 1024;

  /// Cuts `plan`. `cost_ns` by position, 0 = not known. Cutting the same plan again by other costs
  /// does not allocate while there are at most kReservedChunks chunks, or no more than before.
  /// O(n log n + edges).
  void Build(const FramePlan& plan, std::span<const float> cost_ns);

  std::vector<Chunk> chunks;
  /// Positions, chunk by chunk.
  std::vector<std::uint32_t> chunk_cards;
  /// By position; kNoChunk for game-thread cards.
  std::vector<std::uint32_t> chunk_of;
  /// Chunks that wait for a chunk.
  RowLists successors;

  std::vector<GameRun> runs;
  /// Positions, run by run.
  std::vector<std::uint32_t> game_cards;
  /// Runs [run_begin[s], run_begin[s + 1]) belong to segment s.
  std::array<std::uint32_t, kSegmentCount + 1> run_begin = {};
  /// Chunks that must have finished before a run begins.
  RowLists waits;
  /// Chunks that are told when a run has ended.
  RowLists told;

  /// Chunks that start with the release of their segment and wait for nothing else, by segment and
  /// end group, in the order of claiming.
  std::vector<ReadyWork> roots;
  std::array<std::array<std::uint32_t, kTickGroupCount + 1>, kSegmentCount> root_begin = {};
  /// Chunks that wait for the release of their segment and for others, by segment.
  std::vector<std::uint32_t> late_roots;
  std::array<std::uint32_t, kSegmentCount + 1> late_root_begin = {};

  /// How many chunks end in each group.
  std::array<std::uint32_t, kTickGroupCount> chunks_ending = {};
  /// For how many there is room.
  std::array<std::uint32_t, kTickGroupCount> chunk_room = {};

 private:
  struct Cut {
    std::uint32_t begin;
    std::uint32_t end;
  };

  void FindDepth(const FramePlan& plan);
  void FindStages(const FramePlan& plan);
  void FindRemaining(const FramePlan& plan, std::span<const float> cost_ns);
  bool MayShareChunk(const FramePlan& plan, std::uint32_t a, std::uint32_t b) const;
  void SortCards(const FramePlan& plan);
  void Reserve(const FramePlan& plan);
  void CutCards(const FramePlan& plan, std::span<const float> cost_ns);
  void JoinChains(const FramePlan& plan);
  void FillChunks(const FramePlan& plan, std::span<const float> cost_ns);
  void FindLastGameCards(const FramePlan& plan);
  void CutRuns(const FramePlan& plan);
  void ConnectChunks(const FramePlan& plan);
  void ConnectRuns(const FramePlan& plan);
  void ConnectTold(const FramePlan& plan, std::uint32_t position);
  void CollectRoots();
  bool IsSettled(const FramePlan& plan, std::uint32_t prerequisite, std::uint32_t card) const;

  /// By position: the most edges on a path to the card.
  std::vector<std::uint32_t> depth_;
  std::vector<std::uint32_t> stage_;
  /// By position.
  std::vector<float> remaining_ns_;
  /// Any-thread positions, sorted so that cards that may share a chunk lie together.
  std::vector<std::uint32_t> sorted_;
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> cut_of_;
  std::vector<std::uint32_t> next_cut_;
  std::vector<std::uint32_t> previous_cut_;
  std::vector<std::uint32_t> marks_;
  /// By chunk: the position of the last game-thread card that it needs; kNoChunk where it needs
  /// none.
  std::vector<std::uint32_t> last_game_card_;
  /// By position: some chunk is told when this game-thread card has run.
  std::vector<bool> tells_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CHUNK_LAYOUT_H_
