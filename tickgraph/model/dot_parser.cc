#include "tickgraph/model/dot_parser.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/dot_lexer.h"
#include "tickgraph/model/dot_text.h"

namespace tickgraph::model {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

std::uint64_t Pair(std::uint32_t a, std::uint32_t b) {
  return (static_cast<std::uint64_t>(a) << 32) | b;
}

class DotParser {
 public:
  DotParser(std::string_view text, std::int64_t most_edges, ReadProblems& problems)
      : lexer_(text),
        most_edges_(most_edges),
        most_work_(4 * most_edges + static_cast<std::int64_t>(text.size())),
        problems_(problems) {}

  absl::Status Parse();
  DotGraph TakeGraph() { return std::move(graph_); }

 private:
  // One side of an arrow: a node, a cluster, or the nodes mentioned in a subgraph.
  struct Operand {
    enum class Kind : std::uint8_t { kNode, kCluster, kMentioned };
    Kind kind = Kind::kNode;
    std::uint32_t index = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // An open pair of braces and the statement that is being read in it.
  struct Frame {
    enum class Expect : std::uint8_t { kStatement, kArrowOrEnd, kOperand };
    Expect expect = Expect::kStatement;
    std::uint32_t innermost_cluster = kNone;
    std::uint32_t own_cluster = kNone;
    std::size_t first_mention = 0;
    std::size_t first_undo = 0;
    std::int64_t line = 0;
    std::int64_t statement_line = 0;
    std::vector<Operand> operands;
  };
  struct Undo {
    bool is_edge_default = false;
    DotAttribute attribute = DotAttribute::kLabel;
    std::uint32_t old_value = 0;
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
  absl::Status AddEdges(const Operand& from, const Operand& to, std::uint32_t attributes,
                        std::int64_t line);
  absl::Status ParseTrailer();
  absl::Status Unexpected(std::string_view wanted);

  std::uint32_t Mention(std::string id, std::int64_t line);
  std::uint32_t FindCluster(const std::string& id, std::int64_t line);
  void SetGraphAttribute(const DotAttributes& attributes);
  void JoinCluster(std::uint32_t node, std::uint32_t cluster);
  void Expand(const Operand& operand, std::vector<DotEnd>& ends);
  void SetDefault(bool is_edge_default, const DotAttributes& attributes);

  DotLexer lexer_;
  std::int64_t most_edges_;
  std::int64_t most_work_;
  std::int64_t work_ = 0;
  ReadProblems& problems_;
  DotGraph graph_;
  bool directed_ = true;
  bool strict_ = false;

  std::vector<Frame> frames_;
  std::vector<std::uint32_t> mentioned_;
  DotAttributes node_defaults_;
  DotAttributes edge_defaults_;
  std::vector<Undo> undo_;

  absl::flat_hash_map<std::string, std::uint32_t> node_index_;
  absl::flat_hash_map<std::string, std::uint32_t> cluster_index_;
  absl::flat_hash_set<std::uint64_t> memberships_;
  absl::flat_hash_set<std::uint64_t> cluster_parents_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint64_t>> strict_edges_;

  std::vector<std::uint32_t> stamp_;
  std::uint32_t current_stamp_ = 0;
  std::vector<DotEnd> from_ends_;
  std::vector<DotEnd> to_ends_;
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
    strict_ = true;
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
    case DotToken::kComma:
      lexer_.Advance();
      return absl::OkStatus();
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
    SetDefault(which == DotToken::kEdge, attributes);
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
    graph_.strings.push_back(html ? DotHtmlToLabel(value) : std::move(value));
    DotAttributes attributes;
    attributes[*attribute] = static_cast<std::uint32_t>(graph_.strings.size() - 1);
    SetGraphAttribute(attributes);
  }
  lexer_.Advance();
  return absl::OkStatus();
}

absl::Status DotParser::ParseNodeOperand(std::string id) {
  Frame& frame = frames_.back();
  for (int port = 0; port < 2 && token() == DotToken::kColon; ++port) {
    lexer_.Advance();
    if (!AtId()) return Unexpected("a port after ':'");
    lexer_.Advance();
  }
  const std::uint32_t node = Mention(std::move(id), frame.statement_line);
  frame.operands.push_back({Operand::Kind::kNode, node, 0, 0});
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
    graph_.strings.push_back(std::move(value));
    into[*attribute] = static_cast<std::uint32_t>(graph_.strings.size() - 1);
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
    if (is_cluster && cluster_index_.contains(id)) {
      const std::uint32_t cluster = cluster_index_.at(id);
      frames_.back().operands.push_back({Operand::Kind::kCluster, cluster, 0, 0});
      frames_.back().expect = Frame::Expect::kArrowOrEnd;
      return absl::OkStatus();
    }
    return Unexpected(
        id.empty() ? "'{' after 'subgraph'"
                   : absl::StrCat("'{': no cluster before this line is called ", QuotedName(id)));
  }
  const Frame& parent = frames_.back();
  frame.innermost_cluster = parent.innermost_cluster;
  frame.first_mention = mentioned_.size();
  frame.first_undo = undo_.size();
  if (is_cluster) {
    frame.own_cluster = FindCluster(id, frame.line);
    if (parent.innermost_cluster != kNone &&
        cluster_parents_.insert(Pair(frame.own_cluster, parent.innermost_cluster)).second) {
      graph_.clusters[frame.own_cluster].parents.push_back(parent.innermost_cluster);
    }
    frame.innermost_cluster = frame.own_cluster;
  }
  lexer_.Advance();
  frames_.push_back(std::move(frame));
  return absl::OkStatus();
}

absl::Status DotParser::CloseFrame() {
  const Frame& closing = frames_.back();
  Operand operand;
  operand.kind = Operand::Kind::kMentioned;
  if (closing.own_cluster != kNone) {
    operand.kind = Operand::Kind::kCluster;
    operand.index = closing.own_cluster;
  }
  operand.begin = closing.first_mention;
  operand.end = mentioned_.size();
  for (std::size_t index = undo_.size(); index > closing.first_undo; --index) {
    const Undo& undo = undo_[index - 1];
    (undo.is_edge_default ? edge_defaults_ : node_defaults_)[undo.attribute] = undo.old_value;
  }
  undo_.resize(closing.first_undo);
  frames_.pop_back();
  if (frames_.empty()) return absl::OkStatus();
  frames_.back().operands.push_back(operand);
  frames_.back().expect = Frame::Expect::kArrowOrEnd;
  return absl::OkStatus();
}

absl::Status DotParser::FinishStatement(const DotAttributes* attributes) {
  Frame& frame = frames_.back();
  frame.expect = Frame::Expect::kStatement;
  const std::vector<Operand> operands = std::move(frame.operands);
  frame.operands.clear();
  if (operands.size() == 1 && operands[0].kind == Operand::Kind::kNode) {
    DotNode& node = graph_.nodes[operands[0].index];
    if (!node.declared) node.line = frame.statement_line;
    node.declared = true;
    for (std::size_t index = 0; attributes != nullptr && index < kDotAttributeCount; ++index) {
      if (attributes->value[index] != 0) node.attributes.value[index] = attributes->value[index];
    }
  } else if (operands.size() > 1) {
    DotAttributes merged = edge_defaults_;
    for (std::size_t index = 0; attributes != nullptr && index < kDotAttributeCount; ++index) {
      if (attributes->value[index] != 0) merged.value[index] = attributes->value[index];
    }
    std::uint32_t list = 0;
    if (merged.value != DotAttributes{}.value) {
      graph_.edge_attributes.push_back(merged);
      list = static_cast<std::uint32_t>(graph_.edge_attributes.size() - 1);
    }
    for (std::size_t index = 0; index + 1 < operands.size(); ++index) {
      absl::Status status =
          AddEdges(operands[index], operands[index + 1], list, frame.statement_line);
      if (!status.ok()) return status;
    }
  }
  if (frames_.size() == 1) mentioned_.clear();
  return absl::OkStatus();
}

absl::Status DotParser::AddEdges(const Operand& from, const Operand& to, std::uint32_t attributes,
                                 std::int64_t line) {
  Expand(from, from_ends_);
  Expand(to, to_ends_);
  const auto pairs =
      static_cast<std::int64_t>(from_ends_.size()) * static_cast<std::int64_t>(to_ends_.size());
  const std::int64_t edges = pairs + static_cast<std::int64_t>(graph_.edges.size());
  if (edges > most_edges_ || work_ > most_work_) {
    return problems_.Fatal(
        line, absl::StrCat("more than ", most_edges_, " edges; raise the limit if that is meant"));
  }
  for (const DotEnd& first : from_ends_) {
    for (const DotEnd& second : to_ends_) {
      if (strict_ && !strict_edges_
                          .insert({Pair(first.index, first.is_cluster ? 1 : 0),
                                   Pair(second.index, second.is_cluster ? 1 : 0)})
                          .second) {
        continue;
      }
      graph_.edges.push_back({first, second, attributes, line});
    }
  }
  return absl::OkStatus();
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

std::uint32_t DotParser::Mention(std::string id, std::int64_t line) {
  const auto next = static_cast<std::uint32_t>(graph_.nodes.size());
  const auto [entry, is_new] = node_index_.try_emplace(id, next);
  if (is_new) {
    DotNode node;
    node.id = std::move(id);
    node.attributes = node_defaults_;
    node.line = line;
    graph_.nodes.push_back(std::move(node));
  }
  mentioned_.push_back(entry->second);
  if (const std::uint32_t cluster = frames_.back().innermost_cluster; cluster != kNone) {
    JoinCluster(entry->second, cluster);
  }
  return entry->second;
}

std::uint32_t DotParser::FindCluster(const std::string& id, std::int64_t line) {
  const auto next = static_cast<std::uint32_t>(graph_.clusters.size());
  const auto [entry, is_new] = cluster_index_.try_emplace(id, next);
  if (is_new) graph_.clusters.push_back({id, {}, {}, line});
  return entry->second;
}

void DotParser::SetGraphAttribute(const DotAttributes& attributes) {
  Frame& frame = frames_.back();
  const auto cluster_value = graph_.Find(attributes, DotAttribute::kCluster);
  if (frame.own_cluster == kNone && frames_.size() > 1 && cluster_value.has_value() &&
      absl::EqualsIgnoreCase(ToAbsl(*cluster_value), "true")) {
    const std::uint32_t around = frame.innermost_cluster;
    frame.own_cluster = FindCluster(absl::StrCat("subgraph ", graph_.clusters.size()), frame.line);
    if (around != kNone) graph_.clusters[frame.own_cluster].parents.push_back(around);
    frame.innermost_cluster = frame.own_cluster;
    for (std::size_t index = frame.first_mention; index < mentioned_.size(); ++index) {
      JoinCluster(mentioned_[index], frame.own_cluster);
    }
  }
  if (frame.own_cluster == kNone) return;
  DotAttributes& own = graph_.clusters[frame.own_cluster].attributes;
  for (std::size_t index = 0; index < kDotAttributeCount; ++index) {
    if (attributes.value[index] != 0) own.value[index] = attributes.value[index];
  }
}

void DotParser::JoinCluster(std::uint32_t node, std::uint32_t cluster) {
  std::vector<std::uint32_t>& clusters = graph_.nodes[node].clusters;
  if (!clusters.empty() && clusters.back() == cluster) return;
  if (memberships_.insert(Pair(node, cluster)).second) clusters.push_back(cluster);
}

void DotParser::Expand(const Operand& operand, std::vector<DotEnd>& ends) {
  ends.clear();
  if (operand.kind != Operand::Kind::kMentioned) {
    ends.push_back({operand.index, operand.kind == Operand::Kind::kCluster});
    return;
  }
  ++current_stamp_;
  stamp_.resize(graph_.nodes.size());
  for (std::size_t index = operand.begin; index < operand.end; ++index) {
    const std::uint32_t node = mentioned_[index];
    if (std::exchange(stamp_[node], current_stamp_) == current_stamp_) continue;
    ends.push_back({node, false});
  }
  work_ += static_cast<std::int64_t>(operand.end - operand.begin);
}

void DotParser::SetDefault(bool is_edge_default, const DotAttributes& attributes) {
  DotAttributes& defaults = is_edge_default ? edge_defaults_ : node_defaults_;
  for (std::size_t index = 0; index < kDotAttributeCount; ++index) {
    if (attributes.value[index] == 0) continue;
    undo_.push_back({is_edge_default, static_cast<DotAttribute>(index), defaults.value[index]});
    defaults.value[index] = attributes.value[index];
  }
}

}  // namespace

absl::StatusOr<DotGraph> ParseDot(std::string_view text, std::int64_t most_edges,
                                  ReadProblems& problems) {
  DotParser parser(text, most_edges, problems);
  if (absl::Status status = parser.Parse(); !status.ok()) return status;
  return parser.TakeGraph();
}

}  // namespace tickgraph::model
