// docs/cases.md says where each case is tested; here it is checked that this is so.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/reference_data.h"

namespace tickgraph {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path << " is missing";
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> Matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

/// By case, such as "S9": what its row says last, that is where it is tested.
std::map<std::string, std::string> Rows() {
  std::map<std::string, std::string> rows;
  std::istringstream page(ReadFile(fs::path(TICKGRAPH_SOURCE_DIR) / "docs/cases.md"));
  const std::regex row(R"(\| ([A-Z]\d+(?:, [A-Z]\d+)*) \|[^|]*\|([^|]*)\|)");
  for (std::string line; std::getline(page, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    for (const std::string& id : Matches(match[1], std::regex(R"(([A-Z]\d+))"))) {
      EXPECT_TRUE(rows.emplace(id, match[2]).second) << id << " stands there twice";
    }
  }
  return rows;
}

/// The text of a file, or of all files of a folder.
std::string TextOf(const fs::path& path) {
  if (!fs::is_directory(path)) return ReadFile(path);
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.path().extension() == ".cc") text += ReadFile(entry.path());
  }
  return text;
}

TEST(CaseTableTest, EachCaseIsTestedWhereTheTableSays) {
  int tested = 0;
  for (const auto& [id, where] : Rows()) {
    if (where.find("not yet: need") != std::string::npos) continue;
    ++tested;
    const std::regex cited("case-" + id + R"(\b)");
    int files = 0;
    for (const std::string& name :
         Matches(where, std::regex(R"(`([^ `]*_test\.cc|tests/[^ `]*/)`)"))) {
      ++files;
      const bool is_short = name.find('/') == std::string::npos;
      const fs::path path =
          fs::path(TICKGRAPH_SOURCE_DIR) / (is_short ? "tests/cases/" + name : name);
      EXPECT_TRUE(std::regex_search(TextOf(path), cited)) << name << " does not name case-" << id;
    }
    EXPECT_GT(files, 0) << id << ": " << where;
  }
  EXPECT_GT(tested, 40);
}

TEST(CaseTableTest, HasEveryCaseOfTheCollection) {
  const std::optional<fs::path> file = ReferenceFile("cases.jsonl");
  if (!file) GTEST_SKIP() << "reference data is not here: cases.jsonl";
  std::set<std::string> expected;
  std::istringstream lines(ReadFile(*file));
  for (std::string line; std::getline(lines, line);) {
    const std::string id = nlohmann::json::parse(line).at("id");
    expected.insert(id.substr(std::string("case-").size()));
  }
  std::set<std::string> found;
  for (const auto& [id, where] : Rows()) found.insert(id);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace tickgraph
