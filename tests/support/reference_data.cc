#include "tests/support/reference_data.h"

#include <cstdlib>
#include <system_error>

namespace tickgraph {

std::optional<std::filesystem::path> ReferenceFile(std::string_view relative) {
  const char* named = std::getenv("TICKGRAPH_REFERENCE_DATA");
  const std::filesystem::path root =
      named != nullptr ? std::filesystem::path(named)
                       : std::filesystem::path(TICKGRAPH_SOURCE_DIR) / ".." / "shared" / "data";
  std::filesystem::path file = (root / relative).lexically_normal();
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  return file;
}

}  // namespace tickgraph
