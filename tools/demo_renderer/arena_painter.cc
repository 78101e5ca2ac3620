#include "tools/demo_renderer/arena_painter.h"

#if TICKGRAPH_DEMO_RENDERER

#include <GLES3/gl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "tools/demo_renderer/arena_shaders.h"

namespace tickgraph {
namespace {

constexpr std::array<float, 3> kToLight = {0.446F, 0.780F, 0.439F};  // unit vector
constexpr std::array<float, 3> kHaze = {0.50F, 0.62F, 0.74F};        // linear
constexpr float kHazeDistance = 130;                                 // metres
constexpr std::size_t kBoxIndices = 36;

// The eight corners of a box from -1 to 1; bit 0 of the number of a corner is x, bit 1 y, bit 2 z.
// All sides share them, so that each is transformed once.
std::array<float, 24> BoxCorners() {
  std::array<float, 24> corners{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    corners[i] = (i / 3 >> i % 3 & 1U) != 0 ? 1.0F : -1.0F;
  }
  return corners;
}

// Six sides of two triangles, counter-clockwise seen from outside.
std::array<std::uint8_t, kBoxIndices> BoxIndices() {
  std::array<std::uint8_t, kBoxIndices> indices{};
  std::size_t next = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const unsigned u = 1U << (axis + 1) % 3;
    const unsigned v = 1U << (axis + 2) % 3;
    for (const unsigned side : {0U, 1U << axis}) {
      // The corners once around the side; the other way round on the lower side.
      const std::array<unsigned, 4> around = {side, side + (side != 0 ? u : v), side + u + v,
                                              side + (side != 0 ? v : u)};
      for (const unsigned corner : {0, 1, 2, 0, 2, 3}) {
        indices[next++] = static_cast<std::uint8_t>(around[corner]);
      }
    }
  }
  return indices;
}

void FloatAttribute(GLuint location, GLint count, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, count, GL_FLOAT, GL_FALSE, sizeof(DrawItem),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(location, 1);
}

// Four bytes, which the shader sees as numbers from 0 to 1.
void ColourAttribute(GLuint location, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(DrawItem),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(location, 1);
}

void IntegerAttribute(GLuint location, GLenum type, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribIPointer(location, 1, type, sizeof(DrawItem),
                         reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(location, 1);
}

// Height of the horizon in the picture, 0 = lower edge, 1 = upper edge.
float HorizonOf(const CameraView& camera) {
  const std::array<float, 4>& q = camera.rotation;
  const std::array<float, 3> forward = {-2 * (q[0] * q[2] + q[3] * q[1]),
                                        -2 * (q[1] * q[2] - q[3] * q[0]),
                                        -(1 - 2 * (q[0] * q[0] + q[1] * q[1]))};
  const float level = std::sqrt(forward[0] * forward[0] + forward[2] * forward[2]);
  const float slope = forward[1] / std::max(level, 1e-3F);
  return 0.5F - slope / (2 * std::tan(camera.vertical_field_of_view / 2));
}

}  // namespace

ArenaPainter::~ArenaPainter() {
  if (box_array_ == 0) return;
  glDeleteVertexArrays(1, &box_array_);
  glDeleteVertexArrays(1, &empty_array_);
  glDeleteBuffers(1, &corner_buffer_);
  glDeleteBuffers(1, &index_buffer_);
  glDeleteBuffers(1, &item_buffer_);
}

absl::Status ArenaPainter::Create() {
  for (absl::Status status :
       {items_.Create("items", kItemVertexShader, kItemFragmentShader),
        shadows_.Create("shadows", kItemVertexShader, kShadowFragmentShader),
        identities_.Create("identities", kItemVertexShader, kIdentityFragmentShader),
        ground_.Create("ground", kGroundVertexShader, kGroundFragmentShader),
        sky_.Create("sky", kSkyVertexShader, kSkyFragmentShader)}) {
    if (!status.ok()) return status;
  }
  glGenVertexArrays(1, &empty_array_);
  glGenVertexArrays(1, &box_array_);
  glGenBuffers(1, &corner_buffer_);
  glGenBuffers(1, &index_buffer_);
  glGenBuffers(1, &item_buffer_);
  glBindVertexArray(box_array_);
  const std::array<float, 24> corners = BoxCorners();
  const std::array<std::uint8_t, kBoxIndices> indices = BoxIndices();
  glBindBuffer(GL_ARRAY_BUFFER, corner_buffer_);
  glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners.data(), GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer_);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices.data(), GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  // The device reads the items as the packet holds them.
  glBindBuffer(GL_ARRAY_BUFFER, item_buffer_);
  FloatAttribute(1, 3, offsetof(DrawItem, position));
  FloatAttribute(2, 4, offsetof(DrawItem, rotation));
  FloatAttribute(3, 3, offsetof(DrawItem, half_extents));
  ColourAttribute(4, offsetof(DrawItem, colour));
  IntegerAttribute(5, GL_UNSIGNED_BYTE, offsetof(DrawItem, shape));
  ColourAttribute(6, offsetof(DrawItem, id));
  glBindVertexArray(0);
  return absl::OkStatus();
}

void ArenaPainter::Upload(const RenderPacket& packet) {
  item_count_ = packet.items().size();
  if (item_count_ == 0) return;
  glBindBuffer(GL_ARRAY_BUFFER, item_buffer_);
  if (item_count_ > item_capacity_) item_capacity_ = std::max(item_count_, item_capacity_ * 2);
  // New storage for each frame: the device may still read the old one.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(item_capacity_ * sizeof(DrawItem)), nullptr,
               GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(packet.items().size_bytes()),
                  packet.items().data());
}

void ArenaPainter::DrawItems() const {
  if (item_count_ == 0) return;
  glBindVertexArray(box_array_);
  glDrawElementsInstanced(GL_TRIANGLES, kBoxIndices, GL_UNSIGNED_BYTE, nullptr,
                          static_cast<GLsizei>(item_count_));
}

void ArenaPainter::Paint(const CameraView& camera, float aspect, float arena_radius) const {
  const Matrix4 view_projection = ViewProjection(camera, aspect);
  const auto use = [&](const GlProgram& program, float shadow) {
    program.Use();
    program.Set("u_view_projection", view_projection);
    program.Set("u_eye", camera.position);
    program.Set("u_to_light", kToLight);
    program.Set("u_haze", kHaze);
    program.Set("u_haze_distance", kHazeDistance);
    program.Set("u_arena_radius", arena_radius);
    program.Set("u_shadow", shadow);
  };
  glDisable(GL_BLEND);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);

  use(sky_, 0);
  sky_.Set("u_horizon", HorizonOf(camera));
  glBindVertexArray(empty_array_);
  glDrawArrays(GL_TRIANGLES, 0, 3);

  glEnable(GL_DEPTH_TEST);
  glEnable(GL_CULL_FACE);
  use(items_, 0);
  DrawItems();

  // Behind the items, so that covered ground costs nothing.
  glDisable(GL_CULL_FACE);
  use(ground_, 0);
  glBindVertexArray(empty_array_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);

  // The stencil lets each pixel be darkened once, however many shadows fall on it.
  glEnable(GL_STENCIL_TEST);
  glStencilFunc(GL_EQUAL, 0, 0xFF);
  glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  use(shadows_, 1);
  DrawItems();
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_STENCIL_TEST);
}

void ArenaPainter::PaintIdentities(const CameraView& camera, float aspect) const {
  glDisable(GL_BLEND);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_DITHER);
  glEnable(GL_CULL_FACE);
  glEnable(GL_DEPTH_TEST);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  identities_.Use();
  identities_.Set("u_view_projection", ViewProjection(camera, aspect));
  identities_.Set("u_shadow", 0);
  identities_.Set("u_to_light", kToLight);
  DrawItems();
}

}  // namespace tickgraph

#endif  // TICKGRAPH_DEMO_RENDERER
