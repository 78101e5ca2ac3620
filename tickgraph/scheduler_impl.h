#ifndef TICKGRAPH_SCHEDULER_IMPL_H_
#define TICKGRAPH_SCHEDULER_IMPL_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "tickgraph/error_log.h"
#include "tickgraph/plan/annex.h"
#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/plan/plan_builder.h"
#include "tickgraph/plan/plan_changes.h"
#include "tickgraph/plan/plan_patcher.h"
#include "tickgraph/plan/set_store.h"
#include "tickgraph/run/card_runner.h"
#include "tickgraph/run/executor.h"
#include "tickgraph/run/frame_state.h"
#include "tickgraph/run/outbox.h"
#include "tickgraph/run/recorder.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {

class CurrentCard;

/// The parts of a scheduler and the way a frame takes through them.
///
/// Everything ending in `Now` runs on the game thread; `Ask` brings a change there by rule N1 and
/// N7. A change gives back what is wrong with it, which the public function reports or returns;
/// what acts later reports it. scheduler_changes.cc holds what changes cards and edges,
/// scheduler_sets.cc what changes sets, scheduler_frames.cc what runs frames, scheduler.cc the
/// public functions and the queries.
class TickScheduler::Impl final : private FailureListener {
 public:
  /// Nothing where all is well.
  using MaybeError = std::optional<TickError>;

  Impl(TickScheduler& owner, const TickSchedulerDefinition& definition);
  ~Impl();

  // ---- Changes (scheduler_changes.cc) ----
  /// A card whose groups have been checked.
  TickHandle Register(TickFunction card, SourceLocation where);
  MaybeError Unregister(TickHandle card, SourceLocation where);
  absl::Status UnregisterAndWait(TickHandle card, SourceLocation where);
  MaybeError SetEnabled(TickHandle card, bool enabled, SourceLocation where);
  MaybeError AddPrerequisite(TickHandle card, TickHandle prerequisite, SourceLocation where);
  MaybeError RemovePrerequisite(TickHandle card, TickHandle prerequisite, SourceLocation where);
  /// Of the cards that run on this thread, the innermost whose requests do not act at once; null
  /// where there is none.
  static const TickContext* FindPuttingOff();
  /// Puts `request` into the outbox of that card; there is one.
  static void PutOff(absl::AnyInvocable<absl::Status() &&> request);
  void Call(Outbox::Command call);

  // ---- Sets (scheduler_sets.cc) ----
  TickSet RegisterSet(const TickSetDefinition& definition, SourceLocation where);
  MaybeError UnregisterSet(const TickSet& set, SourceLocation where);
  MaybeError AddToSet(const TickLink& member, const TickSet& set, SourceLocation where);
  MaybeError RemoveFromSet(const TickLink& member, const TickSet& set, SourceLocation where);

  // ---- Frames (scheduler_frames.cc) ----
  const FrameResult& RunFrame(double delta, SourceLocation where);
  absl::Status BeginFrame(double delta, SourceLocation where);
  absl::Status RunGroup(TickGroup group, SourceLocation where);
  const FrameResult& EndFrame(SourceLocation where);
  absl::Status MakePlan();
  /// Of the plan, in its order, then those of newcomers. O(d log d) for d of them, after a plan was
  /// made.
  const std::vector<Demotion>& Demotions();
  void CancelFrame();

  std::string NameOf(TickHandle card) const;
  std::string Text(const TickError& error) const;

  /// The end of a plain call: what was wrong is in the frame's result.
  void ReportIfAny(MaybeError error);
  /// The end of a Try… call: the caller alone has it.
  absl::Status StatusFor(const MaybeError& error) const;

  TickScheduler& owner;
  const std::string name;
  const int max_rounds;
  const bool dedicated_server;
  const bool strict_cycles;
  const int worker_count;

  CardStore cards;
  EdgeStore edges;
  SetStore sets;
  FramePlan plan;
  FrameResult result;
  ErrorLog log;
  std::vector<TickError> cycles;
  std::size_t ignored_edge_count = 0;
  std::vector<std::string> left_out;
  std::unique_ptr<Recorder> recorder;
  std::atomic<std::uint64_t> frame{0};
  std::atomic<bool> in_frame{false};

 private:
  /// Where a change comes from, and so when it acts.
  struct Caller {
    enum class Route : std::uint8_t { kNow, kOutbox, kMailbox };
    Route route = Route::kNow;
    /// The running card of this scheduler; null outside of its cards.
    const TickContext* context = nullptr;
  };

  /// What this call asks for acts at once: it is on the game thread, and in no loop.
  static bool ActsNow(const TickContext& context);
  Caller FindCaller() const;
  void Ask(const Caller& caller, Outbox::Command command);
  /// Calls `change` now or when its turn comes; what goes wrong then is in the frame's result.
  template <typename Change>
  MaybeError AskOrDo(Change change) {
    const Caller caller = FindCaller();
    if (caller.route == Caller::Route::kNow) return change();
    Ask(caller, [this, change = std::move(change)]() mutable { ReportIfAny(change()); });
    return std::nullopt;
  }
  void RunCommands(std::vector<Outbox::Command> commands);

  void RegisterNow(TickHandle handle, TickFunction&& card, SourceLocation where);
  MaybeError UnregisterNow(TickHandle card, SourceLocation where);
  MaybeError SetEnabledNow(TickHandle card, bool enabled, SourceLocation where);
  MaybeError AddPrerequisiteNow(TickHandle card, TickHandle prerequisite, const char* outcome,
                                SourceLocation where);
  MaybeError RemovePrerequisiteNow(TickHandle card, TickHandle prerequisite, SourceLocation where);
  void AddEdge(std::uint32_t from, std::uint32_t to, SourceLocation where);
  void RemoveEdge(std::uint32_t from, std::uint32_t to);
  void Remove(TickHandle card);
  /// Before a removal: edges that were added until then are decided with what they met.
  void DecideEdgesInFrame();
  /// After a removal: what had closed a cycle with the card counts at once.
  void SettleRefusedEdges();
  void RegisterSetNow(const TickSet& set, const std::string& name, SourceLocation where);
  MaybeError AddToSetNow(const TickLink& member, const TickSet& set, const char* outcome,
                         SourceLocation where);

  /// A handle that a call was given.
  struct Given {
    TickHandle card;
    /// What it is in the call, and whom for; nothing where it is the only one.
    const char* part = nullptr;
    TickHandle with = {};
  };
  /// The outcome where `in` or `after` of a definition names what is not there.
  static constexpr const char* kLeftOut = "It was left out; everything else was registered.";
  // `outcome` is the sentence that tells what the call did then.
  MaybeError CheckLive(const Given& given, const char* outcome, SourceLocation where) const;
  /// As CheckLive, and the handle is one of a card, not of a set.
  MaybeError CheckCard(TickHandle card, const char* outcome, SourceLocation where) const;
  MaybeError CheckSet(const TickSet& set, TickHandle member, const char* outcome,
                      SourceLocation where) const;
  MaybeError CheckMember(TickHandle member, const TickSet& set, const char* outcome,
                         SourceLocation where) const;
  MaybeError CheckMembership(TickHandle member, TickHandle set, SourceLocation where) const;
  /// Calls `visit(slot)` for each card, and set by its begin, that has an edge with this one.
  template <typename Visit>
  void ForEachOrdered(std::uint32_t slot, Visit&& visit) const;
  /// An edge between the member, or what is in it, and the set, or one around it: both ends.
  using OrderedPair = std::pair<std::uint32_t, std::uint32_t>;
  std::optional<OrderedPair> OrderAgainst(std::uint32_t member, std::uint32_t set) const;
  std::optional<OrderedPair> OrderOfMembersAgainst(std::uint32_t member, std::uint32_t set) const;
  MaybeError CheckOrder(TickHandle card, TickHandle prerequisite, SourceLocation where) const;
  static TickError NotACard(TickHandle card, std::string detail, SourceLocation where);
  MaybeError AgainstOwnSet(std::uint32_t member, std::uint32_t set, const char* way_out,
                           SourceLocation where) const;
  /// The card, or the set by its begin, that a slot belongs to.
  std::uint32_t MemberOf(std::uint32_t slot) const;
  /// `is_counted`: the card is among the newcomers already.
  void EnterFrame(std::uint32_t slot, bool is_counted = false);
  void EnterAgain(std::uint32_t slot, bool is_counted);
  void EnableInFrame(std::uint32_t slot);
  void DisableInFrame(std::uint32_t slot);
  /// The first group in which a card that comes now may run; nothing if not in this frame.
  std::optional<TickGroup> EarliestGroup() const;

  static std::uint64_t PlanKeyOfCaller(const TickContext* context);
  static AskedAt PlaceOfCaller(const TickContext& context);
  absl::Status Report(TickError error);
  /// Reports what a request of the asking card came to, unless it is ok.
  void ReportRefusal(const absl::Status& status);
  std::string TextFor(const Caller& caller, const TickError& error) const;
  void CardThrew(const TickContext& context, std::exception_ptr exception) override;

  std::optional<TickError> RefuseFrameCall(const char* function, SourceLocation where) const;
  const FrameResult& RefusedResult(const TickError& error);
  void EnsurePlan();
  void PublishCycles();
  double CheckedDelta(double delta, SourceLocation where);
  void RunGroupNow(TickGroup group);
  void RunSegment(Segment segment, bool with_newcomers);
  void RunRounds(TickGroup group);
  void Settle(Segment segment);
  /// In this frame the card has been released where it is now, and has not run that one knows of.
  bool IsInPlace(std::uint32_t slot);
  /// Where cards of the annex that come now would run next.
  Segment NextAnnexSegment() const;
  bool CanFollow(std::uint32_t position) const;
  void JoinAndDrain(TickGroup group);
  void SetInFrame(bool is_in_frame);
  void FinishGroups();
  void FinishFrame();
  void NoteDemotionsOfNewcomers();

  PlanChanges changes_;
  std::vector<Demotion> demotions_;
  /// Of cards that came since the plan was made.
  std::vector<Demotion> newcomer_demotions_;
  bool demotions_are_stale_ = false;
  PlanBuilder builder_;
  PlanPatcher patcher_;
  Annex annex_;
  std::vector<MergedCard> merged_;
  FrameState state_;
  CardRunner runner_;
  // Workers may ask for changes until the executor has ended.
  Outbox outbox_;
  Outbox mailbox_;
  std::unique_ptr<WorkerPool> no_workers_;
  std::unique_ptr<Executor> executor_;

  std::atomic<std::thread::id> game_thread_;
  /// The group that RunGroup is in, and the next one.
  std::optional<TickGroup> running_group_;
  int next_group_ = 0;
  /// Segments below this one have been released.
  int released_segments_ = 0;
  /// The last group whose end has been waited for.
  int joined_group_ = -1;
  /// The last card released by then, in plan order.
  std::uint64_t joined_plan_key_ = 0;
  /// A thread is between BeginFrame and the end of EndFrame.
  std::atomic<bool> is_claimed_{false};
  /// The card, of another scheduler, in which the running frame was begun; null outside of cards.
  std::atomic<const CurrentCard*> host_scope_{nullptr};
  /// The destructor is running: nothing that was asked for acts any more.
  bool is_dying_ = false;
  /// Calls that waited in a box are running.
  std::atomic<bool> runs_commands_{false};
  /// Who asked for the command that is running.
  TickHandle asker_;
  std::uint64_t newcomers_ = 0;
  std::vector<std::uint32_t> retired_;
  absl::flat_hash_set<std::string> is_left_out_;

  /// Held while `in_frame` changes, so that a cancel meets the frame that it means.
  std::mutex cancel_mutex_;

  std::mutex refused_mutex_;
  std::deque<FrameResult> refused_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SCHEDULER_IMPL_H_
