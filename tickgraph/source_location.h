#ifndef TICKGRAPH_SOURCE_LOCATION_H_
#define TICKGRAPH_SOURCE_LOCATION_H_

#include <cstdint>
#include <string>

namespace tickgraph {

/// Where in the user's code a card, an edge or a call was written.
///
/// As std::source_location, which clang 14 does not have: taken by a defaulted last argument.
///
///   void AddPrerequisite(TickHandle card, TickHandle prerequisite,
///                        SourceLocation where = SourceLocation::Current());
struct SourceLocation {
  const char* file = "";
  std::uint32_t line = 0;

  static constexpr SourceLocation Current(const char* file = __builtin_FILE(),
                                          std::uint32_t line = __builtin_LINE()) {
    return {file, line};
  }
};

/// "file.cc:42", or "unknown place" for a location that was never set.
std::string ToString(SourceLocation where);

}  // namespace tickgraph

#endif  // TICKGRAPH_SOURCE_LOCATION_H_
