#include "tickgraph/run/card_runner.h"

#include <algorithm>
#include <exception>

#include "tickgraph/run/current_card.h"
#include "tickgraph/run/cycle_clock.h"

namespace tickgraph {

void CardRunner::BeginFrame(TickScheduler& scheduler, FrameServices& services,
                            const FramePlan& plan, double delta, std::uint64_t frame) {
  plan_ = &plan;
  prototype_.delta = delta;
  prototype_.frame = frame;
  prototype_.scheduler_ = &scheduler;
  prototype_.services_ = &services;
  prototype_.plan_ = &plan;
}

TickContext CardRunner::ContextFor(int worker) const {
  TickContext context = prototype_;
  context.worker_ = worker;
  return context;
}

template <bool kTimed, typename PositionAt>
std::uint32_t CardRunner::RunLoop(const Part& part, PositionAt position_at,
                                  const TickContext& context, float* took_ticks) {
  const PlanEntry* entries = plan_->entries.data();
  const std::uint32_t fetched_end =
      part.size > kPrefetchDistance ? std::min(part.end, part.size - kPrefetchDistance) : 0;
  std::uint32_t skipped = 0;
  std::uint32_t index = part.begin;
  std::int64_t start = kTimed ? CycleClock::Now() : 0;
  if (kTimed && recorder_ != nullptr) recorder_->RowBegan(context.worker_, start);
  const auto note_end = [&] {
    if constexpr (kTimed) {
      const std::int64_t end = CycleClock::NowLoosely();
      if (recorder_ != nullptr) recorder_->PlannedRan(context.worker_, context.position_, end);
      if (took_ticks != nullptr) took_ticks[context.position_] = static_cast<float>(end - start);
      start = end;
    }
  };
  const auto call = [&](std::uint32_t position) {
    if (state_.IsSkipped(position)) {
      state_.NotePassed(position);
      ++skipped;
      return;
    }
    context.position_ = position;
    entries[position].invoke(entries[position].target, context);
    note_end();
  };
  while (index < part.end) {
    try {
      for (; index < fetched_end; ++index) {
        __builtin_prefetch(entries[position_at(index + kPrefetchDistance)].target, 1);
        call(position_at(index));
      }
      for (; index < part.end; ++index) call(position_at(index));
    } catch (...) {
      failures_.CardThrew(context, std::current_exception());
      note_end();
      ++index;
    }
  }
  return part.end - part.begin - skipped;
}

template <typename PositionAt>
std::uint32_t CardRunner::Run(const Part& part, PositionAt position_at, int worker,
                              float* took_ticks) {
  const TickContext context = ContextFor(worker);
  const CurrentCard scope(context);
  return recorder_ != nullptr || took_ticks != nullptr
             ? RunLoop<true>(part, position_at, context, took_ticks)
             : RunLoop<false>(part, position_at, context, nullptr);
}

std::uint32_t CardRunner::RunList(std::span<const std::uint32_t> list, std::uint32_t begin,
                                  std::uint32_t end, int worker, float* took_ticks) {
  return Run(
      {begin, end, static_cast<std::uint32_t>(list.size())},
      [data = list.data()](std::uint32_t index) { return data[index]; }, worker, took_ticks);
}

std::uint32_t CardRunner::RunRange(std::uint32_t begin, std::uint32_t end, int worker,
                                   float* took_ticks) {
  return Run(
      {begin, end, plan_->size}, [](std::uint32_t index) { return index; }, worker, took_ticks);
}

void CardRunner::FetchFirst(std::span<const std::uint32_t> list) const {
  const std::size_t count = std::min<std::size_t>(list.size(), kPrefetchDistance);
  for (const std::uint32_t position : list.first(count)) {
    __builtin_prefetch(plan_->entries[position].target, 1);
  }
}

bool CardRunner::HasRun(const AnnexCard& card) const {
  for (const AnnexCard* place = &card; place != nullptr; place = place->comes_after_earlier) {
    if (place->ran) return true;
    if (place->comes_after_own_place && !state_.WasPassed(place->plan_position)) return true;
  }
  return false;
}

std::uint32_t CardRunner::RunAnnex(AnnexCard& card, int worker) {
  const bool is_cancelled = state_.is_cancelled() && !card.engine_stage;
  if (card.skip.load(std::memory_order_relaxed) || HasRun(card) || is_cancelled) return 0;
  const TickContext context = ContextFor(worker);
  context.annex_ = &card;
  const CurrentCard scope(context);
  card.ran = true;
  const std::int64_t start = recorder_ != nullptr ? CycleClock::Now() : 0;
  try {
    card.entry.invoke(card.entry.target, context);
  } catch (...) {
    failures_.CardThrew(context, std::current_exception());
  }
  if (recorder_ != nullptr) {
    recorder_->NewcomerRan({.card = card.card,
                            .plan_key = card.plan_key,
                            .start_ns = start,
                            .end_ns = CycleClock::Now(),
                            .worker = worker,
                            .group = card.place.start,
                            .lane = card.lane});
  }
  return 1;
}

}  // namespace tickgraph
