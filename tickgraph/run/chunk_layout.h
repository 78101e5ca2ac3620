#ifndef TICKGRAPH_RUN_CHUNK_LAYOUT_H_
#define TICKGRAPH_RUN_CHUNK_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/run/chunk_classes.h"
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

/// Cards of the game thread that run in a row without waiting for workers or telling them anything.
struct GameRun {
  /// Cards [begin, end) of ChunkLayout::game_cards.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A FramePlan cut into chunks for workers and runs for the game thread.
///
/// Cards share a chunk only if they are of one class (ChunkClasses): an edge leads to a later
/// segment, a later stage or a greater depth, so the graph of chunks has no cycle, and a chunk that
/// the game thread waits for never needs a later card of the game thread. Chunks that follow each
/// other and nothing else are then joined, so a chain is one chunk. A chunk is about kTargetChunkNs
/// long; a card that is dearer stays alone, and so does an engine stage. Settled edges are left
/// out, and so are holes.
class ChunkLayout {
 public:
  static constexpr std::uint32_t kNoChunk = 0xffffffff;
  /// A chunk costs some 200 ns to hand out, and more where two threads do; docs/performance.md has
  /// what other lengths cost.
  static constexpr float kTargetChunkNs = 10000;
  /// Into how many chunks cards of unknown cost are cut at most, per class.
  static constexpr std::uint32_t kUnknownChunks = 64;
  /// Room is made for at least so many chunks where there are as many cards.
  static constexpr std::uint32_t kReservedChunks = 1024;

  /// Cuts `plan`. `cost_ns` by position, 0 = not known. `stay_below_ns`: see ChunkClasses::Build.
  /// Cutting the same plan again by other costs does not allocate while there are at most
  /// kReservedChunks chunks, or no more than before. O(cards + edges + chunks log chunks).
  void Build(const FramePlan& plan, std::span<const float> cost_ns, float stay_below_ns = 0);

  std::vector<Chunk> chunks;
  /// Positions, chunk by chunk.
  std::vector<std::uint32_t> chunk_cards;
  /// By position; kNoChunk for cards that the game thread runs in plan order, and for holes.
  std::vector<std::uint32_t> chunk_of;
  /// Chunks that wait for a chunk.
  RowLists successors;

  std::vector<GameRun> runs;
  /// Positions, run by run.
  std::vector<std::uint32_t> game_cards;
  /// Runs [run_begin[s], run_begin[s + 1]) belong to segment s.
  std::array<std::uint32_t, kSegmentCount + 1> run_begin = {};
  /// Any-thread cards among them.
  std::uint32_t stay_count = 0;
  /// Chunks that must have finished before a run begins, if no earlier run waits for them.
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

  /// A chunk as it is handed out.
  ReadyWork WorkOf(std::uint32_t index) const;

 private:
  /// Cards [begin, end) of ChunkClasses::cards(), and what Chunk has of the same names.
  struct Cut {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t bodies = 0;
    float cost_ns = 0;
    float remaining_ns = 0;
    bool is_known = true;
  };
  /// A chunk that is told of the release of its segment, and what it is sorted by.
  struct Released {
    std::uint64_t order;
    std::uint32_t position;
    std::uint32_t chunk;
  };

  void Reserve(const FramePlan& plan);
  void CutCards(const FramePlan& plan, std::span<const float> cost_ns);
  void JoinChains(const FramePlan& plan);
  void NoteNeighbours(const FramePlan& plan);
  Chunk ChunkOfCuts(const FramePlan& plan, std::uint32_t head);
  void FindLastGameCards(const FramePlan& plan);
  void CutRuns(const FramePlan& plan);
  void AddWaits(const FramePlan& plan, std::uint32_t position);
  void ConnectChunks(const FramePlan& plan);
  void ConnectTold(const FramePlan& plan, std::uint32_t position);
  void CollectRoots();

  bool IsJoined(const FramePlan& plan, std::uint32_t cut) const;

  ChunkClasses classes_;
  std::vector<Cut> cuts_;
  /// By cut: the only one that waits for it, or that it waits for; see NoteNeighbours.
  std::vector<std::uint32_t> next_cut_;
  std::vector<std::uint32_t> previous_cut_;
  std::vector<std::uint32_t> marks_;
  /// By chunk: the position of the last card of the game thread that it needs; kNoChunk where it
  /// needs none.
  std::vector<std::uint32_t> last_game_card_;
  /// By chunk: some run waits for it.
  std::vector<bool> is_waited_for_;
  /// By position: some chunk is told when this card of the game thread has run.
  std::vector<bool> tells_;
  std::vector<Released> released_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CHUNK_LAYOUT_H_
