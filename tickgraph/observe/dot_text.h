#ifndef TICKGRAPH_OBSERVE_DOT_TEXT_H_
#define TICKGRAPH_OBSERVE_DOT_TEXT_H_

#include <string>
#include <string_view>

namespace tickgraph {

/// `bytes` as a quoted Graphviz string for labels, tooltips and other attributes in which Graphviz
/// reads backslash sequences: `"` becomes `\"`, a backslash two, a line break `\n`. Bytes that are
/// not UTF-8, and control characters but tab and line break, are escaped as in utf8_bytes.h.
/// Also good for ids, where a doubled backslash stays two. Any thread; does not block.
std::string DotString(std::string_view bytes);

/// The bytes behind the value of a label: the inverse of DotString for a string without its
/// quotation marks in which `\"` is resolved already, as a DOT parser gives it.
std::string BytesFromDotLabel(std::string_view label);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_DOT_TEXT_H_
