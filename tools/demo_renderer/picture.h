#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_PICTURE_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tickgraph {

/// A picture in memory: red, green, blue, alpha, one byte each, row by row from the top left.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;

  /// Changes the size; the pixels are whatever they were. Keeps its storage.
  void Resize(int new_width, int new_height) {
    width = new_width;
    height = new_height;
    pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  }

  /// The four bytes of the pixel in column x of row y.
  const std::uint8_t* At(int x, int y) const {
    return pixels.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                            static_cast<std::size_t>(x)) *
                               4;
  }
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_PICTURE_H_
