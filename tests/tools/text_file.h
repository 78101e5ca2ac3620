#ifndef TICKGRAPH_TESTS_TOOLS_TEXT_FILE_H_
#define TICKGRAPH_TESTS_TOOLS_TEXT_FILE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace tickgraph {

/// A file of this test alone, in the folder for temporary files.
inline std::filesystem::path TemporaryPath(std::string_view name) {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  return std::filesystem::path(testing::TempDir()) /
         (std::string(test->test_suite_name()) + "_" + test->name() + "_" + std::string(name));
}

inline std::filesystem::path WriteTextFile(std::string_view name, std::string_view text) {
  std::filesystem::path path = TemporaryPath(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

inline std::string ReadTextFile(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_TOOLS_TEXT_FILE_H_
