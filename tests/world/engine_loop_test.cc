#include "tickgraph/world/engine_loop.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tickgraph/world/render/recording_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tickgraph/world/time/scripted_clock.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

using std::chrono::nanoseconds;
using Log = std::vector<std::string>;

class Watch : public Actor {
 public:
  void Tick(const TickContext& t) override { deltas.push_back(t.delta); }
  std::vector<double> deltas;
};

// Says when it is asked.
class LoudClock : public FixedClock {
 public:
  explicit LoudClock(Log* log) : FixedClock(60), log_(log) {}
  ClockSample Sample() override {
    log_->emplace_back("clock");
    return FixedClock::Sample();
  }

 private:
  Log* log_;
};

WorldDefinition Named(std::string_view name, Log* log) {
  WorldDefinition definition;
  definition.name = name;
  definition.hooks.start_of_frame = [log](World& world) { log->push_back(world.name()); };
  definition.hooks.draw = [log](World& world, RenderPacket& packet) {
    log->push_back(world.name() + " draws");
    packet.AddItem({});
  };
  return definition;
}

// rule E-2
TEST(EngineLoopTest, AFrameGoesFromTheClockToTheCounters) {
  Log log;
  LoudClock clock(&log);
  RecordingRenderer renderer([&](const RenderPacket&) { return absl::OkStatus(); });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 0});
  ASSERT_TRUE(pipeline.Start().ok());
  World first(Named("first", &log));
  World second(Named("second", &log));
  EngineLoop* running = nullptr;
  const auto say = [&log](const char* text) { return [&log, text] { log.emplace_back(text); }; };
  EngineLoop loop(
      {.clock = &clock,
       .render = &pipeline,
       .hooks = {.pump = say("pump"),
                 .input = say("input"),
                 .user_interface = say("user interface"),
                 .draw =
                     [&](RenderPacket& packet) {
                       log.emplace_back("draw");
                       packet.AddItem({});
                     },
                 .capture =
                     [&] {
                       log.push_back("capture of drawn frame " +
                                     std::to_string(pipeline.finished_frame(0)));
                     },
                 .audio = say("audio"),
                 .debugger =
                     [&] { log.push_back("debugger at " + std::to_string(running->frames())); }}});
  running = &loop;
  loop.AddWorld(first);
  loop.AddWorld(second);
  EXPECT_TRUE(loop.Iterate());
  EXPECT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  EXPECT_EQ(log,
            (Log{"clock", "pump", "input", "first", "second", "user interface", "first draws",
                 "second draws", "draw", "capture of drawn frame 1", "audio", "debugger at 0"}));
  EXPECT_EQ(loop.frames(), 1U);
  EXPECT_TRUE(pipeline.Stop().ok());
  ASSERT_EQ(renderer.drawn().size(), 1U);
  EXPECT_EQ(renderer.drawn()[0].item_count, 3U);
}

// rule T-1, rule I2
TEST(EngineLoopTest, AFixedClockGivesExactDeltasAndExactSums) {
  FixedClock clock(60);
  World world;
  const auto watch = world.Spawn<Watch>();
  EngineLoop loop({.clock = &clock, .quit_after = 600});
  loop.AddWorld(world);
  while (loop.Iterate()) {
    ASSERT_EQ(world.real_time().count(),
              static_cast<std::int64_t>(loop.frames()) * 1'000'000'000 / 60);
  }
  EXPECT_EQ(watch->deltas, std::vector<double>(600, 1.0 / 60));
  EXPECT_EQ(world.game_time(), nanoseconds(10'000'000'000));
}

// rule T-1
TEST(EngineLoopTest, WithoutAClockItIsTheWalls) {
  World world;
  EngineLoop loop;
  loop.AddWorld(world);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(loop.Iterate());
    ASSERT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  }
  EXPECT_GT(world.real_time(), nanoseconds(0));
}

// rule T-5
TEST(EngineLoopTest, ABrokenClockIsAnErrorAndTheFrameRunsWithZero) {
  ScriptedClock clock({0.1, std::numeric_limits<double>::quiet_NaN(), -0.5,
                       std::numeric_limits<double>::infinity(), 0.1});
  World world;
  const auto watch = world.Spawn<Watch>();
  EngineLoop loop({.clock = &clock});
  loop.AddWorld(world);
  Log results;
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(loop.Iterate());
    results.emplace_back(loop.last_frame().ok() ? "ok" : "error");
  }
  EXPECT_EQ(results, (Log{"ok", "error", "error", "error", "ok"}));
  EXPECT_EQ(watch->deltas, (std::vector<double>{0.1, 0, 0, 0, 0.1}));
}

class BackwardClock : public FrameClock {
 public:
  ClockSample Sample() override { return {.time = nanoseconds(time_ -= 5), .delta = 0.01}; }

 private:
  std::int64_t time_ = 100;
};

// rule T-5
TEST(EngineLoopTest, AClockThatGoesBackwardsIsAnError) {
  BackwardClock clock;
  EngineLoop loop({.clock = &clock});
  loop.Iterate();
  loop.Iterate();
  EXPECT_EQ(loop.last_frame().status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(loop.last_frame().delta.seconds, 0);
}

class ThrowingClock : public FixedClock {
 public:
  ThrowingClock() : FixedClock(60) {}
  ClockSample Sample() override {
    if (throws) throw std::runtime_error("no time");
    return FixedClock::Sample();
  }
  bool throws = false;
};

// rule T-5
TEST(EngineLoopTest, AClockThatThrowsIsAnErrorAndTheFrameRunsWithZero) {
  ThrowingClock clock;
  World world;
  const auto watch = world.Spawn<Watch>();
  EngineLoop loop({.clock = &clock});
  loop.AddWorld(world);
  for (const bool throws : {false, true, false}) {
    clock.throws = throws;
    EXPECT_TRUE(loop.Iterate());
    EXPECT_EQ(loop.last_frame().ok(), !throws) << loop.last_frame();
    if (throws) {
      EXPECT_EQ(loop.last_frame().status().message(),
                "the clock threw: no time; the frame runs with delta 0");
    }
  }
  EXPECT_EQ(watch->deltas, (std::vector<double>{1.0 / 60, 0, 1.0 / 60}));
  EXPECT_EQ(loop.frames(), 3U);
}

// rule R-1
TEST(EngineLoopTest, NobodySeesThePacketOfADrawHookThatThrew) {
  RecordingRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 0});
  ASSERT_TRUE(pipeline.Start().ok());
  Log log;
  WorldDefinition definition = Named("first", &log);
  int frame = 0;
  definition.hooks.draw = [&frame](World&, RenderPacket& packet) {
    packet.AddItem({});
    packet.AddItem({});
    if (++frame == 2) throw std::runtime_error("half");
    packet.AddItem({});
  };
  World first(std::move(definition));
  World second(Named("second", &log));
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock, .render = &pipeline});
  loop.AddWorld(first);
  loop.AddWorld(second);
  loop.Iterate();
  EXPECT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  loop.Iterate();
  EXPECT_EQ(loop.last_frame().error_count, 1U);
  EXPECT_EQ(loop.last_frame().status().message(), "world \"first\": the draw hook threw: half");
  loop.Iterate();
  EXPECT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  EXPECT_TRUE(pipeline.Stop().ok());
  ASSERT_EQ(renderer.drawn().size(), 2U);
  EXPECT_EQ(renderer.drawn()[0].item_count, 4U);
  EXPECT_EQ(renderer.drawn()[1].frame, 3);
  EXPECT_EQ(renderer.drawn()[1].item_count, 4U);
}

// rule E-3
TEST(EngineLoopTest, WorldsThatComeOrGoInMidFrameCountFromTheNextFrame) {
  Log log;
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock});
  World newcomer(Named("newcomer", &log));
  World old(Named("old", &log));
  WorldDefinition definition = Named("first", &log);
  bool changed = false;
  definition.hooks.end_of_frame = [&](World&) {
    if (changed) return;
    changed = true;
    loop.RemoveWorld(old);
    loop.AddWorld(newcomer);
    loop.AddWorld(newcomer);
  };
  World first(std::move(definition));
  loop.AddWorld(first);
  loop.AddWorld(old);
  loop.Iterate();
  EXPECT_EQ(log, (Log{"first", "old"}));
  EXPECT_EQ(loop.last_frame().worlds, 2U);
  log.clear();
  loop.Iterate();
  EXPECT_EQ(log, (Log{"first", "newcomer"}));
  EXPECT_EQ(old.last_frame().frame, 1U);
}

// rule E-5
TEST(EngineLoopTest, QuitEndsTheLoopWhenTheFrameIsComplete) {
  Log log;
  FixedClock clock(60);
  EngineLoop* quits = nullptr;
  EngineLoop loop({.clock = &clock,
                   .hooks = {.pump = [&] { quits->RequestQuit(); },
                             .audio = [&] { log.emplace_back("audio"); }}});
  quits = &loop;
  World world(Named("world", &log));
  loop.AddWorld(world);
  EXPECT_FALSE(loop.Iterate());
  EXPECT_EQ(log, (Log{"world", "audio"}));
  EXPECT_EQ(loop.frames(), 1U);
}

TEST(EngineLoopTest, AHookThatThrowsAndAFrameInsideAFrameAreErrors) {
  FixedClock clock(60);
  EngineLoop* nested = nullptr;
  EngineLoop loop({.clock = &clock,
                   .hooks = {.pump = [&] { EXPECT_TRUE(nested->Iterate()); },
                             .user_interface = [] { throw std::runtime_error("no font"); }}});
  nested = &loop;
  World world;
  loop.AddWorld(world);
  EXPECT_TRUE(loop.Iterate());
  EXPECT_EQ(loop.frames(), 1U);
  EXPECT_EQ(world.last_frame().frame, 1U);
  EXPECT_EQ(loop.last_frame().error_count, 2U);
  EXPECT_EQ(loop.last_frame().status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(EngineLoopTest, TheErrorOfAWorldIsNamedInTheFrame) {
  class Bomb : public Actor {
   public:
    void Tick(const TickContext&) override { throw std::runtime_error("boom"); }
  };
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock});
  World world({.name = "arena"});
  world.Spawn<Bomb>();
  loop.AddWorld(world);
  EXPECT_TRUE(loop.Iterate());
  std::ostringstream text;
  text << loop.last_frame();
  EXPECT_NE(text.str().find("world \"arena\""), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("boom"), std::string::npos) << text.str();
}

// rule R-3, lag 0 and 1
TEST(EngineLoopTest, TheRendererIsNeverMoreThanTheAllowedLagBehind) {
  for (const int lag : {0, 1}) {
    RecordingRenderer renderer;
    RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = lag});
    ASSERT_TRUE(pipeline.Start().ok());
    Log log;
    World world(Named("world", &log));
    FixedClock clock(60);
    EngineLoop loop({.clock = &clock, .render = &pipeline, .quit_after = 50});
    loop.AddWorld(world);
    do {
      log.clear();
    } while (loop.Iterate() && [&] {
      EXPECT_TRUE(loop.last_frame().ok()) << loop.last_frame();
      EXPECT_LE(loop.last_frame().sync.lag(), lag);
      return true;
    }());
    // A frame may be in flight here: Stop finishes it (rule R-6).
    EXPECT_TRUE(pipeline.Stop().ok());
    EXPECT_EQ(renderer.drawn().size(), 50U);
  }
}

// rule W-5
TEST(EngineLoopTest, ADedicatedServerWorldDrawsNothing) {
  RecordingRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 0});
  ASSERT_TRUE(pipeline.Start().ok());
  Log log;
  WorldDefinition definition = Named("server", &log);
  definition.dedicated_server = true;
  World world(std::move(definition));
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock, .render = &pipeline});
  loop.AddWorld(world);
  loop.Iterate();
  EXPECT_TRUE(pipeline.Stop().ok());
  EXPECT_EQ(log, Log{"server"});
  ASSERT_EQ(renderer.drawn().size(), 1U);
  EXPECT_EQ(renderer.drawn()[0].item_count, 0U);
}

TEST(EngineLoopTest, ARendererInTroubleIsAnErrorOfTheFrame) {
  RecordingRenderer renderer([](const RenderPacket&) { return absl::InternalError("no device"); });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 0});
  ASSERT_TRUE(pipeline.Start().ok());
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock, .render = &pipeline});
  EXPECT_TRUE(loop.Iterate());
  EXPECT_NE(std::string(loop.last_frame().status().message()).find("no device"), std::string::npos)
      << loop.last_frame();
  pipeline.Stop().IgnoreError();
}

}  // namespace
}  // namespace tickgraph
