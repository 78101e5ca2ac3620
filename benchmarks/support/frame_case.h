#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_FRAME_CASE_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_FRAME_CASE_H_

#include <cstddef>
#include <optional>
#include <string>

#include "benchmarks/support/bench_object.h"
#include "benchmarks/support/workload.h"

namespace tickgraph {

/// A workload and what each of its cards does.
struct FrameCase {
  Workload workload;
  Body body = Body::kTiny;

  /// workload/body/contender.
  std::string Name(const std::string& contender) const {
    return workload.name + "/" + BodyName(body) + "/" + contender;
  }
  /// For people.
  std::string Text() const { return workload.name + " " + BodyName(body); }
  std::size_t size() const { return workload.cards.size(); }

  /// The limit for two threads, in the unit of `loop_b`: half of the work, the longest chain, or
  /// what only the game thread may run.
  std::optional<double> BoundOfTwo(std::optional<double> loop_b) const;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_FRAME_CASE_H_
