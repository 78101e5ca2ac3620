#include "tools/demo_renderer/png_file.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"

#if TICKGRAPH_DEMO_RENDERER
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb_image_write.h"
#endif

namespace tickgraph {

absl::Status WritePng(const std::string& path, const Picture& picture) {
#if TICKGRAPH_DEMO_RENDERER
  constexpr int kChannels = 3;
  std::vector<std::uint8_t> opaque;
  opaque.reserve(picture.pixels.size() / 4 * kChannels);
  for (std::size_t i = 0; i + 3 < picture.pixels.size(); i += 4) {
    opaque.insert(opaque.end(), {picture.pixels[i], picture.pixels[i + 1], picture.pixels[i + 2]});
  }
  if (stbi_write_png(path.c_str(), picture.width, picture.height, kChannels, opaque.data(),
                     picture.width * kChannels) == 0) {
    return absl::UnavailableError(
        absl::StrCat(path, ": cannot be written; does the folder exist, is there space?"));
  }
  return absl::OkStatus();
#else
  return absl::UnimplementedError(
      absl::StrCat(path, " (", picture.width, " x ", picture.height,
                   "): this build cannot write pictures; it was made without SDL2, GLES 3 or stb"));
#endif
}

}  // namespace tickgraph
