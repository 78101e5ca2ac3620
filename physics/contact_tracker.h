#ifndef TICKGRAPH_PHYSICS_CONTACT_TRACKER_H_
#define TICKGRAPH_PHYSICS_CONTACT_TRACKER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/physics/body_table.h"
#include "tickgraph/physics/contact_event.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

/// A touching pair as a backend reports it, in body numbers.
struct EngineContact {
  std::size_t first = 0;
  std::size_t second = 0;
  Vector3 point = {};   ///< metres, on the surface of `second`
  Vector3 normal = {};  ///< length 1, from `first` towards `second`
  double impulse = 0.0;
};

/// Finds out which contacts began and which ended from one step to the next. Not for users.
///
/// Rules: events come sorted by (age of the first body, age of the second), an end before the
/// begins of the same pair; several contacts of a pair count as one, the strongest. Steady frames
/// allocate nothing.
class ContactTracker {
 public:
  /// Takes the pairs that touch now; computes events(). O(contacts · log contacts).
  void Update(std::span<const EngineContact> contacts, std::span<const BodyRecord> bodies);

  /// What changed at the last update.
  std::span<const ContactEvent> events() const { return events_; }

 private:
  struct Touch {
    std::uint64_t first_sequence = 0;
    std::uint64_t second_sequence = 0;
    ContactEvent event;
  };

  static bool IsBefore(const Touch& a, const Touch& b);

  std::vector<Touch> touches_;
  std::vector<Touch> previous_;
  std::vector<ContactEvent> events_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_CONTACT_TRACKER_H_
