#include "tickgraph/run/recorder.h"

#include <algorithm>

namespace tickgraph {

Recorder::Recorder(int frames, int threads)
    : ring_(static_cast<std::size_t>(std::max(frames, 1))),
      runs_of_(static_cast<std::size_t>(std::max(threads, 1))) {}

void Recorder::Reserve(std::size_t cards) {
  // Before a card the game thread waits at most once, and once at the end of each group.
  const std::size_t most_waits = cards + kTickGroupCount;
  for (std::vector<CardRun>& runs : runs_of_) runs.reserve(cards);
  waits_.reserve(most_waits);
  for (FrameRecord& record : ring_) {
    record.runs.reserve(cards);
    record.waits.reserve(most_waits);
  }
}

void Recorder::BeginFrame(std::uint64_t frame) {
  frame_ = frame;
  for (std::vector<CardRun>& runs : runs_of_) runs.clear();
  waits_.clear();
  groups_ = {};
  begin_ = CycleClock::Now();
}

void Recorder::EndFrame() {
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
  for (const std::vector<CardRun>& runs : runs_of_) {
    record.runs.insert(record.runs.end(), runs.begin(), runs.end());
  }
  std::for_each(record.runs.begin(), record.runs.end(), convert);
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
