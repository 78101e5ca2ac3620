#ifndef TICKGRAPH_MODEL_LOG_PREFIX_H_
#define TICKGRAPH_MODEL_LOG_PREFIX_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace tickgraph::model {

/// What a log writes in front of each of its lines: times, frame numbers, categories. The form is
/// learnt from one line and fits all in which other numbers stand in the same places, however many
/// digits and blanks they have.
///
///   const LogPrefix prefix("[0012.34][252]LogConsoleResponse: Display: ");
///   std::string_view line = "[0013.07][  7]LogConsoleResponse: Display: text";
///   prefix.Strip(line);                                  // true; line is "text"
///   line = "[0013.07][  7]LogNet: Warning: lost";
///   prefix.StripStamp(line);                             // true; line is "LogNet: Warning: lost"
class LogPrefix {
 public:
  LogPrefix() = default;
  /// `example` is the prefix of some line.
  explicit LogPrefix(std::string_view example);

  bool empty() const { return form_.empty(); }

  /// Removes the prefix; false, and nothing is removed, where the line has none. Blanks at the end
  /// of the prefix may be missing at the end of a line. Linear in the prefix.
  bool Strip(std::string_view& line) const { return Strip(form_, line); }

  /// Removes the part up to the last number and its closing bracket: what other messages of the
  /// same log begin with, too. False where the prefix has no number.
  bool StripStamp(std::string_view& line) const {
    return Strip(std::string_view(form_).substr(0, stamp_length_), line);
  }

 private:
  static bool Strip(std::string_view form, std::string_view& line);

  // The example, with one '0' for each number and the blanks in front of it.
  std::string form_;
  std::size_t stamp_length_ = 0;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_LOG_PREFIX_H_
