#ifndef TICKGRAPH_TESTS_MODEL_CHECK_READING_H_
#define TICKGRAPH_TESTS_MODEL_CHECK_READING_H_

#include <string>
#include <string_view>

#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads any text as `format` and says which promise of the readers is broken; empty where all are
/// kept:
/// - an error names the file; reading strictly and leniently gives the same where the first works;
/// - leniently, what could not be read is a finding;
/// - what was read is the same after it was written and read again, as JSON and as DOT;
/// - counts and the critical path can be taken of it.
std::string CheckReading(ScheduleFormat format, std::string_view text);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_TESTS_MODEL_CHECK_READING_H_
