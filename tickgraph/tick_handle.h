#ifndef TICKGRAPH_TICK_HANDLE_H_
#define TICKGRAPH_TICK_HANDLE_H_

#include <cstdint>
#include <functional>

namespace tickgraph {

/// Names one registered card of one scheduler.
///
/// A handle goes stale when its card is unregistered: the slot may be used again, the generation
/// is not. A stale or foreign handle is an error value wherever it is used, never a wrong card.
struct TickHandle {
  std::uint32_t slot = 0;
  /// 0 is the handle that names nothing.
  std::uint32_t generation = 0;

  /// False for a default-made handle; true says nothing about whether the card still lives.
  explicit constexpr operator bool() const { return generation != 0; }
  friend constexpr bool operator==(TickHandle, TickHandle) = default;
};

}  // namespace tickgraph

template <>
struct std::hash<tickgraph::TickHandle> {
  std::size_t operator()(tickgraph::TickHandle handle) const noexcept {
    return std::hash<std::uint64_t>()((std::uint64_t{handle.generation} << 32) | handle.slot);
  }
};

#endif  // TICKGRAPH_TICK_HANDLE_H_
