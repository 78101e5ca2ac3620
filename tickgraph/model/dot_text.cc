#include "tickgraph/model/dot_text.h"

#include <utility>

#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph::model {

std::string DecodeDotLabel(std::string_view value, std::string_view id) {
  std::string text;
  text.reserve(value.size());
  for (std::size_t index = 0; index < value.size(); ++index) {
    if (value[index] != '\\' || index + 1 == value.size()) {
      text.push_back(value[index]);
      continue;
    }
    const char escaped = value[++index];
    if (escaped == 'n' || escaped == 'l' || escaped == 'r') {
      text.push_back('\n');
    } else if (escaped == 'N') {
      text.append(id);
    } else {
      text.push_back(escaped);
    }
  }
  return BytesFromUtf8(text);
}

std::string DotHtmlToLabel(std::string_view html) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}};
  std::string label;
  label.reserve(html.size());
  bool in_tag = false;
  for (std::size_t index = 0; index < html.size(); ++index) {
    const char c = html[index];
    if (c == '<' || c == '>') {
      in_tag = c == '<';
      continue;
    }
    if (in_tag) continue;
    if (c == '\\') label.push_back('\\');
    char plain = c;
    if (c == '&') {
      for (const auto& [entity, character] : kEntities) {
        if (!html.substr(index).starts_with(entity)) continue;
        plain = character;
        index += entity.size() - 1;
        break;
      }
    }
    label.push_back(plain);
  }
  return label;
}

}  // namespace tickgraph::model
