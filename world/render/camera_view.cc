#include "tickgraph/world/render/camera_view.h"

#include <cmath>

namespace tickgraph {
namespace {

using Vector3 = std::array<float, 3>;

Vector3 Subtract(const Vector3& a, const Vector3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vector3 Cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

float Dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The unit vector along `a`, or `otherwise` when `a` has no direction.
Vector3 Normalised(const Vector3& a, const Vector3& otherwise) {
  const float length = std::sqrt(Dot(a, a));
  if (!(length > 1e-6F)) return otherwise;
  return {a[0] / length, a[1] / length, a[2] / length};
}

// Axes of a rotation in world space: columns of the rotation matrix.
struct Axes {
  Vector3 right;
  Vector3 up;
  Vector3 back;
};

Axes AxesOf(const std::array<float, 4>& q) {
  const float x = q[0];
  const float y = q[1];
  const float z = q[2];
  const float w = q[3];
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}

// Shepperd's method: the largest of the four components is computed from the diagonal, the others
// from it, so that no small number is divided by.
std::array<float, 4> QuaternionOf(const Axes& axes) {
  const float m00 = axes.right[0];
  const float m11 = axes.up[1];
  const float m22 = axes.back[2];
  const float trace = m00 + m11 + m22;
  if (trace > 0) {
    const float s = 2 * std::sqrt(trace + 1);
    return {(axes.up[2] - axes.back[1]) / s, (axes.back[0] - axes.right[2]) / s,
            (axes.right[1] - axes.up[0]) / s, s / 4};
  }
  if (m00 > m11 && m00 > m22) {
    const float s = 2 * std::sqrt(1 + m00 - m11 - m22);
    return {s / 4, (axes.up[0] + axes.right[1]) / s, (axes.back[0] + axes.right[2]) / s,
            (axes.up[2] - axes.back[1]) / s};
  }
  if (m11 > m22) {
    const float s = 2 * std::sqrt(1 + m11 - m00 - m22);
    return {(axes.up[0] + axes.right[1]) / s, s / 4, (axes.back[1] + axes.up[2]) / s,
            (axes.back[0] - axes.right[2]) / s};
  }
  const float s = 2 * std::sqrt(1 + m22 - m00 - m11);
  return {(axes.back[0] + axes.right[2]) / s, (axes.back[1] + axes.up[2]) / s, s / 4,
          (axes.right[1] - axes.up[0]) / s};
}

}  // namespace

CameraView LookAt(CameraView view, const std::array<float, 3>& eye,
                  const std::array<float, 3>& target) {
  Axes axes;
  axes.back = Normalised(Subtract(eye, target), {0, 0, 1});
  axes.right = Normalised(Cross({0, 1, 0}, axes.back), {1, 0, 0});
  axes.up = Cross(axes.back, axes.right);
  view.position = eye;
  view.rotation = QuaternionOf(axes);
  return view;
}

Matrix4 ViewProjection(const CameraView& view, float aspect) {
  const Axes axes = AxesOf(view.rotation);
  const float focal = 1 / std::tan(view.vertical_field_of_view / 2);
  const float depth_range = view.near_plane - view.far_plane;
  const float depth_scale = (view.far_plane + view.near_plane) / depth_range;
  const float depth_offset = 2 * view.far_plane * view.near_plane / depth_range;
  const float right_offset = -Dot(axes.right, view.position);
  const float up_offset = -Dot(axes.up, view.position);
  const float back_offset = -Dot(axes.back, view.position);
  Matrix4 result{};
  for (std::size_t column = 0; column < 3; ++column) {
    result[column * 4 + 0] = focal / aspect * axes.right[column];
    result[column * 4 + 1] = focal * axes.up[column];
    result[column * 4 + 2] = depth_scale * axes.back[column];
    result[column * 4 + 3] = -axes.back[column];
  }
  result[12] = focal / aspect * right_offset;
  result[13] = focal * up_offset;
  result[14] = depth_scale * back_offset + depth_offset;
  result[15] = -back_offset;
  return result;
}

std::optional<PixelPosition> ProjectToPixels(const CameraView& view,
                                             const std::array<float, 3>& point, int width,
                                             int height) {
  const auto picture_width = static_cast<float>(width);
  const auto picture_height = static_cast<float>(height);
  const Matrix4 matrix = ViewProjection(view, picture_width / picture_height);
  std::array<float, 4> clip{};
  for (std::size_t row = 0; row < 4; ++row) {
    clip[row] = matrix[row] * point[0] + matrix[4 + row] * point[1] + matrix[8 + row] * point[2] +
                matrix[12 + row];
  }
  const float depth = clip[3];
  if (!(depth >= view.near_plane) || !(depth <= view.far_plane)) return std::nullopt;
  return PixelPosition{(clip[0] / depth * 0.5F + 0.5F) * picture_width,
                       (0.5F - clip[1] / depth * 0.5F) * picture_height, depth};
}

}  // namespace tickgraph
