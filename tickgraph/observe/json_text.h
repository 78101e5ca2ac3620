#ifndef TICKGRAPH_OBSERVE_JSON_TEXT_H_
#define TICKGRAPH_OBSERVE_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace tickgraph {

/// Appends `bytes` as a JSON string with its quotation marks: `"`, `\` and control characters are
/// escaped, bytes that are not UTF-8 as in utf8_bytes.h. A JSON parser followed by BytesFromUtf8
/// gives the same bytes again. Any thread; does not block.
void AppendJsonString(std::string& out, std::string_view bytes);

/// `bytes` as a JSON string with its quotation marks.
std::string JsonString(std::string_view bytes);

/// Appends a number that JSON can hold, with up to 17 digits; infinities and NaN become null.
void AppendJsonNumber(std::string& out, double value);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_JSON_TEXT_H_
