#ifndef TICKGRAPH_MODEL_DOT_TEXT_H_
#define TICKGRAPH_MODEL_DOT_TEXT_H_

#include <string>
#include <string_view>

namespace tickgraph::model {

/// The text that a label or tooltip shows: `\n`, `\l` and `\r` end a line, `\N` is the id of the
/// node it belongs to, `\\` is one backslash, any other escaped character is itself. Bytes that our
/// own writers escaped (utf8_bytes.h) come back, so names of any bytes survive the round trip.
std::string DecodeDotLabel(std::string_view value, std::string_view id);

/// The text of an HTML label as a label value: backslashes are doubled. `<BR/>` and rows of a table
/// end a line, cells of a table have a blank between them, all other tags are left out, as are
/// blanks at the ends and line breaks of the file. `&lt; &gt; &amp; &quot; &apos; &nbsp;` (a
/// blank),
/// `&#955;` and `&#x3BB;` are characters, other entities stay as they are.
std::string DotHtmlToLabel(std::string_view html);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_TEXT_H_
