#ifndef TICKGRAPH_MODEL_LINE_READER_H_
#define TICKGRAPH_MODEL_LINE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tickgraph::model {

/// Cuts a text into lines without copying it. A line ends with LF or CRLF; the end of the text ends
/// the last one.
///
///   LineReader lines(text);
///   std::string_view line;
///   while (lines.Next(line)) Read(line, lines.line());
class LineReader {
 public:
  /// `text` must outlive the reader.
  explicit LineReader(std::string_view text) : text_(text) {}

  /// Gives the next line without its end; false where there is none. Linear in the line.
  bool Next(std::string_view& line) {
    if (position_ >= text_.size()) return false;
    const std::size_t end = text_.find('\n', position_);
    line = text_.substr(position_, end == std::string_view::npos ? end : end - position_);
    position_ = end == std::string_view::npos ? text_.size() : end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    return true;
  }

  /// The number of the line that Next gave last, from 1; 0 before the first.
  std::int64_t line() const { return line_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::int64_t line_ = 0;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_LINE_READER_H_
