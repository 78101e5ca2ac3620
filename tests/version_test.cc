#include "tickgraph/version.h"

#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace tickgraph {
namespace {

TEST(VersionTest, BuildReadsItFromTheHeader) {
  std::ostringstream header;
  header << TICKGRAPH_VERSION_MAJOR << '.' << TICKGRAPH_VERSION_MINOR << '.'
         << TICKGRAPH_VERSION_PATCH;
  EXPECT_EQ(header.str(), TICKGRAPH_PROJECT_VERSION);
}

TEST(VersionTest, ChangelogNamesIt) {
  std::ifstream changelog(TICKGRAPH_SOURCE_DIR "/CHANGELOG.md");
  ASSERT_TRUE(changelog) << "CHANGELOG.md is missing";
  std::ostringstream text;
  text << changelog.rdbuf();
  EXPECT_NE(text.str().find("## [" TICKGRAPH_PROJECT_VERSION "]"), std::string::npos)
      << "CHANGELOG.md has no section for version " << TICKGRAPH_PROJECT_VERSION;
}

}  // namespace
}  // namespace tickgraph
