#ifndef TICKGRAPH_TESTS_SUPPORT_SOAK_H_
#define TICKGRAPH_TESTS_SUPPORT_SOAK_H_

namespace tickgraph {

/// How many iterations a soak test does now, where the long form does `full`: full times the
/// factor in the environment variable TICKGRAPH_SOAK, and at least 1. Without the variable the
/// factor is 1/100, so that ordinary runs execute the same code in short. scripts/soak runs all
/// tests whose names contain "Soak" with factor 1:
///   TEST(PlanSoakTest, RandomEdits) {
///     for (int i = 0; i < SoakScale(20000); ++i) …
int SoakScale(int full);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SOAK_H_
