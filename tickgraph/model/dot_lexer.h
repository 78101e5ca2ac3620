#ifndef TICKGRAPH_MODEL_DOT_LEXER_H_
#define TICKGRAPH_MODEL_DOT_LEXER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tickgraph::model {

enum class DotToken : std::uint8_t {
  kEnd,
  /// A character or string that is not DOT; `text` says why.
  kBad,
  kId,
  kHtml,
  kStrict,
  kGraph,
  kDigraph,
  kNode,
  kEdge,
  kSubgraph,
  kLeftBrace,
  kRightBrace,
  kLeftBracket,
  kRightBracket,
  kEquals,
  kSemicolon,
  kComma,
  kColon,
  kArrow,
  kLine,
};

struct DotLexeme {
  DotToken token = DotToken::kEnd;
  /// The value of an id: quotation marks, `\"` and line continuations are resolved, all other
  /// backslashes are kept, as Graphviz does. HTML ids are without their outer brackets.
  std::string text;
  std::int64_t line = 1;
};

/// Cuts Graphviz DOT text into tokens: names, numbers, quoted strings (also "a" + "b"), HTML
/// strings, keywords in any case, three kinds of comments.
///
///   DotLexer lexer(text);
///   while (lexer.current().token != DotToken::kEnd) { …; lexer.Advance(); }
///
/// Bytes that mean nothing come as one kBad token each run, so that a reader may go on.
class DotLexer {
 public:
  /// `text` must outlive the lexer.
  explicit DotLexer(std::string_view text) : text_(text) { Advance(); }

  const DotLexeme& current() const { return current_; }
  /// The value of the current token, moved out.
  std::string TakeText() { return static_cast<std::string&&>(current_.text); }

  void Advance();

 private:
  void Scan();
  void SkipBlanks();
  bool ScanQuoted();
  void ScanQuotedParts();
  void ScanHtml();
  void ScanNumber();
  void ScanName();
  void ScanBad();
  void Bad(std::string reason);
  char Peek(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::int64_t line_ = 1;
  std::string pending_reason_;
  DotLexeme current_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_LEXER_H_
