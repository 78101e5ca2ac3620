#include "tickgraph/quoted_name.h"

#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph {

std::string QuotedName(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  if (name.size() <= kLongest) {
    return absl::StrCat("\"", absl::Utf8SafeCHexEscape(ToAbsl(name)), "\"");
  }
  std::size_t cut = kLongest;
  // Not in the middle of a UTF-8 sequence.
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80) --cut;
  return absl::StrCat("\"", absl::Utf8SafeCHexEscape(ToAbsl(name.substr(0, cut))), "…\" (",
                      name.size(), " bytes)");
}

}  // namespace tickgraph
