#ifndef TICKGRAPH_PHYSICS_CONTACT_EVENT_H_
#define TICKGRAPH_PHYSICS_CONTACT_EVENT_H_

#include <cstdint>

#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

enum class ContactEventKind : std::uint8_t {
  kBegin,  ///< the two bodies touch now and did not at the last publish
  kEnd,    ///< they touched at the last publish and do not now; a body may be gone by now
};

/// Two bodies began or ceased to touch.
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::kBegin;
  BodyHandle first = {};   ///< the one that was added earlier
  BodyHandle second = {};  ///< the one that was added later
  Vector3 point = {};      ///< metres, on the surface of `second`; for kEnd the last known
  Vector3 normal = {};     ///< length 1, from `first` towards `second`
  double impulse = 0.0;    ///< newton seconds along the normal, in the last step of the frame
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_CONTACT_EVENT_H_
