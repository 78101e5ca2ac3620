#include "tickgraph/observe/dot_text.h"

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
    default:
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
        AppendByteEscape(out, static_cast<unsigned char>(c));
      } else {
        out.push_back(c);
      }
  }
}

}  // namespace

std::string DotString(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + 2);
  text.push_back('"');
  while (!bytes.empty()) {
    const std::size_t length = Utf8CharacterLength(bytes);
    if (length == 1) {
      AppendAscii(text, bytes.front());
    } else if (length == 0) {
      AppendByteEscape(text, static_cast<unsigned char>(bytes.front()));
    } else {
      text.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  text.push_back('"');
  return text;
}

std::string BytesFromDotLabel(std::string_view label) {
  std::string text;
  text.reserve(label.size());
  for (std::size_t index = 0; index < label.size(); ++index) {
    const char c = label[index];
    if (c != '\\' || index + 1 == label.size()) {
      text.push_back(c);
      continue;
    }
    const char next = label[++index];
    const bool line_end = next == 'n' || next == 'l' || next == 'r';
    text.push_back(line_end ? '\n' : next);
  }
  return BytesFromUtf8(text);
}

}  // namespace tickgraph
