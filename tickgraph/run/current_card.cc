#include "tickgraph/run/current_card.h"

namespace tickgraph {

constinit thread_local const CurrentCard* CurrentCard::top_ = nullptr;

}  // namespace tickgraph
