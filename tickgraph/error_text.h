#ifndef TICKGRAPH_ERROR_TEXT_H_
#define TICKGRAPH_ERROR_TEXT_H_

#include <functional>
#include <string>

#include "tickgraph/tick_error.h"

namespace tickgraph {

/// Makes the text of an error: who, what, where, and the way out. `name_of` gives the name of a
/// card. A long cycle is cut in the middle; a text has at most 20 lines.
std::string ErrorText(const TickError& error,
                      const std::function<std::string(TickHandle)>& name_of);

}  // namespace tickgraph

#endif  // TICKGRAPH_ERROR_TEXT_H_
