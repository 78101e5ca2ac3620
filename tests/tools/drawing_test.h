#ifndef TICKGRAPH_TESTS_TOOLS_DRAWING_TEST_H_
#define TICKGRAPH_TESTS_TOOLS_DRAWING_TEST_H_

#include "gtest/gtest.h"

namespace tickgraph {

/// The base of tests that draw. OpenGL drivers keep what they allocate until the process ends, so a
/// process that has run such a test is not asked for leaks.
class DrawingTest : public testing::Test {
 protected:
  DrawingTest();
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_TOOLS_DRAWING_TEST_H_
