#ifndef TICKGRAPH_MODEL_DOT_TEXT_H_
#define TICKGRAPH_MODEL_DOT_TEXT_H_

#include <string>
#include <string_view>

namespace tickgraph::model {

/// The text that a label or tooltip shows: `\n`, `\l` and `\r` end a line, `\N` is the id of the
/// node it belongs to, `\\` is one backslash, any other escaped character is itself. Bytes that our
/// own writers escaped (utf8_bytes.h) come back, so names of any bytes survive the round trip.
std::string DecodeDotLabel(std::string_view value, std::string_view id);

/// The text of an HTML label without its tags, as a label value: backslashes are doubled.
std::string DotHtmlToLabel(std::string_view html);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_TEXT_H_
