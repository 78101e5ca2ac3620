#include "tickgraph/observe/trace_event_stream.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace tickgraph {
namespace {

TEST(TraceEventStreamTest, WritesOneEventALine) {
  std::ostringstream out;
  TraceEventStream events(out, {.process_id = 3, .origin_ns = 1'000});
  events.Begin('X', 2);
  events.Text("name", "a \"b\"");
  events.Json("raw", "[1]");
  events.Time("ts", 2'234'567);
  events.Duration("dur", 5);
  events.BeginArguments();
  events.Argument({"text", "x"});
  events.Argument({"whole", std::int64_t{-7}});
  events.Argument({"part", 0.5});
  events.End();
  events.Begin('i', 1);
  events.Number("value", 2.5);
  events.End();
  events.Finish();
  EXPECT_EQ(out.str(),
            "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
            "{\"ph\":\"X\",\"pid\":3,\"tid\":2,\"name\":\"a \\\"b\\\"\",\"raw\":[1],"
            "\"ts\":2233.567,\"dur\":0.0049,"
            "\"args\":{\"text\":\"x\",\"whole\":-7,\"part\":0.5}},\n"
            "{\"ph\":\"i\",\"pid\":3,\"tid\":1,\"value\":2.5}\n"
            "]}\n");
}

TEST(TraceEventStreamTest, TimesAndDurationsAreNeverNegative) {
  std::ostringstream out;
  TraceEventStream events(out, {.origin_ns = 1'000});
  events.Begin('X', 1);
  events.Time("ts", 999);
  events.Duration("dur", -1);
  events.End();
  events.Finish();
  EXPECT_NE(out.str().find("\"ts\":0.000,\"dur\":0.000}"), std::string::npos);
}

TEST(TraceEventStreamTest, LongTracesAreHandedOnInPieces) {
  std::ostringstream out;
  TraceEventStream events(out, {});
  const std::string name(1'000, 'x');
  for (int event = 0; event < 200; ++event) {
    events.Begin('X', 1);
    events.Text("name", name);
    events.End();
  }
  EXPECT_GT(out.str().size(), 100'000U);
  events.Finish();
  EXPECT_GT(out.str().size(), 200'000U);
  EXPECT_TRUE(out.str().ends_with("}\n]}\n"));
}

// speedscope counts times from the first event and adds durations, all as doubles, and takes slices
// for nested that overlap by a rounding error.
TEST(TraceEventStreamTest, SlicesThatFollowEachOtherNeverOverlap) {
  std::mt19937_64 random(7);
  std::ostringstream out;
  TraceEventStream events(out, {.process_id = 1, .origin_ns = 0});
  std::int64_t start = 1'177'326;
  for (int slice = 0; slice < 5000; ++slice) {
    const auto duration =
        static_cast<std::int64_t>(1 + random() % (slice % 2 == 0 ? 999 : 9'999'999));
    events.Begin('X', 1);
    events.Time("ts", start);
    events.Duration("dur", duration);
    events.End();
    start += duration;
  }
  events.Finish();
  const nlohmann::json trace = nlohmann::json::parse(out.str());
  const double origin = trace["traceEvents"][0]["ts"].get<double>();
  double end = 0;
  for (const nlohmann::json& event : trace["traceEvents"]) {
    const double begin = event["ts"].get<double>() - origin;
    ASSERT_TRUE(end < begin || begin == 0) << event.dump();
    ASSERT_NEAR(end, begin, 0.0002) << event.dump();
    end = begin + event["dur"].get<double>();
  }
}

}  // namespace
}  // namespace tickgraph
