#ifndef TICKGRAPH_RUN_FLOW_EXECUTOR_H_
#define TICKGRAPH_RUN_FLOW_EXECUTOR_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tickgraph/run/chunk_layout.h"
#include "tickgraph/run/cycle_clock.h"
#include "tickgraph/run/doorbell.h"
#include "tickgraph/run/executor.h"
#include "tickgraph/run/loop_board.h"
#include "tickgraph/run/ready_queue.h"
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
/// With no workers the game thread runs everything where it waits. A frame whose any-thread cards
/// of the plan would be done before a worker could be there, and end in the groups in which they
/// start, is run *inline*, in plan order, without chunks. One that takes longer than that brings
/// the chunks back, at least until the next review of costs.
class FlowExecutor final : public Executor, private LaneClient {
 public:
  FlowExecutor(const ExecutorParts& parts, WorkerPool& pool);
  ~FlowExecutor() override;

  void Adopt() override;
  void BeginFrame() override;
  void RunSegment(Segment segment) override;
  void RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) override;
  void Join(TickGroup group) override;
  void EndFrame() override;
  std::uint64_t cards_run() const override {
    return game_thread_ran_ + workers_ran_.load(std::memory_order_relaxed);
  }

  void RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                   void (*slice)(void* body, std::size_t begin, std::size_t end),
                   void* body) override;

 private:
  /// What changes about a chunk while frames run.
  struct ChunkState {
    /// Arrivals since the layout; the chunk is ready at chunk_frames_ × Chunk::arrivals.
    std::atomic<std::uint32_t> arrived{0};
    /// The last frame in which it finished.
    std::atomic<std::uint32_t> finished_frame{0};
    /// Measured clock ticks a run, as a moving average; 0 = not yet.
    float cost_ticks = 0;
  };

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

  /// Inline, what comes before in plan order has run.
  bool IsFinished(std::uint32_t chunk) const {
    return is_inline_ || states_[chunk].finished_frame.load(std::memory_order_seq_cst) == frame_;
  }
  bool IsGroupFinished(TickGroup group) const;
  /// Claims and runs work that ends in or before `group` until `done()`; sleeps where there is
  /// none.
  template <typename Done>
  void HelpUntil(TickGroup group, SleepsFor kind, std::uint32_t what, Done&& done);
  void NoteWait(WaitReason reason, TickGroup group, TickHandle card, std::int64_t start);

  // Newcomers; see RunMerged.
  void ReleaseNewcomer(AnnexCard& card);
  void RunGameNewcomer(AnnexCard& card);
  void PushNewcomer(AnnexCard& card, int worker);
  void FinishNewcomer(AnnexCard& card, int worker);
  void TellNewcomersOf(std::uint32_t chunk, int worker);
  bool AreNewcomerPrerequisitesFinished(const AnnexCard& card);

  /// What the layout's frames tell of its costs.
  struct CostReview {
    /// Measured cost of all any-thread cards of a frame.
    double total_ns = 0;
    /// Costs differ from those of the layout, so that another one would be better.
    bool asks_for_layout = false;
  };
  void KeepMeasuredCosts();
  void Layout();
  CostReview ReviewCosts() const;
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
  ChunkLayout layout_;
  std::unique_ptr<ChunkState[]> states_;
  std::size_t state_capacity_ = 0;
  /// By position: measured, or declared until it has been measured.
  std::vector<float> cost_ns_;
  /// What calls of a card were measured to cost, by slot, so that a new plan starts with it.
  struct MeasuredCost {
    std::uint32_t generation = 0;
    float ns = 0;
  };
  std::vector<MeasuredCost> measured_;
  /// A card of a chunk and the cost that it was laid out with; no handle for one that runs nothing.
  struct LaidCard {
    TickHandle card;
    float cost_ns = 0;
  };
  /// By place in ChunkLayout::chunk_cards.
  std::vector<LaidCard> laid_cards_;
  /// Frames since the layout was made, and those of them that ran its chunks.
  std::uint32_t layout_frames_ = 0;
  std::uint32_t chunk_frames_ = 0;
  bool may_be_inline_ = false;
  bool is_inline_ = false;
  /// An inline frame took longer than it should: chunks are run, and measured, until a review.
  bool measures_chunks_ = false;
  /// What an inline frame took in segments with any-thread cards.
  std::int64_t inline_ticks_ = 0;
  /// By segment.
  std::array<bool, kSegmentCount> has_chunks_ = {};
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
  bool is_worth_calling_ = false;
  CycleClock clock_;
  double ns_per_tick_ = 1;

  ReadyQueue ready_;
  LoopBoard loops_;
  Doorbell bell_;
  /// SleepsFor, the group up to which the game thread takes work, and what it waits for; 0 while
  /// it is awake.
  std::atomic<std::uint64_t> game_sleeps_{0};

  std::mutex newcomer_mutex_;
  std::atomic<bool> newcomers_wait_{false};
  struct ChunkWait {
    std::uint32_t chunk;
    AnnexCard* card;
  };
  std::vector<ChunkWait> newcomer_waits_;

  // Last, so that no worker is inside when the rest is destroyed.
  WorkerLanes lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_FLOW_EXECUTOR_H_
