#ifndef TICKGRAPH_TESTS_FUZZ_FUZZ_READER_H_
#define TICKGRAPH_TESTS_FUZZ_FUZZ_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/model/check_reading.h"

namespace tickgraph::model {

/// Ends the program, which is how libFuzzer learns of it, where a reader breaks a promise.
inline void FuzzReader(ScheduleFormat format, const std::uint8_t* data, std::size_t size) {
  const std::string problem =
      CheckReading(format, std::string_view(reinterpret_cast<const char*>(data), size));
  if (problem.empty()) return;
  std::fprintf(stderr, "%s\n", problem.c_str());
  std::abort();
}

}  // namespace tickgraph::model

#endif  // TICKGRAPH_TESTS_FUZZ_FUZZ_READER_H_
