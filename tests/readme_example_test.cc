#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace tickgraph {
namespace {

std::string ReadFile(const std::string& name) {
  std::ifstream file(std::filesystem::path(TICKGRAPH_SOURCE_DIR) / name);
  EXPECT_TRUE(file) << name << " is missing";
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What stands between the first `begin` and the next `end`; empty where one of them is missing.
std::string Between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t start = text.find(begin);
  if (start == std::string::npos) return {};
  const std::size_t stop = text.find(end, start + begin.size());
  if (stop == std::string::npos) return {};
  return text.substr(start + begin.size(), stop - start - begin.size());
}

std::string WithoutIndentation(const std::string& text) {
  std::istringstream lines(text);
  std::string flat;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of(' ');
    flat += (start == std::string::npos ? std::string() : line.substr(start)) + "\n";
  }
  return flat;
}

// The sample is compiled and run as a test of its own; so is the example in README.md, as long as
// both are the same.
TEST(ReadmeExampleTest, IsTheCompiledSample) {
  const std::string example = Between(ReadFile("README.md"), "```cpp\n", "```\n");
  const std::string sample =
      Between(ReadFile("samples/01_hello.cc"), "// [readme]\n", "// [readme]\n");
  ASSERT_FALSE(sample.empty());
  EXPECT_EQ(example, sample);
  std::size_t lines = 0;
  std::istringstream text(example);
  for (std::string line; std::getline(text, line);) lines += line.empty() ? 0 : 1;
  EXPECT_LE(lines, 15U) << "an example that is taken in at a glance";
}

// All code of docs/coming-from-unreal.md stands in its sample, each piece as a whole.
TEST(UnrealExamplesTest, ArePartsOfTheCompiledSample) {
  const std::string page = ReadFile("docs/coming-from-unreal.md");
  const std::string sample = ReadFile("samples/09_coming_from_unreal.cc");
  const std::string kBegin = "```cpp\n";
  int examples = 0;
  for (std::size_t at = page.find(kBegin); at != std::string::npos;
       at = page.find(kBegin, at + 1)) {
    ++examples;
    const std::string example = Between(page.substr(at), kBegin, "```\n");
    ASSERT_FALSE(example.empty());
    EXPECT_NE(WithoutIndentation(sample).find(WithoutIndentation(example)), std::string::npos)
        << example;
  }
  EXPECT_GT(examples, 3);
}

// Each sample is found in the table of README.md.
TEST(ReadmeExampleTest, NamesEverySample) {
  const std::string readme = ReadFile("README.md");
  int samples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(TICKGRAPH_SOURCE_DIR) / "samples")) {
    if (entry.path().extension() != ".cc") continue;
    ++samples;
    const std::string name = "samples/" + entry.path().filename().string();
    EXPECT_NE(readme.find(name), std::string::npos) << name << " is not named in README.md";
  }
  EXPECT_GT(samples, 0);
}

}  // namespace
}  // namespace tickgraph
