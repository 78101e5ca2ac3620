// Looking at a frame: records a few, checks their order, prints where the time went, and writes a
// trace for Perfetto (ui.perfetto.dev) or speedscope and the schedule for Graphviz.
//
//   sample_05_trace [FOLDER]     writes trace.json and plan.dot there, or prints their sizes only

#include <cmath>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "tickgraph/observe/dot_writer.h"
#include "tickgraph/observe/edge_check.h"
#include "tickgraph/observe/frame_table.h"
#include "tickgraph/observe/trace_writer.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

int main(int count, char** arguments) {
  tickgraph::WorkerPool workers({.count = 2});
  tickgraph::TickScheduler scheduler(
      {.name = "sample", .workers = &workers, .recorded_frames = 30});

  // Input on the game thread, a crowd on any thread, then a camera that looks at all of it.
  std::vector<double> crowd(200, 1.0);
  double shown = 0;
  const auto input = scheduler.Register({.name = "input", .run = [](const auto&) {}});
  std::vector<tickgraph::TickHandle> agents;
  for (std::size_t agent = 0; agent < crowd.size(); ++agent) {
    agents.push_back(scheduler.Register({.name = "agent " + std::to_string(agent),
                                         .lane = tickgraph::Lane::kAnyThread,
                                         .after = {input},
                                         .run = [&crowd, agent](const auto& t) {
                                           for (int step = 0; step < 500; ++step) {
                                             crowd[agent] += std::sin(crowd[agent]) * t.delta;
                                           }
                                         }}));
  }
  scheduler.Register(
      {.name = "camera",
       .start = tickgraph::TickGroup::kPostPhysics,
       .after = agents,
       .run = [&](const auto&) { shown = std::accumulate(crowd.begin(), crowd.end(), 0.0); }});

  for (int frame = 0; frame < 60; ++frame) {
    if (const auto& result = scheduler.RunFrame(1.0 / 60); !result.ok()) std::cerr << result;
  }

  // Names and edges once; the last 30 frames are in the ring.
  const tickgraph::ScheduleSnapshot schedule = tickgraph::TakeSnapshot(scheduler);
  const auto records = scheduler.records();

  tickgraph::EdgeCheck edges(schedule);
  for (const tickgraph::FrameRecord* record : records) edges.Add(*record);
  tickgraph::FrameTable table = tickgraph::MakeFrameTable(records);
  table.notes.push_back({"edges compared", std::to_string(edges.compared())});
  table.notes.push_back({"edges violated", std::to_string(edges.violations())});
  std::cout << table;

  std::ostringstream trace;
  std::ostringstream plan;
  absl::Status status = tickgraph::WriteTrace(trace, schedule, records, {});
  status.Update(tickgraph::WriteDot(plan, schedule, {}));
  if (!status.ok()) {
    std::cerr << status.message() << '\n';
    return 1;
  }
  if (count > 1) {
    const std::string folder = arguments[1];
    std::ofstream(folder + "/trace.json") << trace.str();
    std::ofstream(folder + "/plan.dot") << plan.str();
  }
  std::cout << "trace.json " << trace.str().size() << " bytes, plan.dot " << plan.str().size()
            << " bytes\n";
  return edges.violations() == 0 && shown != 0 ? 0 : 1;
}
