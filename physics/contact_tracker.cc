#include "tickgraph/physics/contact_tracker.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tickgraph {

bool ContactTracker::IsBefore(const Touch& a, const Touch& b) {
  return std::tie(a.first_sequence, a.second_sequence) <
         std::tie(b.first_sequence, b.second_sequence);
}

void ContactTracker::Update(std::span<const EngineContact> contacts,
                            std::span<const BodyRecord> bodies) {
  std::swap(touches_, previous_);
  touches_.clear();
  events_.clear();
  for (const EngineContact& contact : contacts) {
    const BodyRecord* first = &bodies[contact.first];
    const BodyRecord* second = &bodies[contact.second];
    Vector3 normal = contact.normal;
    if (second->sequence < first->sequence) {
      std::swap(first, second);
      normal = -normal;
    }
    touches_.push_back({first->sequence,
                        second->sequence,
                        {ContactEventKind::kBegin, first->body, second->body, contact.point, normal,
                         contact.impulse}});
  }
  std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) {
    if (IsBefore(a, b) || IsBefore(b, a)) return IsBefore(a, b);
    return a.event.impulse > b.event.impulse;
  });
  touches_.erase(std::unique(touches_.begin(), touches_.end(),
                             [](const Touch& a, const Touch& b) {
                               return !IsBefore(a, b) && !IsBefore(b, a);
                             }),
                 touches_.end());

  auto now = touches_.begin();
  auto before = previous_.begin();
  while (now != touches_.end() || before != previous_.end()) {
    if (before == previous_.end() || (now != touches_.end() && IsBefore(*now, *before))) {
      events_.push_back(now->event);
      ++now;
    } else if (now == touches_.end() || IsBefore(*before, *now)) {
      events_.push_back(before->event);
      events_.back().kind = ContactEventKind::kEnd;
      ++before;
    } else {
      ++now;
      ++before;
    }
  }
}

}  // namespace tickgraph
