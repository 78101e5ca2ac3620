#ifndef TICKGRAPH_TOOLS_PLAIN_NAME_H_
#define TICKGRAPH_TOOLS_PLAIN_NAME_H_

#include <string>
#include <string_view>

#include "tickgraph/quoted_name.h"

namespace tickgraph {

/// A name for people: as QuotedName gives it, but without quotation marks where it needs none.
inline std::string PlainName(std::string_view name) {
  std::string quoted = QuotedName(name);
  const bool is_plain = quoted.size() == name.size() + 2 && !name.empty();
  return is_plain ? std::string(name) : quoted;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_PLAIN_NAME_H_
