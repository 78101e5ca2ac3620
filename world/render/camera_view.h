#ifndef TICKGRAPH_WORLD_RENDER_CAMERA_VIEW_H_
#define TICKGRAPH_WORLD_RENDER_CAMERA_VIEW_H_

#include <array>
#include <optional>

namespace tickgraph {

/// Where a frame is seen from. Lengths are metres, y is up, the camera looks along its own -z axis.
struct CameraView {
  std::array<float, 3> position = {0, 0, 0};
  /// Unit quaternion x, y, z, w: turns camera axes into world axes.
  std::array<float, 4> rotation = {0, 0, 0, 1};
  /// Full vertical angle, radians, in (0, pi).
  float vertical_field_of_view = 0.9F;
  /// Distances of the clip planes, metres, 0 < near < far.
  float near_plane = 0.1F;
  float far_plane = 500.0F;
};

/// A point on the picture: pixels from the left and from the top, the centre of the first pixel is
/// (0.5, 0.5). Depth is the distance along the view direction in metres.
struct PixelPosition {
  float x = 0;
  float y = 0;
  float depth = 0;
};

/// A 4 x 4 matrix by columns, as OpenGL takes it.
using Matrix4 = std::array<float, 16>;

/// Returns `view` turned and moved so that it looks from `eye` at `target` with the y axis up. With
/// eye == target, or when looking straight up or down, some rotation around the view direction is
/// picked. Any thread.
CameraView LookAt(CameraView view, const std::array<float, 3>& eye,
                  const std::array<float, 3>& target);

/// The product projection * view for a picture of the given aspect ratio (width / height, > 0).
/// Any thread.
Matrix4 ViewProjection(const CameraView& view, float aspect);

/// Where `point` (world, metres) falls on a picture of width x height pixels; nothing when it lies
/// outside the near and far planes. It may lie outside the picture. Any thread.
std::optional<PixelPosition> ProjectToPixels(const CameraView& view,
                                             const std::array<float, 3>& point, int width,
                                             int height);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_CAMERA_VIEW_H_
