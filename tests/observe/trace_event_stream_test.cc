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
            "\"ts\":2233.567,\"dur\":0.005,"
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

// speedscope adds the two, and takes slices for nested that overlap by a rounding error.
TEST(TraceEventStreamTest, StartAndDurationAddUpToTheEndAsDoubles) {
  std::mt19937_64 random(7);
  std::ostringstream out;
  TraceEventStream events(out, {.process_id = 1, .origin_ns = 0});
  std::vector<std::int64_t> times = {0};
  for (int slice = 0; slice < 5000; ++slice) {
    const std::int64_t start = times.back();
    times.push_back(start +
                    static_cast<std::int64_t>(random() % (slice % 2 == 0 ? 999 : 9'999'999)));
    events.Begin('X', 1);
    events.Time("ts", start);
    events.Duration("dur", times.back() - start);
    events.End();
  }
  events.Finish();
  const nlohmann::json trace = nlohmann::json::parse(out.str());
  for (std::size_t slice = 0; slice < trace["traceEvents"].size(); ++slice) {
    const nlohmann::json& event = trace["traceEvents"][slice];
    const double end = event["ts"].get<double>() + event["dur"].get<double>();
    ASSERT_EQ(end, static_cast<double>(times[slice + 1]) / 1000) << event.dump();
  }
}

}  // namespace
}  // namespace tickgraph
