#ifndef TICKGRAPH_SCHEDULER_H_
#define TICKGRAPH_SCHEDULER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/frame_record.h"
#include "tickgraph/frame_result.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_context.h"
#include "tickgraph/tick_error.h"
#include "tickgraph/tick_function.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"
#include "tickgraph/tick_set.h"

namespace tickgraph {

class WorkerPool;
class Executor;
struct ExecutorParts;
struct FramePlan;

/// How the cards of a frame are run; the order of game-thread cards is always the same.
enum class ExecutorKind : std::uint8_t {
  kAutomatic,  ///< kFlow where there are workers, else kSerial, which costs less a card.
  kFlow,       ///< Any-thread cards on the workers, through a oneTBB flow graph.
  kSerial,     ///< Everything on the calling thread, in plan order.
};

struct TickSchedulerDefinition {
  /// Appears in traces and exports.
  std::string_view name = "scheduler";
  /// Where any-thread cards run; without a pool they run on the calling thread.
  WorkerPool* workers = nullptr;
  ExecutorKind executor = ExecutorKind::kAutomatic;
  /// Makes another executor than those two (see tickgraph/run/executor.h); it is told everything in
  /// plan order and calls cards through its parts.
  std::function<std::unique_ptr<Executor>(const ExecutorParts& parts)> make_executor = {};
  /// Leaves out, and lists, the cards that are not allowed on a dedicated server.
  bool dedicated_server = false;
  /// While an edge closes a cycle, BeginFrame returns the error and no frame begins.
  bool strict_cycles = false;
  /// How often newcomers may bring newcomers within one group; the rest waits for the next frame.
  int max_rounds = 100;
  /// How many frames are recorded in a ring; 0 records nothing and costs nothing.
  int recorded_frames = 0;
};

/// A card whose groups were moved by its prerequisites.
struct Demotion {
  TickHandle card;
  TickGroup declared_start, declared_end;
  TickGroup effective_start, effective_end;
  /// The prerequisite that moved the start, or else the end; names nothing for a card that came
  /// too late in a frame for its group.
  TickHandle cause;
};

/// What a scheduler knows of one card.
struct CardInfo {
  std::string name;
  const void* owner = nullptr;
  CardKind kind = CardKind::kCard;
  Lane lane = Lane::kGameThread;
  bool enabled = true;
  bool engine_stage = false;
  double cost_us = 0;
  TickGroup declared_start, declared_end;
  /// As of the last plan.
  TickGroup effective_start, effective_end;
  SourceLocation registered_at;
};

/// Collects task cards and runs them once a frame, in order, on the game thread and on workers.
///
///   WorkerPool workers;
///   TickScheduler scheduler(workers);
///   auto ai = scheduler.Register({.name = "ai", .run = [&](auto& t) { Think(t.delta); }});
///   auto anim = scheduler.Register(
///       {.name = "anim", .lane = Lane::kAnyThread, .after = {ai}, .run = Animate});
///   while (running) {
///     if (const FrameResult& frame = scheduler.RunFrame(dt); !frame.ok()) std::cerr << frame;
///   }
///
/// Rules
/// - The thread that calls the frame functions is the game thread; between frames it is the one
///   that made the scheduler or ran its last frame.
/// - Cards, edges and states may be changed at any time: from the game thread and from game-thread
///   cards at once, from any-thread cards and from bodies of ParallelFor when the card's end group
///   has been waited for, in plan order, from other threads at the next BeginFrame, in the order of
///   arrival.
/// - What card A wrote is visible to every card that has A as a prerequisite, directly or not.
/// - Changes report trouble into the next FrameResult, each once. Their `Try…` twins, and
///   UnregisterAndWait, return it instead, and neither the frame nor errors() knows of it. Where a
///   change acts later than it is asked for, its twin returns OK, and trouble is in the result of
///   the frame in which it acted.
/// - A steady frame allocates nothing. A change costs what it touches: the card, what follows it in
///   its group, and now and then O(n). After many changes the plan is made anew: O(n log n +
///   edges).
/// - Destroyed in the middle of a frame, a scheduler starts no more cards, forgets what was asked
///   for, and waits for those that run.
class TickScheduler {
 public:
  explicit TickScheduler(WorkerPool& workers);
  explicit TickScheduler(const TickSchedulerDefinition& definition);
  ~TickScheduler();
  TickScheduler(const TickScheduler&) = delete;
  TickScheduler& operator=(const TickScheduler&) = delete;

  // ---- Cards ------------------------------------------------------------------------------

  /// Registers a card and returns its handle; a handle that names nothing where the card cannot
  /// be taken. From any thread and from any card (see Rules); does not block.
  /// Errors: kForbiddenGroup, kEndBeforeStart. What is wrong with an entry of `after` or `in`, as a
  /// stale handle, costs that entry only; as the card is registered then, the frame's result has
  /// it, also for TryRegister.
  TickHandle Register(TickFunction card, SourceLocation where = SourceLocation::Current());
  absl::StatusOr<TickHandle> TryRegister(TickFunction card,
                                         SourceLocation where = SourceLocation::Current());

  /// Removes a card, its edges, and the order that went through it. In the middle of a frame it
  /// does not start any more; a running call ends undisturbed, and the callable is destroyed at
  /// the end of the frame. Does not block. Errors: kStaleHandle.
  void Unregister(TickHandle card, SourceLocation where = SourceLocation::Current());
  absl::Status TryUnregister(TickHandle card, SourceLocation where = SourceLocation::Current());

  /// Removes a card and returns when its callable is destroyed. For threads other than the game
  /// thread; blocks until the next BeginFrame, or until the scheduler is destroyed.
  /// Errors: kStaleHandle; kWrongThread on the game thread and inside cards, also those of other
  /// schedulers.
  absl::Status UnregisterAndWait(TickHandle card, SourceLocation where = SourceLocation::Current());

  /// A disabled card stays registered and keeps its edges, but does not run. One enabled in the
  /// middle of a frame comes in like a newcomer; no card runs twice in a frame.
  /// Errors: kStaleHandle.
  void SetEnabled(TickHandle card, bool enabled, SourceLocation where = SourceLocation::Current());
  absl::Status TrySetEnabled(TickHandle card, bool enabled,
                             SourceLocation where = SourceLocation::Current());

  /// `card` starts after `prerequisite` has finished. Adding an edge twice keeps one. Between two
  /// cards of the running frame it counts from the next frame; for a newcomer at once.
  /// Errors: kStaleHandle; a cycle is reported when the plan is made (kPrerequisiteCycle).
  void AddPrerequisite(TickHandle card, TickHandle prerequisite,
                       SourceLocation where = SourceLocation::Current());
  absl::Status TryAddPrerequisite(TickHandle card, TickHandle prerequisite,
                                  SourceLocation where = SourceLocation::Current());

  /// Removes the edge; nothing happens where there is none. Errors: kStaleHandle.
  void RemovePrerequisite(TickHandle card, TickHandle prerequisite,
                          SourceLocation where = SourceLocation::Current());
  absl::Status TryRemovePrerequisite(TickHandle card, TickHandle prerequisite,
                                     SourceLocation where = SourceLocation::Current());

  /// `links` run one after the other: a prerequisite between each and the next. Links are cards and
  /// sets: Chain({input, ai, camera}). Errors: as for AddPrerequisite, of which TryChain returns
  /// the first; the other edges are added.
  void Chain(std::initializer_list<TickLink> links,
             SourceLocation where = SourceLocation::Current());
  absl::Status TryChain(std::initializer_list<TickLink> links,
                        SourceLocation where = SourceLocation::Current());

  // ---- Sets (see TickSet) -------------------------------------------------------------------

  /// Makes a set. From any thread and from any card (see Rules); does not block. Cannot fail, and
  /// so has no twin: what is wrong with an entry of `in` or `after` costs that entry only and is in
  /// the frame's result.
  TickSet RegisterSet(const TickSetDefinition& definition,
                      SourceLocation where = SourceLocation::Current());

  /// Removes a set and the order that went through it; its members stay. Errors: kStaleHandle.
  void Unregister(const TickSet& set, SourceLocation where = SourceLocation::Current());
  absl::Status TryUnregister(const TickSet& set, SourceLocation where = SourceLocation::Current());

  /// Puts a card or a set into a set; adding twice keeps one. Counts as two prerequisites, and from
  /// the same time on. Errors: kStaleHandle; kSetInsideItself; kOrderedAgainstOwnSet where a
  /// prerequisite joins the two: then nothing changes.
  void AddToSet(const TickLink& member, const TickSet& set,
                SourceLocation where = SourceLocation::Current());
  absl::Status TryAddToSet(const TickLink& member, const TickSet& set,
                           SourceLocation where = SourceLocation::Current());

  /// Takes it out again; nothing happens where it is not in the set. Errors: kStaleHandle.
  void RemoveFromSet(const TickLink& member, const TickSet& set,
                     SourceLocation where = SourceLocation::Current());
  absl::Status TryRemoveFromSet(const TickLink& member, const TickSet& set,
                                SourceLocation where = SourceLocation::Current());

  /// As for a card: every member starts after `prerequisite` has finished.
  /// Errors: also kOrderedAgainstOwnSet; then no edge is added.
  void AddPrerequisite(const TickSet& set, TickHandle prerequisite,
                       SourceLocation where = SourceLocation::Current());
  absl::Status TryAddPrerequisite(const TickSet& set, TickHandle prerequisite,
                                  SourceLocation where = SourceLocation::Current());
  void RemovePrerequisite(const TickSet& set, TickHandle prerequisite,
                          SourceLocation where = SourceLocation::Current());
  absl::Status TryRemovePrerequisite(const TickSet& set, TickHandle prerequisite,
                                     SourceLocation where = SourceLocation::Current());

  /// Calls `call` on the game thread by the rule for changes: at once from the game thread and
  /// from game-thread cards; from an any-thread card when its end group has been waited for, in
  /// plan order; from other threads at the next BeginFrame. Cannot fail; an exception that leaves
  /// a call which waited is in the frame's result (kException).
  void Call(absl::AnyInvocable<void() &&> call);

  /// Does `request` for a part that belongs to no scheduler, such as a render thread, by the rule
  /// for changes (rule N7). `request` takes nothing and returns absl::Status:
  ///
  ///   return TickScheduler::CallInTurn([this, frame] { return Post(frame); });
  ///
  /// Outside of cards and in game-thread cards, on whatever thread: at once, and returns the
  /// status. In any-thread cards and bodies of ParallelFor: returns ok, and does it when the card's
  /// end group has been waited for, in plan order. Cards that host the scheduler of the card are
  /// waited for, too. Any thread; does not block.
  /// Errors that come later are in the card's frame result: kRequestFailed.
  template <typename Request>
  static absl::Status CallInTurn(Request&& request) {
    if (ActsAtOnce()) return std::forward<Request>(request)();
    PutOff(std::forward<Request>(request));
    return absl::OkStatus();
  }

  /// Makes room for `cards` cards and as many edges, so that registering them allocates less.
  /// Game thread, outside of frames. Cannot fail.
  void Reserve(std::size_t cards);

  // ---- Frames -----------------------------------------------------------------------------

  /// Runs one frame: BeginFrame, every group, EndFrame. `delta` in seconds, at least 0.
  /// The calling thread is the game thread of this frame and runs any-thread cards where it would
  /// wait. The result stays valid until the next frame begins.
  /// Errors (in the result): as for BeginFrame, kBadDelta (the frame runs with delta 0), and
  /// everything that cards and changes reported.
  const FrameResult& RunFrame(double delta, SourceLocation where = SourceLocation::Current());

  /// Takes in what other threads asked for, makes the plan if something changed, opens the frame.
  /// Errors: kInsideCard, kFrameOrder, kWrongThread where another thread runs a frame, and
  /// kPrerequisiteCycle with `strict_cycles`; then no frame begins.
  absl::Status BeginFrame(double delta, SourceLocation where = SourceLocation::Current());

  /// Releases `group`: starts its any-thread cards, runs its game-thread cards, and, for all
  /// groups but DuringPhysics, waits for what ends in it and runs newcomers in rounds.
  /// Groups go in order, each once a frame, on the thread that called BeginFrame.
  /// Errors: kFrameOrder, kInsideCard, kWrongThread; then nothing changes.
  absl::Status RunGroup(TickGroup group, SourceLocation where = SourceLocation::Current());

  /// Releases the groups that are left and ends the frame.
  const FrameResult& EndFrame(SourceLocation where = SourceLocation::Current());

  /// Lets no card start any more in this frame but engine stages; those that run end undisturbed,
  /// and the frame goes on to its end. From any thread and from any card; does not block. Outside
  /// of a frame it does nothing. O(cards / 64).
  void CancelFrame();

  /// True between BeginFrame and EndFrame.
  bool in_frame() const;
  /// The number of the running frame, or of the last one; 0 before the first.
  std::uint64_t frame() const;
  /// The result of the last complete frame.
  const FrameResult& last_frame() const;

  // ---- Looking at it ------------------------------------------------------------------------
  // From the game thread, outside of any-thread cards.

  bool IsRegistered(TickHandle card) const;
  /// How many cards are registered.
  std::size_t card_count() const;
  /// The card as it stands; NotFound for a stale handle.
  absl::StatusOr<CardInfo> Describe(TickHandle card) const;
  /// The card's name for messages, or a text that says what the handle is. A card that was
  /// unregistered has its name until another one takes its slot. Never fails.
  std::string NameOf(TickHandle card) const;
  /// Every registered card, in registration sequence. O(n log n).
  std::vector<TickHandle> Cards() const;
  /// The prerequisites of a card, in the order in which the edges were added; of a set it is in,
  /// the set's begin. O(edges of it).
  std::vector<TickHandle> PrerequisitesOf(TickHandle card) const;

  /// Makes the plan now if something changed, as BeginFrame would. Errors: kFrameOrder in a frame.
  absl::Status MakePlan();
  /// The plan of the last frame or MakePlan.
  const FramePlan& plan() const;
  /// Every card of the plan and the ends of its sets, in plan order.
  std::vector<TickHandle> PlanOrder() const;
  /// Cards that the plan moved to later groups, in plan order, and then those that came in the last
  /// frame, in the order in which they came, until the next plan is made.
  std::span<const Demotion> demotions() const;
  /// Edges that are ignored because they close a cycle, by age: at most 100 of them; a report for
  /// each has been in a frame result once.
  std::span<const TickError> cycles() const;
  /// How many edges are ignored because they close a cycle.
  std::size_t ignored_edge_count() const;
  /// Names of cards that were left out because this is a dedicated server, each once.
  std::span<const std::string> left_out() const;

  /// The last errors, oldest first: at most 100.
  std::vector<TickError> errors() const;
  /// The error as text: names, places, the path of a cycle one edge a line, and the way out.
  std::string Explain(const TickError& error) const;

  /// The recorded frames, oldest first; none where nothing is recorded or a frame is running.
  std::vector<const FrameRecord*> records() const;

  std::string_view name() const;
  int worker_count() const;

 private:
  friend class TickContext;
  class Impl;

  static bool ActsAtOnce();
  static void PutOff(absl::AnyInvocable<absl::Status() &&> request);

  std::unique_ptr<Impl> impl_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SCHEDULER_H_
