#include "tickgraph/world/object_record.h"

#include "tickgraph/world/object_order.h"

namespace tickgraph {

ObjectRecord::ObjectRecord() = default;

ObjectRecord::~ObjectRecord() = default;

}  // namespace tickgraph
