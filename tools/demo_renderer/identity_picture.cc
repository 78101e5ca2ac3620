#include "tools/demo_renderer/identity_picture.h"

#include <algorithm>
#include <map>

namespace tickgraph {

std::vector<DrawnItem> FindDrawnItems(const Picture& identity_picture) {
  std::map<std::uint32_t, DrawnItem> found;
  for (int y = 0; y < identity_picture.height; ++y) {
    for (int x = 0; x < identity_picture.width; ++x) {
      const std::uint8_t* pixel = identity_picture.At(x, y);
      if (pixel[3] == 0) continue;
      const std::uint32_t id = static_cast<std::uint32_t>(pixel[0]) |
                               static_cast<std::uint32_t>(pixel[1]) << 8 |
                               static_cast<std::uint32_t>(pixel[2]) << 16;
      const auto [entry, is_new] = found.try_emplace(id, DrawnItem{.id = id});
      DrawnItem& item = entry->second;
      ++item.pixel_count;
      item.centre_x += x + 0.5;
      item.centre_y += y + 0.5;
      item.left = is_new ? x : std::min(item.left, x);
      item.right = is_new ? x : std::max(item.right, x);
      item.top = is_new ? y : std::min(item.top, y);
      item.bottom = y;
    }
  }
  std::vector<DrawnItem> items;
  items.reserve(found.size());
  for (auto& [id, item] : found) {
    item.centre_x /= item.pixel_count;
    item.centre_y /= item.pixel_count;
    items.push_back(item);
  }
  return items;
}

}  // namespace tickgraph
