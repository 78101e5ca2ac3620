#ifndef TICKGRAPH_QUOTED_NAME_H_
#define TICKGRAPH_QUOTED_NAME_H_

#include <string>
#include <string_view>

namespace tickgraph {

/// `name` between quotation marks for a message: on one line, in valid UTF-8, and cut to a readable
/// length; where it was cut, its length follows. Any thread. O(min(length, 200)).
std::string QuotedName(std::string_view name);

}  // namespace tickgraph

#endif  // TICKGRAPH_QUOTED_NAME_H_
