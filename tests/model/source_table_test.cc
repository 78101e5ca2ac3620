#include "tickgraph/model/source_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

TEST(SourceTableTest, CutsAtTheLastColonAndKeepsFilesOnce) {
  Schedule schedule;
  SourceTable table(schedule.source_files);
  for (const std::string_view text : {"a.cc:12", "C:\\b.cc:0", "a.cc:4294967295", ":7", "a:1:2"}) {
    const std::optional<ScheduleSource> source = table.Parse(text);
    ASSERT_TRUE(source.has_value()) << text;
    EXPECT_TRUE(source->is_given());
    EXPECT_EQ(SourceText(schedule, *source), text);
  }
  EXPECT_THAT(schedule.source_files, ::testing::ElementsAre("a.cc", "C:\\b.cc", "", "a:1"));
  EXPECT_FALSE(ScheduleSource{}.is_given());
}

TEST(SourceTableTest, RefusesWhatHasNoLine) {
  std::vector<std::string> files;
  SourceTable table(files);
  for (const std::string_view text : {"", "a.cc", "a.cc:", "a.cc:-1", "a.cc:4294967296", "a:1 "}) {
    EXPECT_EQ(table.Parse(text), std::nullopt) << text;
  }
  EXPECT_THAT(files, ::testing::IsEmpty());
}

}  // namespace
}  // namespace tickgraph::model
