#ifndef TICKGRAPH_WORLD_FATAL_MISUSE_H_
#define TICKGRAPH_WORLD_FATAL_MISUSE_H_

#include <string_view>

namespace tickgraph {

/// Ends the program with `message` on standard error. For destructors alone, which cannot refuse a
/// call and return an error, where going on would use memory that is gone.
[[noreturn]] void FatalMisuse(std::string_view message);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_FATAL_MISUSE_H_
