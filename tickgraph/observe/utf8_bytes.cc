#include "tickgraph/observe/utf8_bytes.h"

#include <optional>

namespace tickgraph {
namespace {

constexpr std::size_t kEscapeLength = 4;

unsigned char ByteAt(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

bool IsContinuation(std::string_view text, std::size_t index) {
  return index < text.size() && (ByteAt(text, index) & 0xC0) == 0x80;
}

// U+10FE00 + byte is F4 8F B8…BB 80…BF: the last two bytes carry the escaped one.
std::optional<unsigned char> EscapedByte(std::string_view text) {
  if (text.size() < kEscapeLength || ByteAt(text, 0) != 0xF4 || ByteAt(text, 1) != 0x8F ||
      (ByteAt(text, 2) & 0xFC) != 0xB8 || !IsContinuation(text, 3)) {
    return std::nullopt;
  }
  return static_cast<unsigned char>(((ByteAt(text, 2) & 0x03) << 6) | (ByteAt(text, 3) & 0x3F));
}

}  // namespace

std::size_t Utf8CharacterLength(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned char lead = ByteAt(text, 0);
  if (lead < 0x80) return 1;
  if (!IsContinuation(text, 1)) return 0;
  const unsigned char second = ByteAt(text, 1);
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (!IsContinuation(text, 2)) return 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (!IsContinuation(text, 3)) return 0;
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && second < 0x90;
    const bool beyond_unicode = lead == 0xF4 && second >= 0x90;
    return overlong || beyond_unicode || EscapedByte(text) ? 0 : 4;
  }
  return 0;
}

void AppendByteEscape(std::string& out, unsigned char byte) {
  out.push_back('\xF4');
  out.push_back('\x8F');
  out.push_back(static_cast<char>(0xB8 | (byte >> 6)));
  out.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
}

std::string Utf8FromBytes(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t length = Utf8CharacterLength(bytes);
    if (length == 0) {
      AppendByteEscape(text, ByteAt(bytes, 0));
      bytes.remove_prefix(1);
    } else {
      text.append(bytes.substr(0, length));
      bytes.remove_prefix(length);
    }
  }
  return text;
}

std::string BytesFromUtf8(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  while (!text.empty()) {
    if (const auto byte = EscapedByte(text)) {
      bytes.push_back(static_cast<char>(*byte));
      text.remove_prefix(kEscapeLength);
    } else {
      bytes.push_back(text.front());
      text.remove_prefix(1);
    }
  }
  return bytes;
}

}  // namespace tickgraph
