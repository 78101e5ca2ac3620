// One edit among 10,000 cards: the bar B4b.
//
// An edit is measured with the BeginFrame after it, in which the plan takes it in; what BeginFrame
// takes without an edit is subtracted.

#include <functional>
#include <random>
#include <string>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/churn.h"
#include "benchmarks/support/measure.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {
namespace {

constexpr std::size_t kCards = 10'000;
constexpr benchmark::IterationCount kEdits = 301;

/// Two cards of one group, so that an edge between them moves none to a later one.
struct Pair {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
};

/// A scheduler and edits to it. Of the last two every second call takes back what the one before
/// has done.
class Edits {
 public:
  Edits(const Workload& workload, ObjectStore& store)
      : workload_(workload),
        steady_(workload, store.Scattered(Body::kTiny, workload.cards.size()), {}),
        churn_(workload, store.Scattered(Body::kTiny, workload.cards.size()), steady_, 1) {}

  TickScheduler& scheduler() { return steady_.scheduler(); }

  void None() {}

  void RemoveAndAdd() { churn_.Edit(); }

  void ChangeEdge() {
    if (!is_changed_) pair_ = AnyPair();
    const TickHandle after = steady_.handles()[pair_.after];
    const TickHandle before = steady_.handles()[pair_.before];
    if (is_changed_) {
      scheduler().RemovePrerequisite(after, before);
    } else {
      scheduler().AddPrerequisite(after, before);
    }
    is_changed_ = !is_changed_;
  }

  void Switch() {
    if (!is_changed_) pair_ = AnyPair();
    scheduler().SetEnabled(steady_.handles()[pair_.after], is_changed_);
    is_changed_ = !is_changed_;
  }

 private:
  Pair AnyPair() {
    while (true) {
      const auto a = static_cast<std::uint32_t>(random_() % workload_.cards.size());
      const auto b = static_cast<std::uint32_t>(random_() % workload_.cards.size());
      if (a < b && workload_.cards[a].group == workload_.cards[b].group) return {a, b};
    }
  }

  const Workload& workload_;
  SteadyScheduler steady_;
  Churn churn_;
  std::mt19937_64 random_{3};
  bool is_changed_ = false;
  Pair pair_;
};

using Edit = void (Edits::*)();

void RunEdits(benchmark::State& state, Edits& edits, Edit edit) {
  TickScheduler& scheduler = edits.scheduler();
  MeasureApart(
      state, [] {},
      [&] {
        (edits.*edit)();
        scheduler.BeginFrame(kFrameSeconds).IgnoreError();
      },
      [&] { scheduler.EndFrame(); });
  if (!scheduler.last_frame().ok()) state.SkipWithError("the frame had errors");
}

void Check(const KeepingReporter& times, Bars& bars) {
  const auto none = times.Nanoseconds("edit/none");
  const auto check = [&](const std::string& name, double count) {
    const auto more = Difference(times.Nanoseconds("edit/" + name), none);
    bars.AtMost("B4b", name + " among 10,000 cards, µs an edit", Ratio(more, count * 1e3), 2);
  };
  check("remove_and_add", 2);
  check("edge", 1);
  check("enable", 1);
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const Workload workload = GameFrame(kCards);
  const auto add = [&](const std::string& name, Edit edit) {
    AddTimedApart("edit/" + name, kEdits, [&, edit](benchmark::State& state) {
      Edits edits(workload, store);
      RunEdits(state, edits, edit);
    });
  };
  add("none", &Edits::None);
  add("remove_and_add", &Edits::RemoveAndAdd);
  add("edge", &Edits::ChangeEdge);
  add("enable", &Edits::Switch);
  return RunBenchProgram(argc, argv, Check);
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
