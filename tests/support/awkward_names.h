#ifndef TICKGRAPH_TESTS_SUPPORT_AWKWARD_NAMES_H_
#define TICKGRAPH_TESTS_SUPPORT_AWKWARD_NAMES_H_

#include <string>
#include <vector>

namespace tickgraph {

/// Names that broke somebody's export once (rule F5, case-U1): quotation marks, backslashes also
/// at the end, line breaks, commas, arrows, text that looks like an escape, bytes that are not
/// UTF-8, a zero byte, 10,000 characters, the empty name, and two equal ones.
std::vector<std::string> AwkwardNames();

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_AWKWARD_NAMES_H_
