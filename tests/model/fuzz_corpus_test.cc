// Replays what the fuzzers of tests/fuzz/ found and kept, and the texts that they began with.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "tests/model/check_reading.h"

namespace tickgraph::model {
namespace {

class FuzzCorpusTest : public testing::TestWithParam<std::pair<const char*, ScheduleFormat>> {};

TEST_P(FuzzCorpusTest, KeepsThePromisesOfTheReader) {
  const std::filesystem::path folder = std::filesystem::path(TICKGRAPH_SOURCE_DIR) / "tests/fuzz";
  int files = 0;
  for (const char* kind : {"seeds", "corpus"}) {
    const std::filesystem::path inputs = folder / kind / GetParam().first;
    if (!std::filesystem::exists(inputs)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(inputs)) {
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream),
                             std::istreambuf_iterator<char>()};
      EXPECT_EQ(CheckReading(GetParam().second, text), "") << entry.path();
      ++files;
    }
  }
  EXPECT_GT(files, 10) << "the corpus is part of the source tree";
}

INSTANTIATE_TEST_SUITE_P(Readers, FuzzCorpusTest,
                         testing::Values(std::pair{"dot", ScheduleFormat::kDot},
                                         std::pair{"dumpticks", ScheduleFormat::kDumpTicks},
                                         std::pair{"stg", ScheduleFormat::kStg},
                                         std::pair{"player_loop", ScheduleFormat::kPlayerLoop},
                                         std::pair{"json", ScheduleFormat::kJson}),
                         [](const auto& suite) { return std::string(suite.param.first); });

}  // namespace
}  // namespace tickgraph::model
