#include <cstddef>
#include <cstdint>

#include "tests/fuzz/fuzz_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tickgraph::model::FuzzReader(tickgraph::model::ScheduleFormat::kDumpTicks, data, size);
  return 0;
}
