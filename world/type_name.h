#ifndef TICKGRAPH_WORLD_TYPE_NAME_H_
#define TICKGRAPH_WORLD_TYPE_NAME_H_

#include <string_view>

namespace tickgraph {

/// The name of T as it is written in code, for example "game::Guard". The text lives for ever.
template <typename T>
constexpr std::string_view TypeName() {
  // "… [T = game::Guard]" or "… [with T = game::Guard; std::string_view = …]".
  const std::string_view function = __PRETTY_FUNCTION__;
  constexpr std::string_view kMark = "T = ";
  const std::size_t start = function.find(kMark) + kMark.size();
  return function.substr(start, function.find_first_of(";]", start) - start);
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TYPE_NAME_H_
