#ifndef TICKGRAPH_TESTS_WORLD_SUPPORT_WORLD_MODE_H_
#define TICKGRAPH_TESTS_WORLD_SUPPORT_WORLD_MODE_H_

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>

#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/world_definition.h"

namespace tickgraph {

// How the cards of a tested world run: serially, or with so many workers.
struct WorldMode {
  ExecutorKind executor = ExecutorKind::kSerial;
  int workers = 0;

  std::string name() const {
    return executor == ExecutorKind::kSerial ? "Serial" : std::to_string(workers) + "Workers";
  }
};

inline std::ostream& operator<<(std::ostream& out, const WorldMode& mode) {
  return out << mode.name();
}

// A test that runs in every mode (rule G8).
class WorldModeTest : public testing::TestWithParam<WorldMode> {
 protected:
  WorldModeTest() {
    if (GetParam().executor == ExecutorKind::kFlow) {
      workers_.emplace(WorkerPoolDefinition{.count = GetParam().workers});
    }
  }

  WorldDefinition Definition() {
    WorldDefinition definition;
    definition.workers = workers_ ? &*workers_ : nullptr;
    definition.executor = GetParam().executor;
    return definition;
  }

 private:
  std::optional<WorkerPool> workers_;
};

inline auto AllWorldModes() {
  return testing::Values(WorldMode{ExecutorKind::kSerial, 0}, WorldMode{ExecutorKind::kFlow, 0},
                         WorldMode{ExecutorKind::kFlow, 1}, WorldMode{ExecutorKind::kFlow, 2},
                         WorldMode{ExecutorKind::kFlow, 4});
}

inline std::string WorldModeName(const testing::TestParamInfo<WorldMode>& info) {
  return info.param.name();
}

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_WORLD_SUPPORT_WORLD_MODE_H_
