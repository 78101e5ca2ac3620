#include "tests/support/trace_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

// A checker that finds nothing proves nothing: each test here breaks one rule in a good trace.

namespace tickgraph {
namespace {

using testing::Contains;
using testing::Field;
using testing::IsEmpty;

constexpr std::string_view kGoodTrace = R"({"displayTimeUnit":"ms","traceEvents":[
{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"demo"}},
{"ph":"M","pid":1,"tid":1,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"game thread"}},
{"ph":"M","pid":1,"tid":1,"name":"thread_sort_index","args":{"sort_index":1}},
{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"worker 1"}},
{"ph":"M","pid":1,"tid":2,"name":"thread_sort_index","args":{"sort_index":2}},
{"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":900.250,"name":"Frame 1","cat":"frame","args":{}},
{"ph":"X","pid":1,"tid":1,"ts":1.125,"dur":20.500,"name":"a","cat":"tick","loc":"a.cc:7","args":{"exec":1}},
{"ph":"X","pid":1,"tid":2,"ts":30.000,"dur":310.000,"name":"b","cat":"tick","args":{"exec":2}},
{"ph":"s","pid":1,"tid":1,"name":"dep","cat":"dep","id":1,"ts":1.125},
{"ph":"f","pid":1,"tid":2,"name":"dep","cat":"dep","id":1,"ts":30.000,"bp":"e"},
{"ph":"C","pid":1,"tid":1,"name":"bodies","ts":2.000,"args":{"bodies":12}},
{"ph":"i","pid":1,"tid":1,"name":"overrun","s":"g","ts":900.250}
]}
)";

std::string Replace(std::string_view from, std::string_view to) {
  std::string text(kGoodTrace);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string Append(std::string_view event) {
  return Replace("\n]}", ",\n" + std::string(event) + "\n]}");
}

struct SeededFault {
  int rule;
  std::string text;
};

TEST(TraceCheckerTest, AGoodTraceHasNoFaults) {
  EXPECT_THAT(CheckTrace(kGoodTrace, {}), IsEmpty());
}

TEST(TraceCheckerTest, FindsEachBrokenRule) {
  const std::string twice =
      R"({"ph":"s","pid":1,"tid":1,"name":"dep","cat":"dep","id":1,"ts":1.125})";
  const std::string frame =
      R"({"ph":"X","pid":1,"tid":1,"ts":901.000,"dur":1.000,"name":"Frame 2","cat":"frame","args":{}})";
  const std::vector<SeededFault> faults = {
      {1, Replace("\"a\",\"cat\"", "\"a\"b\",\"cat\"")},
      {1, Replace("\"a\",\"cat\"", "\"a\xE9\",\"cat\"")},
      {1, Replace("\"a\",\"cat\"", "\"a\nb\",\"cat\"")},
      {1, Replace("\"displayTimeUnit\":\"ms\",", "")},
      {1, Replace("traceEvents", "events")},
      {2, Replace("\"ts\":30.000,\"dur\"", "\"ts\":\"30.000\",\"dur\"")},
      {2, Replace("\"dur\":20.500", "\"dur\":20")},
      {2, Replace("\"dur\":20.500", "\"dur\":20.5")},
      {2, Replace("\"dur\":20.500", "\"dur\":-20.500")},
      {2, Replace("\"dur\":20.500,", "")},
      {2, Replace("\"ts\":0.000", "\"ts\":0.500")},
      {2, Replace("\"ts\":30.000,\"dur\"", "\"ts\":5000000000000.000,\"dur\"")},
      {3, Replace("\"tid\":2,\"ts\":30.000,\"dur\"", "\"tid\":0,\"ts\":30.000,\"dur\"")},
      {3, Replace("\"ph\":\"C\",\"pid\":1,", "\"ph\":\"C\",")},
      {3, Replace("\"ph\":\"C\",\"pid\":1,", "\"ph\":\"C\",\"pid\":1.5,")},
      {4, Append(R"({"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"late"}})")},
      {4, Replace("{\"name\":\"worker 1\"}", "{}")},
      {4, Replace("{\"sort_index\":2}", "{\"index\":2}")},
      {4, Replace("process_name", "process_label")},
      {4, Append(R"({"ph":"i","pid":1,"tid":3,"name":"x","s":"t","ts":1.000})")},
      {5, Replace("\"dur\":20.500", "\"dur\":2000.500")},
      {5, Replace("\"cat\":\"tick\",\"args\":{\"exec\":2}", "\"args\":{\"exec\":2}")},
      {5, Append(R"({"ph":"B","pid":1,"tid":1,"name":"x","ts":1.000})")},
      {5, Append(R"({"ph":"b","pid":1,"tid":1,"name":"x","cat":"x","id":1,"ts":1.000})")},
      {6, Replace(",\"bp\":\"e\"", "")},
      {6, Append(twice)},
      {6, Replace("\"id\":1,\"ts\":1.125", "\"id\":3,\"ts\":1.125")},
      {6, Replace("\"id\":1,\"ts\":1.125", "\"id\":\"card\",\"ts\":1.125")},
      {6, Replace("\"id\":1,\"ts\":1.125", "\"id\":1,\"ts\":1.126")},
      {6, Replace("\"id\":1,\"ts\":30.000", "\"id\":1,\"ts\":31.000")},
      {7, Replace("{\"bodies\":12}", "{\"bodies\":\"12\"}")},
      {7, Append(R"({"ph":"C","pid":1,"tid":1,"name":"other","ts":2.000,"args":{"bodies":1}})")},
      {8, Replace("\"s\":\"g\",", "")},
      {8, Replace("\"cat\":\"frame\"", "\"cat\":\"other\"")},
      {9, Replace("{\"exec\":1}", "{\"exec\":{\"id\":1}}")},
      {9, Replace("{\"exec\":1}", R"({"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9})")},
      {9, Replace("a.cc:7", "a.cc")},
      {10, Replace("\n]}", "")},
      {10, Append(frame)},
  };
  for (const SeededFault& fault : faults) {
    EXPECT_THAT(CheckTrace(fault.text, {.most_frames = 1}),
                Contains(Field(&TraceFault::rule, fault.rule)))
        << fault.text;
  }
}

TEST(TraceCheckerTest, KeysInsideNamesAreNoTimes) {
  EXPECT_THAT(CheckTrace(Replace("\"name\":\"a\"", R"("name":"\"ts\":5")"), {}), IsEmpty());
}

}  // namespace
}  // namespace tickgraph
