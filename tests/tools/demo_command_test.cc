#include "tools/demo_command.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/support/trace_checker.h"
#include "tests/support/worker_probe.h"
#include "tests/tools/drawing_test.h"

namespace tickgraph {
namespace {

class DemoCommandTest : public testing::Test {
 protected:
  DemoCommandTest() {
    options_.frames = 40;
    options_.actors = 100;
    options_.bodies = 60;
    options_.headless = true;
    options_.draw = false;
    options_.json = true;
    options_.out = (std::filesystem::path(testing::TempDir()) /
                    testing::UnitTest::GetInstance()->current_test_info()->name())
                       .string();
  }
  ~DemoCommandTest() override { std::filesystem::remove_all(options_.out); }

  int Run() {
    out_.str("");
    err_.str("");
    return RunDemoCommand(options_, out_, err_);
  }

  std::string FileText(const char* name) const {
    std::ifstream file(std::filesystem::path(options_.out) / name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  // How many events of a phase ("X", "s") the trace has.
  std::ptrdiff_t CountEvents(std::string_view phase) const {
    const nlohmann::json trace = nlohmann::json::parse(FileText("trace.json"));
    const nlohmann::json& events = trace.at("traceEvents");
    return std::count_if(events.begin(), events.end(),
                         [phase](const nlohmann::json& event) { return event.at("ph") == phase; });
  }

  DemoOptions options_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(DemoCommandTest, PrintsJsonAndTheSameStateForEveryWorkerCountAndLag) {
  std::string state;
  std::string order;
  for (const int workers : {0, 1, 2, 4}) {
    for (const int lag : {0, 1}) {
      options_.workers = workers;
      options_.lag = lag;
      ASSERT_EQ(Run(), 0) << err_.str();
      const nlohmann::json json = nlohmann::json::parse(out_.str());
      EXPECT_EQ(json.size(), 6U);
      EXPECT_EQ(json.at("frames"), 40);
      EXPECT_EQ(json.at("lost_time_s"), 0.0);
      EXPECT_GT(json.at("fps").get<double>(), 0);
      EXPECT_GE(json.at("overlap").get<double>(), 0);
      EXPECT_LE(json.at("overlap").get<double>(), 1);
      if (workers == 0) {
        EXPECT_EQ(json.at("overlap").get<double>(), 0);
      }
      if (state.empty()) state = json.at("state_hash").get<std::string>();
      if (order.empty()) order = json.at("order_hash").get<std::string>();
      EXPECT_EQ(json.at("state_hash"), state) << workers << " workers, lag " << lag;
      EXPECT_EQ(json.at("order_hash"), order) << workers << " workers, lag " << lag;
    }
  }
  options_.frames = 41;
  ASSERT_EQ(Run(), 0);
  EXPECT_NE(nlohmann::json::parse(out_.str()).at("state_hash"), state);
}

// rule PH-1. A busy machine may not wake a worker in the few milliseconds of one short run.
TEST_F(DemoCommandTest, PhysicsRunsBesideOtherWorkWhereThereIsAThread) {
  options_.workers = 2;
  options_.frames = 60;
  options_.actors = 400;
  options_.bodies = 300;
  double overlap = 0;
  for (int attempt = 0; attempt < 50 && overlap == 0; ++attempt) {
    ASSERT_EQ(Run(), 0) << err_.str();
    overlap = nlohmann::json::parse(out_.str()).at("overlap").get<double>();
  }
  if (overlap > 0) return;
  WorkerPool workers({.count = 2});
  EXPECT_FALSE(GetsAWorkerThread(workers)) << "there is a worker, and nothing ran beside physics";
}

TEST_F(DemoCommandTest, PrintsATableAndWritesTraceAndPlan) {
  options_.json = false;
  ASSERT_EQ(Run(), 0) << err_.str();
  for (const char* part : {"PrePhysics", "DuringPhysics", "PostPhysics", "[PhysicsStep]",
                           "physics overlap", "ray casts", "render lag", "frames a second",
                           "lost time", "nothing is drawn", "trace.json"}) {
    EXPECT_NE(out_.str().find(part), std::string::npos) << part << " is not in\n" << out_.str();
  }
  EXPECT_EQ(out_.str().find('\x1b'), std::string::npos) << "no colour unless asked for";
  EXPECT_EQ(out_.str().find("fps"), std::string::npos) << "one rate in one table";
  EXPECT_EQ(out_.str().find("input to picture"), std::string::npos) << out_.str();
  EXPECT_EQ(err_.str(), "");
  const nlohmann::json trace = nlohmann::json::parse(FileText("trace.json"));
  EXPECT_GT(trace.at("traceEvents").size(), 1000U);
  EXPECT_NE(FileText("trace.json").find("render thread"), std::string::npos);
  EXPECT_NE(FileText("trace.json").find("draw 40"), std::string::npos);
  EXPECT_EQ(FileText("plan.dot").rfind("digraph", 0), 0U);
  EXPECT_NE(FileText("plan.dot").find("camera"), std::string::npos);
}

TEST_F(DemoCommandTest, TheTraceKeepsAllRulesAndHasAnArrowForEachPrerequisite) {
  for (const int workers : {0, 2}) {
    options_.workers = workers;
    ASSERT_EQ(Run(), 0) << err_.str();
    EXPECT_THAT(CheckTrace(FileText("trace.json"), {}), testing::IsEmpty());
    // Most actors follow another one, and each arrow starts once for all that it leads to.
    EXPECT_GT(CountEvents("f"), 30 * options_.actors / 2);
    EXPECT_GT(CountEvents("s"), 30);
    EXPECT_LE(CountEvents("s"), CountEvents("f"));
  }
  options_.arrows = false;
  ASSERT_EQ(Run(), 0) << err_.str();
  EXPECT_THAT(CheckTrace(FileText("trace.json"), {}), testing::IsEmpty());
  EXPECT_EQ(CountEvents("s"), 0);
  EXPECT_EQ(CountEvents("f"), 0);
}

TEST_F(DemoCommandTest, TheTraceMarksFramesOverTheBudget) {
  EXPECT_NEAR(DemoOptions().budget_us, 16'666.7, 0.1) << "a sixtieth of a second";
  options_.budget_us = 0.001;
  ASSERT_EQ(Run(), 0) << err_.str();
  EXPECT_THAT(CheckTrace(FileText("trace.json"), {}), testing::IsEmpty());
  EXPECT_EQ(CountEvents("i"), 30) << "each traced frame";
  options_.budget_us = 0;
  ASSERT_EQ(Run(), 0) << err_.str();
  EXPECT_EQ(CountEvents("i"), 0);
}

// A folder stands where the trace should, and another where the plan should.
TEST_F(DemoCommandTest, FilesThatCannotBeWrittenAreAllNamedAndFindings) {
  options_.json = false;
  const std::filesystem::path folder = options_.out;
  std::filesystem::create_directories(folder / "trace.json");
  std::filesystem::create_directories(folder / "plan.dot");
  EXPECT_EQ(Run(), 1);
  EXPECT_NE(err_.str().find("trace.json: cannot be written"), std::string::npos) << err_.str();
  EXPECT_NE(err_.str().find("plan.dot: cannot be written"), std::string::npos) << err_.str();
  EXPECT_EQ(out_.str().find("written"), std::string::npos) << out_.str();
  std::filesystem::remove(folder / "plan.dot");
  EXPECT_EQ(Run(), 1);
  EXPECT_EQ(err_.str().find("plan.dot"), std::string::npos) << err_.str();
  EXPECT_NE(out_.str().find("written: " + (folder / "plan.dot").string() + "\n"), std::string::npos)
      << out_.str();
}

TEST_F(DemoCommandTest, WhatARunBeforeLeftIsTakenAway) {
  const std::filesystem::path folder = options_.out;
  std::filesystem::create_directories(folder);
  const std::string pictures[] = {"frame_000060.png", "frame_1000000.png"};
  const std::string others[] = {"frame_60.png", "frame_00006x.png", "frame_.png", "my.png",
                                "frame_000060.png.txt"};
  for (const std::string& name : pictures) std::ofstream(folder / name) << "old";
  for (const std::string& name : others) std::ofstream(folder / name) << "mine";
  std::ofstream(folder / "trace.json") << "old";
  ASSERT_EQ(Run(), 0) << err_.str();
  for (const std::string& name : pictures) EXPECT_FALSE(std::filesystem::exists(folder / name));
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(folder / name));
  EXPECT_NE(FileText("trace.json"), "old");
}

TEST_F(DemoCommandTest, OptionsThatMakeNoSenseAreBadUse) {
  const auto expect_bad = [&](const char* name, const DemoOptions& options) {
    const std::string out = options_.out;
    options_ = options;
    EXPECT_EQ(Run(), 2) << name;
    EXPECT_NE(err_.str().find(name), std::string::npos) << err_.str();
    EXPECT_EQ(out_.str(), "");
    options_.out = out;
  };
  expect_bad("--frames", {.frames = 0});
  expect_bad("--actors", {.actors = 0});
  expect_bad("--bodies", {.bodies = -1});
  expect_bad("--workers", {.workers = -1});
  expect_bad("--lag", {.lag = 3});
  expect_bad("--budget", {.budget_us = -1});
  expect_bad("--budget", {.budget_us = std::nan("")});
  expect_bad("--budget", {.budget_us = 1e7});
  expect_bad("--out", {.out = "/dev/null/folder"});
}

class DemoPictureTest : public DrawingTest {};

TEST_F(DemoPictureTest, WritesPicturesWithoutADisplayOrSaysWhyNot) {
  DemoOptions options;
  options.frames = 6;
  options.actors = 20;
  options.bodies = 20;
  options.headless = true;
  options.out = (std::filesystem::path(testing::TempDir()) / "demo_picture_test").string();
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(RunDemoCommand(options, out, err), 0) << err.str();
  const bool has_picture =
      std::filesystem::exists(std::filesystem::path(options.out) / "frame_000006.png");
  EXPECT_NE(has_picture, err.str().find("without pictures") != std::string::npos) << err.str();
  std::filesystem::remove_all(options.out);
}

}  // namespace
}  // namespace tickgraph
