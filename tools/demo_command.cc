#include "tools/demo_command.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tickgraph/observe/dot_writer.h"
#include "tickgraph/observe/frame_table.h"
#include "tickgraph/observe/trace_writer.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tickgraph/world/time/wall_clock.h"
#include "tools/arena.h"
#include "tools/demo_renderer/arena_renderer.h"
#include "tools/demo_statistics.h"
#include "tools/exit_code.h"
#include "tools/json_object.h"

namespace tickgraph {
namespace {

constexpr int kFramesPerSecond = 60;
constexpr int kPictureInterval = 60;
// A trace of all frames would be too large for viewers.
constexpr std::size_t kTracedFrames = 30;
constexpr int kMostErrorsShown = 5;
constexpr double kMostBudgetUs = 1e6;

std::string CheckOptions(const DemoOptions& options) {
  const auto check = [](const char* name, int value, int low, int high) {
    return value >= low && value <= high
               ? std::string()
               : absl::StrCat(name, " is ", low, " to ", high, ", not ", value);
  };
  for (std::string problem : {check("--frames", options.frames, 1, 10'000'000),
                              check("--actors", options.actors, 1, 1'000'000),
                              check("--bodies", options.bodies, 0, 1'000'000),
                              check("--workers", options.workers.value_or(0), 0, 1024),
                              check("--lag", options.lag, 0, kMaxRenderLag)}) {
    if (!problem.empty()) return problem;
  }
  if (!(options.budget_us >= 0 && options.budget_us <= kMostBudgetUs)) {
    return absl::StrCat("--budget is 0 to 1 s, not ", options.budget_us, " us");
  }
  return options.out.empty() ? "--out needs a folder" : "";
}

// The renderer and its pipeline; without OpenGL, one that draws nothing.
struct Drawing {
  std::unique_ptr<ArenaRenderer> arena;
  NullRenderer nothing;
  std::unique_ptr<RenderPipeline> pipeline;

  absl::Status Start(Renderer& renderer, int lag) {
    pipeline = std::make_unique<RenderPipeline>(RenderPipelineDefinition{
        .stages = {{.renderer = &renderer}},
        .allowed_lag = lag,
        .marks_history = static_cast<std::size_t>(DemoStatistics::kRecordedFrames)});
    return pipeline->Start();
  }

  absl::Status Start(const DemoOptions& options, std::ostream& err) {
    if (options.draw) {
      arena = std::make_unique<ArenaRenderer>(
          ArenaRendererDefinition{.title = "tickgraph demo",
                                  .window = !options.headless,
                                  .picture_folder = options.out,
                                  .picture_interval = std::min(kPictureInterval, options.frames),
                                  .arena_radius = static_cast<float>(Arena::kRadius)});
      const absl::Status status = Start(*arena, options.lag);
      if (status.ok()) return status;
      err << "tickgraph demo: runs without pictures: " << status.message() << '\n';
      pipeline.reset();
      arena.reset();
    }
    return Start(nothing, options.lag);
  }

  bool close_requested() const { return arena != nullptr && arena->close_requested(); }
};

// What a run gave.
struct DemoRun {
  int frames = 0;
  double seconds = 0;
  double lost_seconds = 0;
  std::uint64_t state_hash = 0;
  int errors = 0;

  double fps() const { return seconds > 0 ? frames / seconds : 0; }
};

void ShowProgress(const DemoOptions& options, const DemoRun& run, std::ostream& err) {
  if (options.progress && (run.frames % 10 == 0 || run.frames == options.frames)) {
    err << absl::StrFormat("\rframe %d of %d", run.frames, options.frames) << std::flush;
  }
}

DemoRun RunFrames(const DemoOptions& options, Arena& arena, Drawing& drawing,
                  DemoStatistics& statistics, std::ostream& err) {
  using Clock = std::chrono::steady_clock;
  FixedClock fixed_clock(kFramesPerSecond);
  WallClock wall_clock;
  FrameClock* clock = &wall_clock;
  if (options.headless) clock = &fixed_clock;
  EngineLoop loop({.clock = clock, .render = drawing.pipeline.get()});
  loop.AddWorld(arena.world());
  DemoRun run;
  int recorded = 0;
  Clock::time_point start = Clock::now();
  while (run.frames < options.frames && !drawing.close_requested()) {
    loop.Iterate();
    ++run.frames;
    ++recorded;
    statistics.AddFrame(loop.last_frame().sync, arena.world().physics_stage()->last_frame());
    if (!loop.last_frame().ok() && run.errors++ < kMostErrorsShown) {
      err << "tickgraph demo: " << loop.last_frame() << '\n';
    }
    ShowProgress(options, run, err);
    if (recorded == DemoStatistics::kRecordedFrames && run.frames < options.frames) {
      run.seconds += std::chrono::duration<double>(Clock::now() - start).count();
      statistics.AddRecords(arena.world(), recorded);
      recorded = 0;
      start = Clock::now();
    }
  }
  run.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  if (options.progress) err << "\r\x1b[K" << std::flush;
  if (recorded > 0) statistics.AddRecords(arena.world(), recorded);
  const LostTime& lost = arena.world().last_frame().lost;
  run.lost_seconds =
      lost.to_step_cap + lost.to_clamp +
      std::chrono::duration<double>(arena.world().physics_stage()->lost_time()).count();
  run.state_hash = arena.StateHash();
  return run;
}

// Files that a run leaves, and what went wrong with the others.
struct WrittenFiles {
  std::vector<std::string> written;
  std::vector<absl::Status> errors;

  void Write(const std::filesystem::path& path,
             const std::function<absl::Status(std::ostream&)>& write) {
    std::ofstream file(path, std::ios::binary);
    absl::Status status = file ? write(file) : absl::OkStatus();
    file.close();
    if (status.ok() && !file) status = absl::UnavailableError("cannot be written");
    if (status.ok()) {
      written.push_back(path.string());
    } else {
      errors.push_back(
          absl::Status(status.code(), absl::StrCat(path.string(), ": ", status.message())));
    }
  }
};

// frame_000060.png and the like.
bool IsPictureName(std::string_view name) {
  constexpr std::string_view kBefore = "frame_";
  constexpr std::string_view kAfter = ".png";
  if (!name.starts_with(kBefore) || !name.ends_with(kAfter)) return false;
  name.remove_prefix(kBefore.size());
  name.remove_suffix(std::min(kAfter.size(), name.size()));
  return name.size() >= 6 && name.find_first_not_of("0123456789") == std::string_view::npos;
}

// Takes away what a run before has left: it would stand beside the files of this one as if it
// belonged to them.
void RemoveOldFiles(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> old = {folder / "trace.json", folder / "plan.dot"};
  for (std::filesystem::directory_iterator entry(folder, ignored), end; entry != end;
       entry.increment(ignored)) {
    if (IsPictureName(entry->path().filename().string())) old.push_back(entry->path());
  }
  for (const std::filesystem::path& path : old) {
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
  }
}

WrittenFiles WriteFiles(const DemoOptions& options, World& world,
                        const DemoStatistics& statistics) {
  const std::filesystem::path folder = options.out;
  std::vector<const FrameRecord*> records = world.frame_scheduler().records();
  const TraceTrack render = statistics.RenderTrack(world);
  const std::size_t traced = std::min(records.size(), kTracedFrames);
  const std::span<const FrameRecord* const> last = std::span(records).last(traced);
  TraceTrack traced_render{.name = render.name, .category = render.category};
  for (const TraceSlice& slice : render.slices) {
    if (!last.empty() && slice.end_ns > last.front()->span.start_ns) {
      traced_render.slices.push_back(slice);
    }
  }
  const std::vector<TraceTrack> tracks = {std::move(traced_render)};
  WrittenFiles files;
  files.Write(folder / "trace.json", [&](std::ostream& file) {
    return WriteTrace(file, statistics.schedule(), last,
                      {.process_name = "tickgraph demo",
                       .arrows = options.arrows,
                       .frame_budget_ns = std::llround(options.budget_us * 1000),
                       .tracks = tracks});
  });
  files.Write(folder / "plan.dot",
              [&](std::ostream& file) { return WriteDot(file, statistics.schedule(), {}); });
  return files;
}

void PrintJson(const DemoRun& run, const DemoStatistics& statistics, std::ostream& out) {
  out << JsonObject()
             .Add("frames", std::int64_t{run.frames})
             .Add("state_hash", absl::StrFormat("%016x", run.state_hash))
             .Add("order_hash", absl::StrFormat("%016x", statistics.order_hash()))
             .AddNumber("overlap", statistics.overlap())
             .AddNumber("lost_time_s", run.lost_seconds)
             .AddNumber("fps", run.fps())
             .text()
      << '\n';
}

void PrintTable(const DemoOptions& options, const DemoRun& run, const DemoStatistics& statistics,
                const Drawing& drawing, World& world, int workers, const WrittenFiles& files,
                std::ostream& out) {
  const char* bold = options.colour ? "\x1b[1m" : "";
  const char* plain = options.colour ? "\x1b[0m" : "";
  out << bold
      << absl::StrFormat("arena: %d actors, %d bodies, %d workers, lag %d, %d frames%s",
                         options.actors, options.bodies, workers, options.lag, run.frames,
                         options.headless ? ", fixed clock" : "")
      << plain << "\n\n";
  FrameTable table = MakeFrameTable(world.frame_scheduler().records(), &statistics.schedule());
  // One rate: that of the whole run, which the records are a part of.
  table.fps = run.fps();
  const auto note = [&table](std::string label, std::string text) {
    table.notes.push_back({std::move(label), std::move(text)});
  };
  note("any thread", absl::StrFormat("%.0f %% of the ticks", 100 * statistics.any_thread_share()));
  note("physics overlap",
       absl::StrFormat("%.0f %% of the shorter of physics step and work beside it",
                       100 * statistics.overlap()));
  note("render lag", absl::StrFormat("%.2f frames, at most %d; the game thread waited %.2f ms",
                                     statistics.mean_lag(), statistics.most_lag(),
                                     statistics.mean_sync_wait_ms()));
  if (statistics.most_forced_frames() > kMostForcedFrames) {
    note("forced", absl::StrFormat("synchronous calls held the game thread for %d frames in a row",
                                   statistics.most_forced_frames()));
  }
  note("ray casts", absl::StrFormat("%.3f ms a frame to keep them up to date",
                                    statistics.mean_query_refresh_ms()));
  if (drawing.arena != nullptr) {
    note("drawing",
         absl::StrFormat("%.2f ms a frame, %.2f ms from input to picture, %d drawn",
                         statistics.draw_ms(), statistics.latency_ms(), statistics.frames_drawn()));
  } else {
    note("drawing", "nothing is drawn");
  }
  note("lost time", absl::StrFormat("%.3f s", run.lost_seconds));
  out << table << '\n';
  if (drawing.arena != nullptr) {
    out << "drawn by " << drawing.arena->device_name();
    if (const int pictures = drawing.arena->pictures_written(); pictures > 0) {
      out << ", " << pictures << (pictures == 1 ? " picture in " : " pictures in ") << options.out;
    }
    out << '\n';
  }
  if (!files.written.empty()) out << "written: " << absl::StrJoin(files.written, ", ") << '\n';
}

}  // namespace

int RunDemoCommand(const DemoOptions& options, std::ostream& out, std::ostream& err) {
  if (const std::string problem = CheckOptions(options); !problem.empty()) {
    err << "tickgraph demo: " << problem << '\n';
    return kBadUse;
  }
  std::error_code folder_error;
  std::filesystem::create_directories(options.out, folder_error);
  if (folder_error) {
    err << "tickgraph demo: " << options.out << ": cannot be made: " << folder_error.message()
        << "; name another folder with --out\n";
    return kBadUse;
  }
  RemoveOldFiles(options.out);
  WorkerPool workers({.count = options.workers});
  Arena arena({.actors = options.actors,
               .bodies = options.bodies,
               .workers = &workers,
               .recorded_frames = std::min(options.frames, DemoStatistics::kRecordedFrames)});
  Drawing drawing;
  absl::Status status = arena.status();
  status.Update(drawing.Start(options, err));
  if (!status.ok()) {
    err << "tickgraph demo: " << status.message() << '\n';
    return kFindings;
  }
  DemoStatistics statistics;
  DemoRun run = RunFrames(options, arena, drawing, statistics, err);
  status = drawing.pipeline->Stop();
  statistics.AddMarks(*drawing.pipeline);
  const WrittenFiles files = WriteFiles(options, arena.world(), statistics);
  if (options.json) {
    PrintJson(run, statistics, out);
  } else {
    PrintTable(options, run, statistics, drawing, arena.world(), workers.worker_count(), files,
               out);
  }
  int code = kFine;
  if (!status.ok()) {
    err << "tickgraph demo: " << status.message() << '\n';
    code = kFindings;
  }
  for (const absl::Status& error : files.errors) {
    err << "tickgraph demo: " << error.message() << '\n';
    code = kFindings;
  }
  if (run.errors > 0) {
    err << "tickgraph demo: " << run.errors << " of " << run.frames << " frames had errors\n";
    code = kFindings;
  }
  return code;
}

}  // namespace tickgraph
