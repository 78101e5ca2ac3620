#include "tests/support/worker_probe.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "tickgraph/scheduler.h"

namespace tickgraph {

bool GetsAWorkerThread(WorkerPool& workers, std::chrono::seconds limit) {
  const std::thread::id game_thread = std::this_thread::get_id();
  std::mutex mutex;
  std::condition_variable changed;
  bool came = false;
  bool in_time = false;
  TickScheduler scheduler(workers);
  scheduler.Register({.name = "probe", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                        if (std::this_thread::get_id() == game_thread) return;
                        const std::lock_guard lock(mutex);
                        came = true;
                        changed.notify_all();
                      }});
  scheduler.Register({.name = "wait", .run = [&](const TickContext&) {
                        std::unique_lock lock(mutex);
                        in_time = changed.wait_for(lock, limit, [&] { return came; });
                      }});
  scheduler.RunFrame(0.1);
  return in_time;
}

}  // namespace tickgraph
