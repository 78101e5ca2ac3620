#ifndef TICKGRAPH_ABSL_STRINGS_H_
#define TICKGRAPH_ABSL_STRINGS_H_

#include <string_view>

#include "absl/strings/string_view.h"

namespace tickgraph {

/// Passes a standard string view to an Abseil function: StrCat("card ", ToAbsl(name)).
/// Our headers use std::string_view. Some builds of Abseil have a string view type of their own,
/// others alias the standard one; this compiles with both. The view keeps no copy.
inline absl::string_view ToAbsl(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

}  // namespace tickgraph

#endif  // TICKGRAPH_ABSL_STRINGS_H_
