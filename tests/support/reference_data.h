#ifndef TICKGRAPH_TESTS_SUPPORT_REFERENCE_DATA_H_
#define TICKGRAPH_TESTS_SUPPORT_REFERENCE_DATA_H_

#include <filesystem>
#include <optional>
#include <string_view>

namespace tickgraph {

/// The path of a file or folder of the reference data, such as "schedules/bevy", or nothing where
/// it does not exist. The data lies in the folder named by the environment variable
/// TICKGRAPH_REFERENCE_DATA; without it, in ../shared/data beside the source tree. A test that
/// gets nothing skips itself:
///   const auto file = ReferenceFile("stg/optima.csv");
///   if (!file) GTEST_SKIP() << "reference data is not here: stg/optima.csv";
std::optional<std::filesystem::path> ReferenceFile(std::string_view relative);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_REFERENCE_DATA_H_
