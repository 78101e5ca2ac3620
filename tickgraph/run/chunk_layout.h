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
  /// How many arrivals it waits for in a frame: chunks, game-thread runs, its segment's release.
  std::uint32_t arrivals = 0;
  /// It has to be told when its segment is released.
  bool needs_release = false;
  bool engine_stage = false;
  TickGroup end_group = TickGroup::kPrePhysics;
  Segment segment = 0;
  /// What one run costs as far as known, in nanoseconds; 0 = not known.
  float cost_ns = 0;
  float remaining_ns = 0;
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
/// Cards share a chunk only if they have the same segment, end group and depth, so an edge always
/// leads to a chunk of greater depth and the graph of chunks has no cycle. A chunk waits only for
/// game-thread cards that come before all of its own cards in plan order, so the game thread, which
/// waits for a chunk after the first of those, has told it all that it waits for. Chunks that
/// follow each other and nothing else are then joined, so a chain is one chunk. A chunk is about
/// `target_chunk_ns` long; a card that is dearer stays alone, and so does an engine stage.
/// Edges that a group's wait has already satisfied are left out.
class ChunkLayout {
 public:
  static constexpr std::uint32_t kNoChunk = 0xffffffff;
  /// A chunk costs some 200 ns to hand out; this keeps that near four in a hundred.
  static constexpr float kTargetChunkNs = 5000;
  /// Into how many chunks cards of unknown cost are cut at most, per depth.
  static constexpr std::uint32_t kUnknownChunks = 64;

  /// Cuts `plan`. `cost_ns` by position, 0 = not known. O(n log n + edges).
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

 private:
  struct Cut {
    std::uint32_t begin;
    std::uint32_t end;
    /// One more than the position of the last game-thread card that it waits for, itself or
    /// through other cuts; 0 where there is none.
    std::uint32_t game_end;
  };

  void FindStages(const FramePlan& plan);
  bool MayShareChunk(const FramePlan& plan, std::uint32_t a, std::uint32_t b) const;
  void SortCards(const FramePlan& plan);
  void CutCards(const FramePlan& plan, std::span<const float> cost_ns);
  void SortByGameCards(const FramePlan& plan, std::uint32_t begin, std::uint32_t end);
  std::uint32_t GameEndOf(const FramePlan& plan, std::uint32_t position) const;
  void JoinChains(const FramePlan& plan);
  void FillChunks(const FramePlan& plan, std::span<const float> cost_ns);
  void CutRuns(const FramePlan& plan);
  void ConnectChunks(const FramePlan& plan);
  void ConnectRuns(const FramePlan& plan);
  void CollectRoots();
  bool IsSettled(const FramePlan& plan, std::uint32_t prerequisite, std::uint32_t card) const;

  std::vector<std::uint32_t> stage_;
  /// Any-thread positions, sorted so that cards that may share a chunk lie together.
  std::vector<std::uint32_t> sorted_;
  /// Cut::game_end of each card alone, by place in `sorted_`.
  std::vector<std::uint32_t> game_end_;
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> cut_of_;
  std::vector<std::uint32_t> marks_;
  std::vector<std::uint32_t> run_of_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CHUNK_LAYOUT_H_
