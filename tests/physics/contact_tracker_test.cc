#include "tickgraph/physics/contact_tracker.h"

#include <gtest/gtest.h>

#include <vector>

namespace tickgraph {
namespace {

std::vector<BodyRecord> Bodies(int count) {
  std::vector<BodyRecord> records;
  for (int i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    records.push_back({.body = {number, 1}, .sequence = number});
  }
  return records;
}

std::vector<EngineContact> Pairs(std::vector<std::pair<int, int>> pairs) {
  std::vector<EngineContact> contacts;
  for (const auto& [first, second] : pairs) {
    contacts.push_back({.first = static_cast<std::size_t>(first),
                        .second = static_cast<std::size_t>(second),
                        .normal = {0, 1, 0}});
  }
  return contacts;
}

TEST(ContactTrackerTest, AContactBeginsOnceAndEndsOnce) {
  const auto bodies = Bodies(3);
  ContactTracker tracker;
  tracker.Update(Pairs({{0, 1}}), bodies);
  ASSERT_EQ(tracker.events().size(), 1u);
  EXPECT_EQ(tracker.events()[0].kind, ContactEventKind::kBegin);
  tracker.Update(Pairs({{0, 1}}), bodies);
  EXPECT_TRUE(tracker.events().empty());
  tracker.Update({}, bodies);
  ASSERT_EQ(tracker.events().size(), 1u);
  EXPECT_EQ(tracker.events()[0].kind, ContactEventKind::kEnd);
  EXPECT_EQ(tracker.events()[0].first, bodies[0].body);
  EXPECT_EQ(tracker.events()[0].second, bodies[1].body);
}

// rule PH-7: the engine's order of pairs does not show.
TEST(ContactTrackerTest, EventsAreSortedByTheAgeOfTheBodies) {
  const auto bodies = Bodies(4);
  ContactTracker tracker;
  tracker.Update(Pairs({{3, 2}, {1, 0}, {0, 3}}), bodies);
  ASSERT_EQ(tracker.events().size(), 3u);
  EXPECT_EQ(tracker.events()[0].second, bodies[1].body);
  EXPECT_EQ(tracker.events()[1].second, bodies[3].body);
  EXPECT_EQ(tracker.events()[2].first, bodies[2].body);
  // Swapped pairs have their normal turned round.
  EXPECT_EQ(tracker.events()[0].normal, Vector3({0, -1, 0}));
  EXPECT_EQ(tracker.events()[1].normal, Vector3({0, 1, 0}));
}

TEST(ContactTrackerTest, SeveralContactsOfAPairAreOneTheStrongest) {
  const auto bodies = Bodies(2);
  auto contacts = Pairs({{0, 1}, {1, 0}, {0, 1}});
  contacts[1].impulse = 3.0;
  ContactTracker tracker;
  tracker.Update(contacts, bodies);
  ASSERT_EQ(tracker.events().size(), 1u);
  EXPECT_EQ(tracker.events()[0].impulse, 3.0);
}

TEST(ContactTrackerTest, ABodyThatGoesEndsItsContacts) {
  auto bodies = Bodies(3);
  const BodyHandle gone = bodies[0].body;
  ContactTracker tracker;
  tracker.Update(Pairs({{0, 1}, {1, 2}}), bodies);
  bodies[0] = bodies[2];  // as BodyTable::Remove does
  bodies.pop_back();
  tracker.Update(Pairs({{0, 1}}), bodies);
  ASSERT_EQ(tracker.events().size(), 1u);
  EXPECT_EQ(tracker.events()[0].kind, ContactEventKind::kEnd);
  EXPECT_EQ(tracker.events()[0].first, gone);
}

}  // namespace
}  // namespace tickgraph
