#ifndef TICKGRAPH_TOOLS_DURATION_TEXT_H_
#define TICKGRAPH_TOOLS_DURATION_TEXT_H_

#include <string_view>

#include "absl/status/statusor.h"

namespace tickgraph {

/// Reads "5us", "0.2ms", "500ns" or "1s" as microseconds; a bare number is microseconds.
/// Errors: InvalidArgument for anything else, and outside of 0 to 1 s.
absl::StatusOr<double> ParseMicroseconds(std::string_view text);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DURATION_TEXT_H_
