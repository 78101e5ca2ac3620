#ifndef TICKGRAPH_RUN_FLOW_EXECUTOR_H_
#define TICKGRAPH_RUN_FLOW_EXECUTOR_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tickgraph/run/card_costs.h"
#include "tickgraph/run/chunk_layout.h"
#include "tickgraph/run/chunk_meter.h"
#include "tickgraph/run/chunk_state.h"
#include "tickgraph/run/cycle_clock.h"
#include "tickgraph/run/doorbell.h"
#include "tickgraph/run/executor.h"
#include "tickgraph/run/loop_board.h"
#include "tickgraph/run/newcomer_waits.h"
#include "tickgraph/run/ready_queue.h"
#include "tickgraph/run/sharing_choice.h"
#include "tickgraph/run/worker_lanes.h"
#include "tickgraph/run/worker_pool.h"

namespace tickgraph {

/// Runs game-thread cards on the calling thread and chunks of any-thread cards on the workers of a
/// pool, which a oneTBB flow graph (WorkerLanes) brings here.
///
/// A chunk that has received all its arrivals is pushed to the ready queue; who pops it runs it,
/// then tells its successors. The game thread pops only what the group that it waits for needs, so
/// it is never late because of work that could wait. A worker refers to the plan only between
/// popping a chunk and counting it as finished, and a frame is not over before all are counted:
/// a worker that comes late, even frames later, finds nothing of an old plan.
///
/// With no workers the game thread runs everything where it waits.
///
/// A frame is run *inline*, in plan order, without chunks, where all any-thread cards end in the
/// groups in which they start and sharing them out gains nothing: they would be done before a
/// worker could be there, frames were measured to take less that way (SharingChoice), or the plan
/// has changed and so few frames were run with it that the layout of chunks would not have paid.
/// Cards that the game thread runs inline are timed in one frame of 64, and after a frame that took
/// much longer than others.
class FlowExecutor final : public Executor, private LaneClient {
 public:
  FlowExecutor(const ExecutorParts& parts, WorkerPool& pool);
  ~FlowExecutor() override;

  void Adopt() override;
  void AdoptChanges(std::span<const std::uint32_t> positions) override;
  void BeginFrame() override;
  void RunSegment(Segment segment) override;
  void RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) override;
  void Join(TickGroup group) override;
  void Leave() override;
  void EndFrame() override;
  std::uint64_t cards_run() const override {
    return game_thread_ran_ + workers_ran_.load(std::memory_order_relaxed);
  }

  void RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                   void (*slice)(void* body, std::size_t begin, std::size_t end),
                   void* body) override;

 private:
  /// What the sleeping game thread wants to hear of.
  enum class SleepsFor : std::uint8_t { kNothing, kChunk, kGroup, kNewcomer };

  void WorkOnLane(int lane) override;
  bool HasLaneWork() override;

  void CountCalled(std::uint64_t cards, int worker);
  void Release(Segment segment);
  /// Runs positions [begin, end) of a segment without chunks.
  void RunInline(Segment segment, std::uint32_t begin, std::uint32_t end);
  void RunGameCard(std::uint32_t run, std::uint32_t index);
  void WaitForChunks(std::uint32_t run);
  void Tell(std::uint32_t run);
  void Arrive(std::uint32_t chunk, int worker);
  void Execute(const ReadyWork& work, int worker);
  void ExecuteChunk(std::uint32_t chunk, int worker);
  void ExecuteNewcomer(AnnexCard& card, int worker);
  void Finished(TickGroup end, std::uint32_t chunk);
  /// Work was made ready by `worker`: calls another one if that is worth the time of a call.
  void CallWorkersFor(float worth_ns, int worker);
  void RingForWork();

  bool IsFinished(std::uint32_t chunk) const {
    return states_[chunk].finished_frame.load(std::memory_order_seq_cst) == frame_;
  }
  /// The chunk in which this card of the plan has yet to finish; kNoChunk where there is none. What
  /// comes before in plan order and is run by the game thread has run.
  std::uint32_t UnfinishedChunkOf(std::uint32_t position) const {
    if (is_inline_) return ChunkLayout::kNoChunk;
    const std::uint32_t chunk = layout_.chunk_of[position];
    return chunk == ChunkLayout::kNoChunk || IsFinished(chunk) ? ChunkLayout::kNoChunk : chunk;
  }
  float* sample() { return is_sample_ ? sample_.data() : nullptr; }
  void RunGameCards(std::uint32_t begin, std::uint32_t end);
  bool IsGroupFinished(TickGroup group) const;
  /// Claims and runs work that ends in or before `group` until `done()`; sleeps where there is
  /// none.
  template <typename Done>
  void HelpUntil(TickGroup group, SleepsFor kind, std::uint32_t what, Done&& done);
  void NoteWait(WaitReason reason, TickGroup group, TickHandle card, std::int64_t start,
                std::int64_t end);

  // Newcomers; see RunMerged.
  void ReleaseNewcomer(AnnexCard& card);
  void RunGameNewcomer(AnnexCard& card);
  void PushNewcomer(AnnexCard& card, int worker);
  void FinishNewcomer(AnnexCard& card, int worker);

  /// The plan is about to be another one for costs and chunks.
  void KeepCosts();
  void Layout();
  /// Some any-thread cards may end in a later group, or are engine stages: the game thread does not
  /// run them where they start.
  bool HasToShare() const;
  /// Weighs what the next frame could gain by being shared, and makes a layout if there is none and
  /// that pays for it.
  void LayoutIfItPays();
  /// True if the frame that begins is shared.
  bool DecideToShare();
  /// Measured, or what cards of unknown cost have to be taken for.
  double ExpectedNs() const;
  /// The frame took so long, as far as it has any-thread cards.
  void NoteFrameTime();
  void KeepSample();
  /// What a run of a chunk costs, by the moving average as soon as there is one. Engine stages and
  /// chunks of unknown cost are taken to be worth a call.
  float CostOrWorthCalling(std::uint32_t chunk) const;
  /// How much time there is to win by calling a worker for a chunk, in nanoseconds: it and what
  /// waits for it. Before the chunk is handed out.
  float WorthOf(std::uint32_t chunk) const;

  ExecutorParts parts_;
  int worker_count_;
  /// Ready work that costs less is done by the game thread before a worker could be there.
  float worth_calling_ns_;
  CardCosts costs_;
  ChunkLayout layout_;
  ChunkMeter meter_;
  std::unique_ptr<ChunkState[]> states_;
  /// Arrivals at each chunk since the layout; it is ready at chunk_frames_ × Chunk::arrivals. Side
  /// by side, because a chunk tells all its successors in a row.
  std::unique_ptr<std::atomic<std::uint32_t>[]> arrived_;
  std::size_t state_capacity_ = 0;
  bool has_layout_ = false;
  /// LayoutIfItPays was called since the last frame.
  bool has_weighed_layout_ = false;
  /// What a layout took to make, as a moving average.
  double layout_ns_a_card_ = 0;
  /// What sharing could have gained since the plan changed, had there been a layout.
  double forgone_ns_ = 0;
  /// Frames since the layout was made, and those of them that ran its chunks.
  std::uint32_t layout_frames_ = 0;
  std::uint32_t chunk_frames_ = 0;
  bool is_inline_ = false;

  // How the frame is run: what there is to choose, and how long it took.
  SharingChoice choice_;
  bool is_free_choice_ = false;
  bool is_worth_calling_ = false;
  /// The frame, in segments with any-thread cards and waits for them.
  std::int64_t took_ticks_ = 0;
  /// Of these, the game thread's waits.
  std::int64_t wait_ticks_ = 0;
  /// What all chunks cost.
  double chunks_ns_ = 0;
  /// What frames usually take that are shared, and that are not.
  std::array<double, 2> usual_ns_ = {};
  /// What calls of the game thread took in the frame, by position, if it is a sample.
  std::vector<float> sample_;
  bool is_sample_ = false;
  bool wants_sample_ = false;

  std::uint32_t frame_ = 0;
  /// How many cards were called by the game thread, and by workers.
  std::uint64_t game_thread_ran_ = 0;
  alignas(64) std::atomic<std::uint64_t> workers_ran_{0};
  /// Any-thread work that has not finished, by end group; on a line of its own, as workers write
  /// it.
  alignas(64) std::array<std::atomic<std::int32_t>, kTickGroupCount> unfinished_ = {};
  alignas(64) std::atomic<bool> in_frame_{false};
  std::atomic<bool> is_stopping_{false};
  /// The game thread's: cost of ready work for which nobody was called yet.
  float uncalled_ns_ = 0;
  CycleClock clock_;
  /// What a stamp itself adds to what it measures.
  float stamp_ticks_ = 0;
  double ns_per_tick_ = 1;

  ReadyQueue ready_;
  LoopBoard loops_;
  Doorbell bell_;
  /// SleepsFor, the group up to which the game thread takes work, and what it waits for; 0 while
  /// it is awake.
  std::atomic<std::uint64_t> game_sleeps_{0};

  NewcomerWaits newcomer_waits_;

  // Last, so that no worker is inside when the rest is destroyed.
  WorkerLanes lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_FLOW_EXECUTOR_H_
