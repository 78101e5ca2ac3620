#ifndef TICKGRAPH_TESTS_MODEL_SAME_SCHEDULE_H_
#define TICKGRAPH_TESTS_MODEL_SAME_SCHEDULE_H_

#include <string>

#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// What a round trip through a format keeps.
struct KeptByFormat {
  bool source_ids = true;
  bool declared_totals = true;
  bool published_bounds = true;
};

/// The first thing in which two schedules differ, as text; empty where they are the same. Lines of
/// the files, the format, the name of the file and warnings are not compared.
std::string DifferenceOf(const Schedule& a, const Schedule& b, const KeptByFormat& kept = {});

}  // namespace tickgraph::model

#endif  // TICKGRAPH_TESTS_MODEL_SAME_SCHEDULE_H_
