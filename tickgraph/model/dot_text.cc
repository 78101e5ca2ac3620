#include "tickgraph/model/dot_text.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "tickgraph/observe/utf8_bytes.h"

namespace tickgraph::model {
namespace {

// Appends the UTF-8 of a character; false where there is no such character.
bool AppendUtf8(std::uint32_t character, std::string& text) {
  const auto byte = [&text](std::uint32_t value) { text.push_back(static_cast<char>(value)); };
  const auto tail = [&](int shift) { byte(0x80 | ((character >> shift) & 0x3F)); };
  if (character == 0 || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) {
    return false;
  }
  if (character < 0x80) {
    byte(character);
  } else if (character < 0x800) {
    byte(0xC0 | (character >> 6));
    tail(0);
  } else if (character < 0x10000) {
    byte(0xE0 | (character >> 12));
    tail(6);
    tail(0);
  } else {
    byte(0xF0 | (character >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

// The text of an entity without its '&' and ';', "lt", "#955" or "#x3BB"; empty where it is none
// of those that are known.
std::string EntityText(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kNamed[] = {
      {"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", " "}};
  for (const auto& [known, text] : kNamed) {
    if (known == name) return std::string(text);
  }
  std::string text;
  if (!name.starts_with('#')) return text;
  name.remove_prefix(1);
  const bool is_hexadecimal = name.starts_with('x') || name.starts_with('X');
  if (is_hexadecimal) name.remove_prefix(1);
  std::uint32_t character = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, character, is_hexadecimal ? 16 : 10);
  if (error == std::errc() && rest == end) AppendUtf8(character, text);
  return text;
}

// The name of a tag in small letters, "br" of "<BR ALIGN='LEFT'/>".
std::string TagName(std::string_view tag) {
  std::string name;
  for (const char c : tag.substr(1)) {
    if (!absl::ascii_isalpha(static_cast<unsigned char>(c))) break;
    name.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

// Collects the text of an HTML label. What divides it is written between texts only.
class HtmlText {
 public:
  void Add(std::string_view text) {
    for (const char c : text) {
      // As in Graphviz: line breaks of the file are none of the label.
      if (static_cast<unsigned char>(c) < ' ') continue;
      if (c == ' ' && (label_.empty() || !between_.empty())) continue;
      if (!label_.empty()) label_ += between_;
      between_.clear();
      if (c == '\\') label_.push_back('\\');
      label_.push_back(c);
    }
  }

  // Of a text that begins with '&'; gives how much of it was read.
  std::size_t AddEntity(std::string_view text) {
    constexpr std::size_t kLongest = 10;
    const std::size_t end = text.substr(0, kLongest + 1).find(';');
    const std::string decoded =
        end == std::string_view::npos ? std::string() : EntityText(text.substr(1, end - 1));
    Add(decoded.empty() ? text.substr(0, 1) : std::string_view(decoded));
    return decoded.empty() ? 1 : end + 1;
  }

  void AddTag(std::string_view tag) {
    const std::string name = TagName(tag);
    const bool ends_line = name == "br" || name == "tr" || name == "hr";
    if (!ends_line && name != "td") return;
    StripBlanks();
    if (ends_line || between_.empty()) between_ = ends_line ? "\\n" : " ";
  }

  std::string Take() {
    StripBlanks();
    return std::move(label_);
  }

 private:
  void StripBlanks() {
    while (label_.ends_with(' ')) label_.pop_back();
  }

  std::string label_;
  // A line break or a blank, until text follows.
  std::string between_;
};

}  // namespace

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
  HtmlText text;
  for (std::size_t index = 0; index < html.size();) {
    const std::string_view rest = html.substr(index);
    std::size_t length = 1;
    if (rest.front() == '<') {
      const std::size_t end = rest.find('>');
      length = end == std::string_view::npos ? rest.size() : end + 1;
      text.AddTag(rest.substr(0, length));
    } else if (rest.front() == '&') {
      length = text.AddEntity(rest);
    } else {
      text.Add(rest.substr(0, 1));
    }
    index += length;
  }
  return text.Take();
}

}  // namespace tickgraph::model
