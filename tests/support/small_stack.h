#ifndef TICKGRAPH_TESTS_SUPPORT_SMALL_STACK_H_
#define TICKGRAPH_TESTS_SUPPORT_SMALL_STACK_H_

#include <functional>

namespace tickgraph {

/// Runs `work` on a thread with a stack of 256 KiB and waits for it (rule P6): recursion that is as
/// deep as the input ends the program here.
void RunOnSmallStack(const std::function<void()>& work);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SMALL_STACK_H_
