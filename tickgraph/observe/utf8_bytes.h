#ifndef TICKGRAPH_OBSERVE_UTF8_BYTES_H_
#define TICKGRAPH_OBSERVE_UTF8_BYTES_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace tickgraph {

/// Names may hold any bytes, text formats want UTF-8. This pair goes there and back without loss:
///
///   std::string text = Utf8FromBytes("caf\xE9");     // "caf" and U+10FEE9
///   std::string name = BytesFromUtf8(text);          // "caf\xE9" again
///
/// Rules
/// - Well-formed UTF-8 stays as it is.
/// - Every other byte B becomes the one character U+10FE00 + B. These characters are for private
///   use, are valid in JSON, XML and DOT, and are shown as a box.
/// - A name that holds one of these characters itself has its four bytes escaped one by one, so
///   BytesFromUtf8(Utf8FromBytes(x)) == x for every x.
///
/// Any thread; do not block; linear in the text.
std::string Utf8FromBytes(std::string_view bytes);

/// The inverse of Utf8FromBytes. Text that has no escapes comes back unchanged.
std::string BytesFromUtf8(std::string_view text);

/// Appends the escape of one byte, for formats that cannot hold some valid characters either.
void AppendByteEscape(std::string& out, unsigned char byte);

/// Bytes of the well-formed UTF-8 character that `text` begins with, 1 … 4; 0 where it begins with
/// something else or is empty. Surrogates, overlong forms and escapes of bytes are not well-formed.
std::size_t Utf8CharacterLength(std::string_view text);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_UTF8_BYTES_H_
