#include "tickgraph/run/recorder.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tickgraph {

Recorder::Recorder(int frames, int threads)
    : ring_(static_cast<std::size_t>(std::max(frames, 1))),
      threads_(static_cast<std::size_t>(std::max(threads, 1))) {}

void Recorder::Reserve(std::size_t cards) {
  // Before a card the game thread waits at most once, and once at the end of each group.
  const std::size_t most_waits = cards + kTickGroupCount;
  // A row has at least one card.
  for (Thread& thread : threads_) thread.planned.reserve(2 * cards);
  waits_.reserve(most_waits);
  for (FrameRecord& record : ring_) {
    record.runs.reserve(cards);
    record.waits.reserve(most_waits);
  }
}

void Recorder::BeginFrame(std::uint64_t frame) {
  frame_ = frame;
  for (Thread& thread : threads_) {
    thread.planned.clear();
    thread.newcomers.clear();
  }
  waits_.clear();
  groups_ = {};
  begin_ = CycleClock::Now();
}

void Recorder::CollectRuns(const FramePlan& plan, int worker, double rate,
                           std::vector<CardRun>& runs) const {
  const Thread& thread = threads_[static_cast<std::size_t>(worker)];
  const auto first = static_cast<std::ptrdiff_t>(runs.size());
  std::int64_t end_ns = 0;
  for (const PlannedRun& planned : thread.planned) {
    const std::int64_t start_ns = std::exchange(end_ns, clock_.ToNanoseconds(planned.ticks, rate));
    if (planned.position == kRowBegins) continue;
    const bool is_any_thread = plan.lanes[planned.position] == PlanLane::kAnyThread;
    runs.push_back({.card = plan.cards[planned.position],
                    .plan_key = PlanKeyOf(planned.position),
                    .start_ns = start_ns,
                    .end_ns = end_ns,
                    .worker = worker,
                    .group = plan.places[planned.position].start,
                    .lane = is_any_thread ? Lane::kAnyThread : Lane::kGameThread});
  }
  if (thread.newcomers.empty()) return;
  const auto middle = static_cast<std::ptrdiff_t>(runs.size());
  for (CardRun run : thread.newcomers) {
    run.start_ns = clock_.ToNanoseconds(run.start_ns, rate);
    run.end_ns = clock_.ToNanoseconds(run.end_ns, rate);
    runs.push_back(run);
  }
  std::inplace_merge(runs.begin() + first, runs.begin() + middle, runs.end(),
                     [](const CardRun& a, const CardRun& b) { return a.end_ns < b.end_ns; });
}

void Recorder::EndFrame(const FramePlan& plan) {
  const double rate = clock_.NanosecondsPerTick();
  const auto convert = [&](auto& span) {
    span.start_ns = clock_.ToNanoseconds(span.start_ns, rate);
    span.end_ns = clock_.ToNanoseconds(span.end_ns, rate);
  };
  FrameRecord& record = ring_[complete_ % ring_.size()];
  record.frame = frame_;
  record.span = {begin_, CycleClock::Now()};
  convert(record.span);
  record.groups = groups_;
  for (TimeSpan& group : record.groups) {
    if (group.end_ns != 0) convert(group);
  }
  record.runs.clear();
  for (int worker = 0; worker < static_cast<int>(threads_.size()); ++worker) {
    CollectRuns(plan, worker, rate, record.runs);
  }
  record.waits.assign(waits_.begin(), waits_.end());
  std::for_each(record.waits.begin(), record.waits.end(), convert);
  ++complete_;
}

std::vector<const FrameRecord*> Recorder::Records() const {
  const std::uint64_t count = std::min<std::uint64_t>(complete_, ring_.size());
  std::vector<const FrameRecord*> records;
  for (std::uint64_t age = count; age > 0; --age) {
    records.push_back(&ring_[(complete_ - age) % ring_.size()]);
  }
  return records;
}

}  // namespace tickgraph
