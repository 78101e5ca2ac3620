#ifndef TICKGRAPH_WORLD_RENDER_GUARDED_CALL_H_
#define TICKGRAPH_WORLD_RENDER_GUARDED_CALL_H_

#include <exception>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"

namespace tickgraph {

/// Runs `call` (returning absl::Status or nothing) and turns an exception that leaves it into an
/// INTERNAL status that begins with `what`: the threads of the render pipeline run foreign code and
/// must outlive its mistakes. Any thread.
template <typename Call>
absl::Status CallGuarded(std::string_view what, const Call& call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return absl::OkStatus();
    } else {
      return call();
    }
  } catch (const std::exception& error) {
    return absl::InternalError(std::string(what) + " threw: " + error.what());
  } catch (...) {
    return absl::InternalError(std::string(what) + " threw something that is no std::exception");
  }
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_GUARDED_CALL_H_
