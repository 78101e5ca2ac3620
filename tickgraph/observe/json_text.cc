#include "tickgraph/observe/json_text.h"

#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph {
namespace {

void AppendAscii(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      if (static_cast<unsigned char>(c) < 0x20) {
        absl::StrAppendFormat(&out, "\\u%04x", static_cast<unsigned>(c));
      } else {
        out.push_back(c);
      }
  }
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view bytes) {
  out.push_back('"');
  while (!bytes.empty()) {
    const std::size_t length = Utf8CharacterLength(bytes);
    if (length == 1) {
      AppendAscii(out, bytes.front());
    } else if (length == 0) {
      AppendByteEscape(out, static_cast<unsigned char>(bytes.front()));
    } else {
      out.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  out.push_back('"');
}

std::string JsonString(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + 2);
  AppendJsonString(text, bytes);
  return text;
}

void AppendJsonNumber(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  const std::string short_form = absl::StrFormat("%.15g", value);
  double parsed = 0;
  static_cast<void>(absl::SimpleAtod(short_form, &parsed));
  out += parsed == value ? short_form : absl::StrFormat("%.17g", value);
}

}  // namespace tickgraph
