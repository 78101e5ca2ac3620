#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_IDENTITY_PICTURE_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_IDENTITY_PICTURE_H_

#include <cstdint>
#include <vector>

#include "tools/demo_renderer/picture.h"

namespace tickgraph {

/// The largest DrawItem::id that an identity picture can show: 24 bits of colour.
inline constexpr std::uint32_t kMaxIdentity = 0xFFFFFF;

/// Where one item appears in a picture. Pixels from the left and from the top, the centre of the
/// first pixel is (0.5, 0.5).
struct DrawnItem {
  std::uint32_t id = 0;
  int pixel_count = 0;
  double centre_x = 0;  ///< mean over its visible pixels
  double centre_y = 0;
  int left = 0;  ///< bounds of its visible pixels, right and bottom included
  int top = 0;
  int right = 0;
  int bottom = 0;
};

/// Finds every item of which at least one pixel is visible in an identity picture, in the order of
/// their ids. An identity picture is drawn like the ordinary one, but each item has the flat colour
/// that spells its id (lowest byte in red), and alpha is 0 where there is none: so a test can see
/// what was really drawn, and where. Any thread, O(pixels).
std::vector<DrawnItem> FindDrawnItems(const Picture& identity_picture);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_IDENTITY_PICTURE_H_
