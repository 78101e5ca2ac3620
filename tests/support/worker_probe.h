#ifndef TICKGRAPH_TESTS_SUPPORT_WORKER_PROBE_H_
#define TICKGRAPH_TESTS_SUPPORT_WORKER_PROBE_H_

#include <chrono>

#include "tickgraph/run/worker_pool.h"

namespace tickgraph {

/// Whether `workers` gets a thread from the system within `limit`: a card that a worker runs while
/// the game thread does nothing but wait for it. A test of work side by side that saw none asks
/// this: only where no thread came is it no failure.
bool GetsAWorkerThread(WorkerPool& workers, std::chrono::seconds limit = std::chrono::seconds(10));

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_WORKER_PROBE_H_
