#include "tests/tools/drawing_test.h"

namespace tickgraph {
namespace {

bool drew_in_this_process = false;

}  // namespace

DrawingTest::DrawingTest() { drew_in_this_process = true; }

}  // namespace tickgraph

// Known to the leak checker by this name.
extern "C" int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() { return tickgraph::drew_in_this_process ? 1 : 0; }
