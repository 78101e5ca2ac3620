#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_SHADERS_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_SHADERS_H_

namespace tickgraph {

/// Vertex shader of all items: a unit box per instance, scaled, tapered, turned and moved. With
/// u_shadow = 1 it is laid flat on the ground along the light instead.
inline constexpr char kItemVertexShader[] = R"(#version 300 es
precision highp float;
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 position;
layout(location = 2) in vec4 rotation;
layout(location = 3) in vec3 half_extents;
layout(location = 4) in vec4 item_colour;
layout(location = 5) in uint shape;
layout(location = 6) in vec4 identity;
uniform mat4 u_view_projection;
uniform vec3 u_to_light;
uniform float u_shadow;
out vec3 v_world;
out vec3 v_corner;
flat out vec3 v_half_extents;
flat out vec3 v_colour;
flat out vec3 v_identity;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  vec3 local = corner;
  if (shape == 1u && corner.y > 0.0) local.xz *= 0.02;
  vec3 world = position + turn(rotation, local * half_extents);
  if (u_shadow > 0.5) {
    world -= u_to_light * (max(world.y, 0.0) / u_to_light.y);
    world.y = 0.015;
  }
  v_world = world;
  v_corner = corner;
  v_half_extents = half_extents;
  v_colour = item_colour.rgb;
  v_identity = identity.rgb;
  gl_Position = u_view_projection * vec4(world, 1.0);
}
)";

/// Colours are squared to get light and the root is taken at the end: near enough to what displays
/// do, and cheap where the processor draws. Light from one side, a little from the sky and from the
/// ground, and haze in the distance. The normal is that of the triangle, so that boxes stay flat.
inline constexpr char kItemFragmentShader[] = R"(#version 300 es
precision highp float;
in vec3 v_world;
in vec3 v_corner;
flat in vec3 v_half_extents;
flat in vec3 v_colour;
uniform vec3 u_eye;
uniform vec3 u_to_light;
uniform vec3 u_haze;
uniform float u_haze_distance;
out vec4 colour;
void main() {
  vec3 normal = normalize(cross(dFdx(v_world), dFdy(v_world)));
  vec3 to_eye = normalize(u_eye - v_world);
  if (dot(normal, to_eye) < 0.0) normal = -normal;
  vec3 base = v_colour * v_colour;
  float sun = max(dot(normal, u_to_light), 0.0);
  vec3 sky_light = mix(vec3(0.16, 0.14, 0.13), vec3(0.34, 0.40, 0.52), normal.y * 0.5 + 0.5);
  float shine = max(dot(normal, normalize(u_to_light + to_eye)), 0.0);
  shine *= shine;
  shine *= shine;
  shine *= shine;
  shine *= shine;
  shine *= shine * 0.25;
  vec3 inside = (1.0 - abs(v_corner)) * v_half_extents;
  float smallest = min(min(inside.x, inside.y), inside.z);
  float middle = max(min(inside.x, inside.y), min(max(inside.x, inside.y), inside.z));
  float edge = 1.0 - smoothstep(0.0, 0.05, max(middle, smallest));
  vec3 lit = base * (sky_light + vec3(1.05, 0.98, 0.86) * sun) + shine * sun + base * edge * 0.25;
  float grounded = mix(0.72, 1.0, smoothstep(0.0, 0.8, v_world.y));
  vec3 way = (v_world - u_eye) / u_haze_distance;
  colour = vec4(sqrt(mix(u_haze, lit * grounded, 1.0 / (1.0 + dot(way, way)))), 1.0);
}
)";

inline constexpr char kShadowFragmentShader[] = R"(#version 300 es
precision highp float;
in vec3 v_world;
uniform vec3 u_eye;
uniform float u_haze_distance;
out vec4 colour;
void main() {
  vec3 way = (v_world - u_eye) / u_haze_distance;
  colour = vec4(0.02, 0.03, 0.06, 0.42 / (1.0 + dot(way, way)));
}
)";

/// Each item in the flat colour whose bytes are those of its id; where nothing is drawn, alpha
/// stays 0. The id comes as four bytes, so no integer arithmetic is asked of the device.
inline constexpr char kIdentityFragmentShader[] = R"(#version 300 es
precision highp float;
flat in vec3 v_identity;
out vec4 colour;
void main() { colour = vec4(v_identity, 1.0); }
)";

/// The ground: one large square, its corners made from the vertex number.
inline constexpr char kGroundVertexShader[] = R"(#version 300 es
precision highp float;
uniform mat4 u_view_projection;
uniform vec3 u_eye;
out vec3 v_world;
void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
  v_world = vec3(u_eye.x + corner.x * 400.0, 0.0, u_eye.z + corner.y * 400.0);
  gl_Position = u_view_projection * vec4(v_world, 1.0);
}
)";

/// A grid with a line every metre and a stronger one every ten, faded where lines would be thinner
/// than a pixel; outside the arena the ground is darker.
inline constexpr char kGroundFragmentShader[] = R"(#version 300 es
precision highp float;
in vec3 v_world;
uniform vec3 u_eye;
uniform vec3 u_haze;
uniform float u_haze_distance;
uniform float u_arena_radius;
out vec4 colour;
float grid(vec2 place, float width) {
  vec2 pixel = fwidth(place);
  vec2 distance = abs(fract(place - 0.5) - 0.5);
  vec2 line = 1.0 - smoothstep(vec2(width), vec2(width) + pixel * 1.2, distance);
  float visible = 1.0 - smoothstep(0.15, 0.5, max(pixel.x, pixel.y));
  return max(line.x, line.y) * visible;
}
void main() {
  vec2 place = v_world.xz;
  vec3 base = vec3(0.115, 0.135, 0.165);
  vec2 tile = floor(place / 10.0);
  base *= mod(tile.x + tile.y, 2.0) < 0.5 ? 1.0 : 0.88;
  base = mix(base, vec3(0.30, 0.35, 0.42), grid(place, 0.012) * 0.35);
  base = mix(base, vec3(0.42, 0.50, 0.60), grid(place / 10.0, 0.005) * 0.8);
  float rim = length(place) - u_arena_radius;
  float soft = fwidth(rim);
  base = mix(base, base * 0.45, smoothstep(-soft, soft, rim));
  base = mix(base, vec3(0.95, 0.55, 0.15), 1.0 - smoothstep(0.18, 0.18 + soft, abs(rim)));
  vec3 way = (v_world - u_eye) / u_haze_distance;
  colour = vec4(sqrt(mix(u_haze, base, 1.0 / (1.0 + dot(way, way)))), 1.0);
}
)";

/// The sky: one triangle over the whole picture.
inline constexpr char kSkyVertexShader[] = R"(#version 300 es
precision highp float;
out vec2 v_place;
void main() {
  v_place = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(v_place * 2.0 - 1.0, 1.0, 1.0);
}
)";

inline constexpr char kSkyFragmentShader[] = R"(#version 300 es
precision highp float;
in vec2 v_place;
uniform vec3 u_haze;
uniform float u_horizon;
out vec4 colour;
void main() {
  float height = clamp((v_place.y - u_horizon) * 2.0, 0.0, 1.0);
  vec3 sky = mix(u_haze, vec3(0.10, 0.22, 0.45), sqrt(height));
  colour = vec4(sqrt(sky), 1.0);
}
)";

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_SHADERS_H_
