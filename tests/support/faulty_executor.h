#ifndef TICKGRAPH_TESTS_SUPPORT_FAULTY_EXECUTOR_H_
#define TICKGRAPH_TESTS_SUPPORT_FAULTY_EXECUTOR_H_

#include <cstdint>
#include <memory>
#include <span>

#include "tickgraph/run/executor.h"
#include "tickgraph/run/serial_executor.h"

namespace tickgraph {

/// What a FaultyExecutor does wrong.
enum class Fault : std::uint8_t {
  kNone,
  /// Runs a card before its prerequisite.
  kDroppedEdge,
  /// Runs a card of a later group in PrePhysics.
  kEarlyRelease,
  /// Swaps two game-thread cards that no edge joins.
  kWrongTie,
  /// Leaves out a newcomer.
  kLostNewcomer,
  /// Calls a card twice.
  kDoubleRun,
};

/// An executor that is wrong on purpose, wherever it finds the occasion, to see that the oracle
/// catches it.
///
///   int occasions = 0;
///   definition.make_executor = [&](const ExecutorParts& parts) {
///     return std::make_unique<FaultyExecutor>(parts, Fault::kWrongTie, occasions);
///   };
class FaultyExecutor final : public Executor {
 public:
  /// `occasions` counts how often it was wrong.
  FaultyExecutor(const ExecutorParts& parts, Fault fault, int& occasions)
      : parts_(parts), fault_(fault), occasions_(occasions), right_(parts) {}

  void Adopt() override {}
  void BeginFrame() override;
  void RunSegment(Segment segment) override;
  void RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) override;
  void Join(TickGroup /*group*/) override {}
  void EndFrame() override {}
  std::uint64_t cards_run() const override { return cards_run_ + right_.cards_run(); }
  void RunParallel(const TickContext& context, std::size_t count, std::size_t grain,
                   void (*slice)(void* body, std::size_t begin, std::size_t end),
                   void* body) override;

 private:
  void Run(std::uint32_t position);
  bool Runs(std::uint32_t position) const;
  bool IsEdge(std::uint32_t from, std::uint32_t to) const;
  bool SwapsWithNext(std::uint32_t position, std::uint32_t end) const;

  ExecutorParts parts_;
  Fault fault_;
  int& occasions_;
  SerialExecutor right_;
  std::uint64_t cards_run_ = 0;
  bool is_done_ = false;
  std::uint32_t ran_early_ = FramePlan::kNoPosition;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_FAULTY_EXECUTOR_H_
