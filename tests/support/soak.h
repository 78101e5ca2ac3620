#ifndef TICKGRAPH_TESTS_SUPPORT_SOAK_H_
#define TICKGRAPH_TESTS_SUPPORT_SOAK_H_

#include <cstdint>

namespace tickgraph {

/// How many iterations a soak test does now, where the long form does `full`: full times the
/// factor in the environment variable TICKGRAPH_SOAK, and at least 1. Without the variable the
/// factor is 1/100, so that ordinary runs execute the same code in short. scripts/soak runs all
/// tests whose names contain "Soak" with factor 1:
///   TEST(PlanSoakTest, RandomEdits) {
///     for (int i = 0; i < SoakScale(20000); ++i) …
int SoakScale(int full);

/// The first seed of random tests, from the environment variable TICKGRAPH_SOAK_SEED; 0 without it.
/// A scripts/soak that runs for a time gives each of its rounds another one.
std::uint32_t SoakSeed();

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SOAK_H_
