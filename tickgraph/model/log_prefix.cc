#include "tickgraph/model/log_prefix.h"

#include "absl/strings/ascii.h"

namespace tickgraph::model {
namespace {

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

// Takes a number and the blanks in front of it away; false where there is none.
bool TakeNumber(std::string_view& text) {
  std::size_t begin = 0;
  while (begin < text.size() && text[begin] == ' ') ++begin;
  std::size_t end = begin;
  while (end < text.size() && IsDigit(text[end])) ++end;
  if (end == begin) return false;
  text.remove_prefix(end);
  return true;
}

}  // namespace

LogPrefix::LogPrefix(std::string_view example) {
  bool is_stamp = false;
  while (!example.empty()) {
    if (TakeNumber(example)) {
      form_.push_back('0');
      is_stamp = true;
    } else {
      const auto c = static_cast<unsigned char>(example.front());
      is_stamp = is_stamp && absl::ascii_ispunct(c);
      form_.push_back(example.front());
      example.remove_prefix(1);
    }
    if (is_stamp) stamp_length_ = form_.size();
  }
}

bool LogPrefix::Strip(std::string_view form, std::string_view& line) {
  if (form.empty()) return false;
  std::string_view rest = line;
  for (std::size_t index = 0; index < form.size(); ++index) {
    if (form[index] == '0') {
      if (!TakeNumber(rest)) return false;
    } else if (rest.empty()) {
      if (form.find_first_not_of(' ', index) != std::string_view::npos) return false;
      break;
    } else if (rest.front() == form[index]) {
      rest.remove_prefix(1);
    } else {
      return false;
    }
  }
  line = rest;
  return true;
}

}  // namespace tickgraph::model
