#include "tests/support/awkward_names.h"

namespace tickgraph {

std::vector<std::string> AwkwardNames() {
  using std::string_literals::operator""s;
  return {
      "\\",
      "bar\"",
      "trailing backslash\\",
      "two \"quoted\" words",
      "\\\"",
      "line\nbreak",
      "\n",
      "carriage\rreturn\r\n",
      "tab\tand bell\a",
      "a, b; c",
      "a->b",
      "Space::Class::Tick()",
      "{a|b} <c> [d=e]",
      "\\n is no line break, \\N no name, \\u0041 no letter",
      "&amp; &lt;b&gt;",
      "<b>bold</b>",
      "  spaces  ",
      "// no comment /* none */ # none",
      "\u2192",
      "\U0001F600 emoji",
      "caf\xE9 in Latin-1",
      "\xFF\xFE\x80",
      "cut off \xE2\x86",
      "surrogate \xED\xA0\x80",
      "the escape itself \U0010FEE9",
      "zero \0 byte"s,
      std::string(10'000, 'x'),
      std::string(5'000, '"') + std::string(5'000, '\\'),
      "",
      "equal",
      "equal",
  };
}

}  // namespace tickgraph
