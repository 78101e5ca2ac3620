#include "tickgraph/model/dot_lexer.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {
namespace {

bool StartsName(char c) {
  return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

DotToken Keyword(std::string_view name) {
  constexpr std::pair<std::string_view, DotToken> kKeywords[] = {
      {"strict", DotToken::kStrict}, {"graph", DotToken::kGraph}, {"digraph", DotToken::kDigraph},
      {"node", DotToken::kNode},     {"edge", DotToken::kEdge},   {"subgraph", DotToken::kSubgraph},
  };
  for (const auto& [keyword, token] : kKeywords) {
    if (absl::EqualsIgnoreCase(ToAbsl(keyword), ToAbsl(name))) return token;
  }
  return DotToken::kId;
}

DotToken Punctuation(char c) {
  switch (c) {
    case '{':
      return DotToken::kLeftBrace;
    case '}':
      return DotToken::kRightBrace;
    case '[':
      return DotToken::kLeftBracket;
    case ']':
      return DotToken::kRightBracket;
    case '=':
      return DotToken::kEquals;
    case ';':
      return DotToken::kSemicolon;
    case ',':
      return DotToken::kComma;
    case ':':
      return DotToken::kColon;
    default:
      return DotToken::kBad;
  }
}

}  // namespace

void DotLexer::Advance() {
  current_.text.clear();
  if (!pending_reason_.empty()) {
    current_ = {DotToken::kBad, std::exchange(pending_reason_, {}), line_};
    return;
  }
  SkipBlanks();
  if (!pending_reason_.empty()) {
    current_ = {DotToken::kBad, std::exchange(pending_reason_, {}), line_};
    return;
  }
  current_.line = line_;
  if (position_ >= text_.size()) {
    current_.token = DotToken::kEnd;
    return;
  }
  Scan();
}

void DotLexer::Scan() {
  const char c = Peek();
  if (c == '"') return ScanQuotedParts();
  if (c == '<') return ScanHtml();
  if (c == '-' && (Peek(1) == '>' || Peek(1) == '-')) {
    current_.token = Peek(1) == '>' ? DotToken::kArrow : DotToken::kLine;
    position_ += 2;
    return;
  }
  const bool fraction = c == '.' && IsDigit(Peek(1));
  const bool negative = c == '-' && (IsDigit(Peek(1)) || (Peek(1) == '.' && IsDigit(Peek(2))));
  if (IsDigit(c) || fraction || negative) return ScanNumber();
  if (StartsName(c)) return ScanName();
  if (const DotToken token = Punctuation(c); token != DotToken::kBad) {
    current_.token = token;
    ++position_;
    return;
  }
  ScanBad();
}

void DotLexer::SkipBlanks() {
  while (position_ < text_.size()) {
    const char c = Peek();
    if (c == '\n') {
      ++line_;
      ++position_;
    } else if (absl::ascii_isspace(static_cast<unsigned char>(c))) {
      ++position_;
    } else if ((c == '#' && (position_ == 0 || text_[position_ - 1] == '\n')) ||
               (c == '/' && Peek(1) == '/')) {
      while (position_ < text_.size() && Peek() != '\n') ++position_;
    } else if (c == '/' && Peek(1) == '*') {
      const std::int64_t begin = line_;
      position_ += 2;
      while (position_ < text_.size() && !(Peek() == '*' && Peek(1) == '/')) {
        if (Peek() == '\n') ++line_;
        ++position_;
      }
      if (position_ >= text_.size()) {
        pending_reason_ = absl::StrCat("the comment that begins on line ", begin, " has no end");
        return;
      }
      position_ += 2;
    } else {
      return;
    }
  }
}

bool DotLexer::ScanQuoted() {
  ++position_;
  while (position_ < text_.size()) {
    const std::size_t plain = position_;
    while (position_ < text_.size() && Peek() != '"' && Peek() != '\\') {
      if (Peek() == '\n') ++line_;
      ++position_;
    }
    current_.text.append(text_.substr(plain, position_ - plain));
    if (position_ >= text_.size()) break;
    if (Peek() == '"') {
      ++position_;
      return true;
    }
    const char next = Peek(1);
    if (next == '"') {
      current_.text.push_back('"');
      position_ += 2;
    } else if (next == '\n' || (next == '\r' && Peek(2) == '\n')) {
      position_ += next == '\n' ? 2 : 3;
      ++line_;
    } else if (next == '\\') {
      current_.text.append("\\\\");
      position_ += 2;
    } else {
      current_.text.push_back('\\');
      ++position_;
    }
  }
  Bad(absl::StrCat("the string that begins on line ", current_.line, " has no end"));
  return false;
}

void DotLexer::ScanQuotedParts() {
  current_.token = DotToken::kId;
  if (!ScanQuoted()) return;
  while (true) {
    const std::size_t position = position_;
    const std::int64_t line = line_;
    SkipBlanks();
    if (!pending_reason_.empty()) return;
    if (Peek() != '+') {
      position_ = position;
      line_ = line;
      return;
    }
    ++position_;
    SkipBlanks();
    if (Peek() != '"') return Bad("'+' joins two quoted strings, but no string follows");
    if (!ScanQuoted()) return;
  }
}

void DotLexer::ScanHtml() {
  const std::size_t begin = position_ + 1;
  std::int64_t depth = 0;
  for (; position_ < text_.size(); ++position_) {
    const char c = Peek();
    if (c == '\n') ++line_;
    if (c == '<') ++depth;
    if (c == '>' && --depth == 0) {
      current_.token = DotToken::kHtml;
      current_.text.assign(text_.substr(begin, position_ - begin));
      ++position_;
      return;
    }
  }
  Bad(absl::StrCat("the HTML string that begins on line ", current_.line, " has no end"));
}

void DotLexer::ScanNumber() {
  const std::size_t begin = position_;
  if (Peek() == '-') ++position_;
  while (IsDigit(Peek())) ++position_;
  if (Peek() == '.') {
    ++position_;
    while (IsDigit(Peek())) ++position_;
  }
  const bool runs_into_name = StartsName(Peek());
  while (runs_into_name && (StartsName(Peek()) || IsDigit(Peek()))) ++position_;
  const std::string_view number = text_.substr(begin, position_ - begin);
  if (runs_into_name) {
    return Bad(absl::StrCat(QuotedName(number), " is neither a name nor a number; quote it"));
  }
  current_.token = DotToken::kId;
  current_.text.assign(number);
}

void DotLexer::ScanName() {
  const std::size_t begin = position_;
  while (position_ < text_.size() && (StartsName(Peek()) || IsDigit(Peek()))) ++position_;
  const std::string_view name = text_.substr(begin, position_ - begin);
  current_.token = Keyword(name);
  current_.text.assign(name);
}

void DotLexer::ScanBad() {
  const std::size_t begin = position_;
  while (position_ < text_.size()) {
    const char c = Peek();
    if (absl::ascii_isspace(static_cast<unsigned char>(c)) || StartsName(c) || IsDigit(c) ||
        c == '"' || c == '<' || c == '/' || Punctuation(c) != DotToken::kBad) {
      break;
    }
    if (c == '-' && position_ > begin) break;
    ++position_;
  }
  if (position_ == begin) ++position_;
  const std::size_t shown = position_ - begin < 16 ? position_ - begin : 16;
  std::string hex;
  for (const char c : text_.substr(begin, shown)) {
    const auto byte = static_cast<unsigned char>(c);
    absl::StrAppend(&hex, hex.empty() ? "" : " ", absl::Hex(byte, absl::kZeroPad2));
  }
  Bad(absl::StrCat(position_ - begin, " byte(s) that are not DOT: ", hex));
}

void DotLexer::Bad(std::string reason) {
  current_.token = DotToken::kBad;
  current_.text = std::move(reason);
}

}  // namespace tickgraph::model
