#ifndef TICKGRAPH_PHYSICS_VECTOR3_H_
#define TICKGRAPH_PHYSICS_VECTOR3_H_

#include <cmath>

namespace tickgraph {

/// Three coordinates: a position in metres, a velocity in metres a second, an impulse in newton
/// seconds. Right-handed. Doubles hold every float of the engine exactly, so that equal bits of the
/// engine are equal bits here.
struct Vector3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend constexpr bool operator==(const Vector3&, const Vector3&) = default;

  constexpr Vector3& operator+=(const Vector3& other) {
    x += other.x;
    y += other.y;
    z += other.z;
    return *this;
  }
  constexpr Vector3& operator-=(const Vector3& other) {
    x -= other.x;
    y -= other.y;
    z -= other.z;
    return *this;
  }
  constexpr Vector3& operator*=(double factor) {
    x *= factor;
    y *= factor;
    z *= factor;
    return *this;
  }
};

constexpr Vector3 operator+(Vector3 a, const Vector3& b) { return a += b; }
constexpr Vector3 operator-(Vector3 a, const Vector3& b) { return a -= b; }
constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vector3 operator*(Vector3 a, double factor) { return a *= factor; }
constexpr Vector3 operator*(double factor, Vector3 a) { return a *= factor; }

constexpr double Dot(const Vector3& a, const Vector3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

constexpr Vector3 Cross(const Vector3& a, const Vector3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline double Length(const Vector3& a) { return std::sqrt(Dot(a, a)); }

inline bool IsFinite(const Vector3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_VECTOR3_H_
