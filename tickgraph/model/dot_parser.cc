#include "tickgraph/model/dot_parser.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/dot_graph_builder.h"
#include "tickgraph/model/dot_lexer.h"
#include "tickgraph/model/dot_text.h"

namespace tickgraph::model {
namespace {

constexpr std::uint32_t kNone = DotGraphBuilder::kNone;
// Open braces cost memory, and a file may be nothing else.
constexpr std::size_t kMostOpenBraces = 4'000'000;

class DotParser {
 public:
  DotParser(std::string_view text, std::int64_t most_edges, ReadProblems& problems)
      : lexer_(text),
        problems_(problems),
        builder_(most_edges, 4 * most_edges + static_cast<std::int64_t>(text.size()), problems) {}

  absl::Status Parse();
  DotGraph TakeGraph() { return builder_.TakeGraph(); }

 private:
  // An open pair of braces and the statement that is being read in it.
  struct Frame {
    enum class Expect : std::uint8_t { kStatement, kArrowOrEnd, kOperand };
    Expect expect = Expect::kStatement;
    std::uint32_t innermost_cluster = kNone;
    std::uint32_t own_cluster = kNone;
    DotGraphBuilder::Scope scope;
    std::int64_t line = 0;
    std::int64_t statement_line = 0;
    std::vector<DotOperand> operands;
  };

  DotToken token() const { return lexer_.current().token; }
  std::int64_t line() const { return lexer_.current().line; }
  bool AtId() const { return token() == DotToken::kId || token() == DotToken::kHtml; }

  absl::Status ParseHeader();
  absl::Status ParseStatement();
  absl::Status ParseArrowOrEnd();
  absl::Status ParseOperand();
  absl::Status ParseDefaults();
  absl::Status ParseIdStatement();
  absl::Status ParseNodeOperand(std::string id);
  absl::Status ParseAttributes(DotAttributes& into);
  absl::Status ParseAttribute(DotAttributes& into);
  absl::Status OpenSubgraph();
  absl::Status CloseFrame();
  absl::Status FinishStatement(const DotAttributes* attributes);
  absl::Status ParseTrailer();
  absl::Status Unexpected(std::string_view wanted);

  void SetGraphAttribute(const DotAttributes& attributes);

  DotLexer lexer_;
  ReadProblems& problems_;
  DotGraphBuilder builder_;
  bool directed_ = true;

  std::vector<Frame> frames_;
};

absl::Status DotParser::Parse() {
  if (absl::Status status = ParseHeader(); !status.ok()) return status;
  while (!frames_.empty()) {
    if (token() == DotToken::kBad) {
      if (absl::Status status = problems_.Report(line(), lexer_.TakeText()); !status.ok()) {
        return status;
      }
      lexer_.Advance();
      continue;
    }
    absl::Status status;
    switch (frames_.back().expect) {
      case Frame::Expect::kStatement:
        status = ParseStatement();
        break;
      case Frame::Expect::kArrowOrEnd:
        status = ParseArrowOrEnd();
        break;
      case Frame::Expect::kOperand:
        status = ParseOperand();
        break;
    }
    if (!status.ok()) return status;
  }
  return ParseTrailer();
}

absl::Status DotParser::ParseHeader() {
  if (token() == DotToken::kStrict) {
    builder_.KeepEdgesOnce();
    lexer_.Advance();
  }
  if (token() != DotToken::kDigraph && token() != DotToken::kGraph) {
    return problems_.Fatal(line(), "a DOT file begins with 'digraph'");
  }
  directed_ = token() == DotToken::kDigraph;
  if (!directed_) {
    absl::Status status =
        problems_.Report(line(), "an undirected graph has no order; write 'digraph' and '->'");
    if (!status.ok()) return status;
  }
  lexer_.Advance();
  if (AtId()) lexer_.Advance();
  if (token() != DotToken::kLeftBrace) {
    return problems_.Fatal(line(), "expected '{' after the name of the graph");
  }
  frames_.push_back({});
  frames_.back().line = line();
  lexer_.Advance();
  return absl::OkStatus();
}

absl::Status DotParser::ParseStatement() {
  Frame& frame = frames_.back();
  frame.statement_line = line();
  switch (token()) {
    case DotToken::kSemicolon:
      lexer_.Advance();
      return absl::OkStatus();
    case DotToken::kComma:
      lexer_.Advance();
      return problems_.Report(frame.statement_line,
                              "a ',' stands between two nodes only, and ends no statement");
    case DotToken::kRightBrace:
      lexer_.Advance();
      return CloseFrame();
    case DotToken::kEnd:
      if (absl::Status status = problems_.Report(
              line(), absl::StrCat("the file ends inside the '{' of line ", frame.line));
          !status.ok()) {
        return status;
      }
      return CloseFrame();
    case DotToken::kGraph:
    case DotToken::kNode:
    case DotToken::kEdge:
      return ParseDefaults();
    case DotToken::kSubgraph:
    case DotToken::kLeftBrace:
      return OpenSubgraph();
    case DotToken::kId:
    case DotToken::kHtml:
      return ParseIdStatement();
    default:
      return Unexpected("a statement");
  }
}

absl::Status DotParser::ParseArrowOrEnd() {
  Frame& frame = frames_.back();
  if (token() == DotToken::kArrow || token() == DotToken::kLine) {
    if ((token() == DotToken::kArrow) != directed_) {
      absl::Status status = problems_.Report(
          line(), directed_ ? "'--' in a digraph; write '->'" : "'->' in an undirected graph");
      if (!status.ok()) return status;
    }
    lexer_.Advance();
    frame.expect = Frame::Expect::kOperand;
    return absl::OkStatus();
  }
  if (token() != DotToken::kLeftBracket) return FinishStatement(nullptr);
  DotAttributes attributes;
  if (absl::Status status = ParseAttributes(attributes); !status.ok()) return status;
  return FinishStatement(&attributes);
}

absl::Status DotParser::ParseOperand() {
  if (token() == DotToken::kSubgraph || token() == DotToken::kLeftBrace) return OpenSubgraph();
  if (AtId()) {
    std::string id = lexer_.TakeText();
    lexer_.Advance();
    return ParseNodeOperand(std::move(id));
  }
  const std::int64_t at = line();
  if (absl::Status status = problems_.Report(at, "an arrow points at nothing"); !status.ok()) {
    return status;
  }
  return FinishStatement(nullptr);
}

absl::Status DotParser::ParseDefaults() {
  const DotToken which = token();
  lexer_.Advance();
  if (token() != DotToken::kLeftBracket) return Unexpected("'[' after graph, node or edge");
  DotAttributes attributes;
  if (absl::Status status = ParseAttributes(attributes); !status.ok()) return status;
  if (which == DotToken::kGraph) {
    SetGraphAttribute(attributes);
  } else {
    builder_.SetDefaults(which == DotToken::kEdge, attributes);
  }
  return absl::OkStatus();
}

absl::Status DotParser::ParseIdStatement() {
  std::string id = lexer_.TakeText();
  lexer_.Advance();
  if (token() != DotToken::kEquals) return ParseNodeOperand(std::move(id));
  lexer_.Advance();
  if (!AtId()) return Unexpected("a value after '='");
  if (const auto attribute = ParseDotAttribute(id); attribute.has_value()) {
    const bool html = token() == DotToken::kHtml;
    std::string value = lexer_.TakeText();
    DotAttributes attributes;
    attributes[*attribute] = builder_.AddString(html ? DotHtmlToLabel(value) : std::move(value));
    SetGraphAttribute(attributes);
  }
  lexer_.Advance();
  return absl::OkStatus();
}

// A node, or a list of nodes: `a, b`.
absl::Status DotParser::ParseNodeOperand(std::string id) {
  Frame& frame = frames_.back();
  DotOperand operand = builder_.BeginList();
  while (true) {
    for (int port = 0; port < 2 && token() == DotToken::kColon; ++port) {
      lexer_.Advance();
      if (!AtId()) return Unexpected("a port after ':'");
      lexer_.Advance();
    }
    operand.index = builder_.Mention(std::move(id), frame.statement_line, frame.innermost_cluster);
    ++operand.end;
    if (token() != DotToken::kComma) break;
    lexer_.Advance();
    if (!AtId()) return Unexpected("a node after ','");
    id = lexer_.TakeText();
    lexer_.Advance();
  }
  if (operand.end - operand.begin == 1) operand.kind = DotOperand::Kind::kNode;
  frame.operands.push_back(operand);
  frame.expect = Frame::Expect::kArrowOrEnd;
  return absl::OkStatus();
}

absl::Status DotParser::ParseAttributes(DotAttributes& into) {
  while (token() == DotToken::kLeftBracket) {
    const std::int64_t begin = line();
    lexer_.Advance();
    while (token() != DotToken::kRightBracket) {
      if (token() == DotToken::kEnd || token() == DotToken::kLeftBrace ||
          token() == DotToken::kRightBrace) {
        return problems_.Report(line(),
                                absl::StrCat("the attribute list of line ", begin, " has no ']'"));
      }
      if (absl::Status status = ParseAttribute(into); !status.ok()) return status;
    }
    lexer_.Advance();
  }
  return absl::OkStatus();
}

absl::Status DotParser::ParseAttribute(DotAttributes& into) {
  if (token() == DotToken::kComma || token() == DotToken::kSemicolon) {
    lexer_.Advance();
    return absl::OkStatus();
  }
  if (!AtId()) {
    absl::Status status =
        problems_.Report(line(), token() == DotToken::kBad ? lexer_.TakeText()
                                                           : "expected the name of an attribute");
    lexer_.Advance();
    return status;
  }
  const auto attribute = ParseDotAttribute(lexer_.current().text);
  lexer_.Advance();
  std::string value = "true";
  if (token() == DotToken::kEquals) {
    lexer_.Advance();
    if (!AtId()) return problems_.Report(line(), "expected a value after '='");
    const bool html = token() == DotToken::kHtml;
    value = html ? DotHtmlToLabel(lexer_.current().text) : lexer_.TakeText();
    lexer_.Advance();
  }
  if (attribute.has_value()) {
    into[*attribute] = builder_.AddString(std::move(value));
  }
  return absl::OkStatus();
}

absl::Status DotParser::OpenSubgraph() {
  Frame frame;
  frame.line = line();
  std::string id;
  if (token() == DotToken::kSubgraph) {
    lexer_.Advance();
    if (AtId()) {
      id = lexer_.TakeText();
      lexer_.Advance();
    }
  }
  const bool is_cluster = id.starts_with("cluster");
  if (token() != DotToken::kLeftBrace) {
    // A subgraph without braces stands for the one that was defined before under this name.
    const std::uint32_t cluster = is_cluster ? builder_.ClusterWithId(id) : kNone;
    if (cluster != kNone) {
      frames_.back().operands.push_back({DotOperand::Kind::kCluster, cluster, 0, 0});
      frames_.back().expect = Frame::Expect::kArrowOrEnd;
      return absl::OkStatus();
    }
    return Unexpected(
        id.empty() ? "'{' after 'subgraph'"
                   : absl::StrCat("'{': no cluster before this line is called ", QuotedName(id)));
  }
  if (frames_.size() >= kMostOpenBraces) {
    return problems_.Fatal(line(),
                           absl::StrCat("more than ", kMostOpenBraces, " subgraphs in each other"));
  }
  const Frame& parent = frames_.back();
  frame.innermost_cluster = parent.innermost_cluster;
  frame.scope = builder_.BeginScope();
  if (is_cluster) {
    frame.own_cluster = builder_.FindCluster(id, frame.line);
    if (parent.innermost_cluster != kNone) {
      builder_.PutInside(frame.own_cluster, parent.innermost_cluster);
    }
    frame.innermost_cluster = frame.own_cluster;
  }
  lexer_.Advance();
  frames_.push_back(std::move(frame));
  return absl::OkStatus();
}

absl::Status DotParser::CloseFrame() {
  const Frame& closing = frames_.back();
  DotOperand operand = builder_.EndScope(closing.scope);
  if (closing.own_cluster != kNone) {
    operand.kind = DotOperand::Kind::kCluster;
    operand.index = closing.own_cluster;
  }
  frames_.pop_back();
  if (frames_.empty()) return absl::OkStatus();
  frames_.back().operands.push_back(operand);
  frames_.back().expect = Frame::Expect::kArrowOrEnd;
  return absl::OkStatus();
}

absl::Status DotParser::FinishStatement(const DotAttributes* attributes) {
  Frame& frame = frames_.back();
  frame.expect = Frame::Expect::kStatement;
  const std::vector<DotOperand> operands = std::move(frame.operands);
  frame.operands.clear();
  const DotAttributes given = attributes != nullptr ? *attributes : DotAttributes{};
  absl::Status status;
  if (operands.size() == 1) {
    builder_.DeclareAll(operands[0], given, frame.statement_line);
  } else if (operands.size() > 1) {
    status = builder_.AddEdges(operands, given, frame.statement_line);
  }
  if (frames_.size() == 1) builder_.ForgetMentions();
  return status;
}

absl::Status DotParser::ParseTrailer() {
  if (token() == DotToken::kEnd) return absl::OkStatus();
  if (token() == DotToken::kDigraph || token() == DotToken::kGraph ||
      token() == DotToken::kStrict) {
    return problems_.Report(line(), "a second graph begins here; only the first is read");
  }
  return problems_.Report(line(), "text after the '}' that ends the graph");
}

// Reports the current token and goes on with the next line, so that one broken statement does not
// cost the rest of a file when reading leniently.
absl::Status DotParser::Unexpected(std::string_view wanted) {
  const std::int64_t at = line();
  std::string got = token() == DotToken::kEnd   ? std::string("the end of the file")
                    : token() == DotToken::kBad ? lexer_.TakeText()
                    : AtId()                    ? QuotedName(lexer_.current().text)
                                                : std::string("punctuation or a keyword");
  absl::Status status =
      problems_.Report(at, absl::StrCat("expected ", ToAbsl(wanted), ", found ", got));
  if (!status.ok()) return status;
  do {
    if (token() == DotToken::kRightBrace || token() == DotToken::kEnd) break;
    lexer_.Advance();
  } while (token() != DotToken::kSemicolon && line() == at);
  frames_.back().operands.clear();
  frames_.back().expect = Frame::Expect::kStatement;
  return absl::OkStatus();
}

void DotParser::SetGraphAttribute(const DotAttributes& attributes) {
  Frame& frame = frames_.back();
  const auto cluster_value = builder_.graph().Find(attributes, DotAttribute::kCluster);
  if (frame.own_cluster == kNone && frames_.size() > 1 && cluster_value.has_value() &&
      absl::EqualsIgnoreCase(ToAbsl(*cluster_value), "true")) {
    frame.own_cluster = builder_.MakeCluster(frame.line);
    if (frame.innermost_cluster != kNone) {
      builder_.PutInside(frame.own_cluster, frame.innermost_cluster);
    }
    frame.innermost_cluster = frame.own_cluster;
    builder_.PutMentionsInside(frame.scope, frame.own_cluster);
  }
  if (frame.own_cluster != kNone) builder_.SetClusterAttributes(frame.own_cluster, attributes);
}

}  // namespace

absl::StatusOr<DotGraph> ParseDot(std::string_view text, std::int64_t most_edges,
                                  ReadProblems& problems) {
  DotParser parser(text, most_edges, problems);
  if (absl::Status status = parser.Parse(); !status.ok()) return status;
  return parser.TakeGraph();
}

}  // namespace tickgraph::model
