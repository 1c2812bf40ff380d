#include "engines/summary/print.h"
#include "engines/summary/words.h"
#include "heap/categories.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::engines::summary {

using namespace heap;
using program::ProgFuncId;
using program::Program;

namespace {

class TextPrinter {
public:
  TextPrinter(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary)
      : out(out), program(program), id(id), summary(summary), words(program, id, summary) {}

  void print();

private:
  void printCase(const Case &c);

  llvm::raw_ostream &out;
  const Program &program;
  const ProgFuncId id;
  const Summary &summary;
  const Words words;
};

void TextPrinter::printCase(const Case &c) {
  out << "  case";
  const char *separator = " when ";
  for (const Requirement &r : c.requires_) {
    out << separator << words.requirement(r);
    separator = " and ";
  }
  out << "\n";
  for (const AllocatedNode &node : c.allocated)
    out << "    allocates " << words.nodeName(node.node) << " (" << summary[node.node].family << ")"
        << (node.mayBeNull ? " or null" : "") << (summary[node.node].isMany ? ", several" : "") << "\n";
  for (const FreedNode &freed : c.freed)
    out << "    frees " << words.nodeName(freed.node) << (freed.withParts ? " with its parts" : "") << "\n";
  for (NodeId node : c.escaped)
    out << "    keeps " << words.nodeName(node) << "\n";
  for (const Write &write : c.writes)
    out << "    " << words.cellName(write.cell) << " = " << words.valueName(write.value) << "\n";
}

void TextPrinter::print() {
  out << program.sourceName(id) << ":";
  if (summary.isUnknown) {
    out << " nothing is known\n";
    return;
  }
  out << (summary.cases.empty() ? " does not return\n" : "\n");
  for (const auto &[category, entries] : categoriesOf(program, id, summary)) {
    out << "  " << name(category) << " {";
    const char *separator = "";
    for (const CategoryEntry &entry : entries) {
      out << separator << (entry.now.empty() ? entry.anchor : "(" + entry.anchor + ", " + entry.now + ")");
      separator = ", ";
    }
    out << "}\n";
  }
  for (const Case &c : summary.cases)
    printCase(c);
}

} // namespace

void printText(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary) {
  TextPrinter(out, program, id, summary).print();
}

static std::string edgeLabel(const std::string &field) {
  return field.empty() ? "*" : field.front() == '.' ? field.substr(1) : field;
}

// `operator""_s` has quotes in its name.
static std::string quoted(llvm::StringRef name) {
  std::string text = "\"";
  for (char c : name) {
    if (c == '"')
      text += '\\';
    text += c;
  }
  return text + "\"";
}

static void drawOne(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary,
                    bool isCluster) {
  std::set<NodeId> allocated, freed;
  std::set<std::tuple<NodeId, std::string, NodeId>> edges;
  for (const Case &c : summary.cases) {
    for (const AllocatedNode &node : c.allocated)
      allocated.insert(node.node);
    for (const FreedNode &node : c.freed)
      freed.insert(node.node);
    for (const Write &write : c.writes)
      for (NodeCell target : write.value.targets)
        edges.insert({write.cell.node, edgeLabel(fieldAnchor(program, id, summary, write.cell)), target.node});
    for (NodeId node : c.escaped)
      edges.insert({Summary::foreign(), "*", node});
  }
  std::set<NodeId> shown = allocated;
  shown.insert(freed.begin(), freed.end());
  for (const auto &[from, label, to] : edges) {
    shown.insert(from);
    shown.insert(to);
  }
  for (bool isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (NodeId node : std::set<NodeId>(shown))
      if (summary[node].kind == NodeKind::Input)
        isGrowing |= shown.insert(summary[node].from.node).second;
  }
  const std::string prefix = isCluster ? "f" + std::to_string(id.index) + "n" : "n";
  const std::string name = quoted(program.sourceName(id));
  if (isCluster)
    out << "subgraph cluster" << id.index << " {\n  label=" << name << ";\n";
  else
    out << "digraph " << name << " {\n  rankdir=LR; node [fontname=\"Helvetica\"];\n";
  for (NodeId node : shown) {
    const NodeKind kind = summary[node].kind;
    const bool isHeap = kind == NodeKind::Input || kind == NodeKind::Site;
    out << "  " << prefix << node.index << " [shape=" << (isHeap ? "circle" : "box") << ", label=\"";
    if (isHeap)
      out << (allocated.count(node) ? "!" : freed.count(node) ? "⊘" : " ");
    else
      out << entryAnchor(program, id, summary, node);
    out << "\"];\n";
  }
  auto edge = [&](NodeId from, NodeId to) -> llvm::raw_ostream & {
    return out << "  " << prefix << from.index << " -> " << prefix << to.index << " [";
  };
  for (NodeId node : shown)
    if (summary[node].kind == NodeKind::Input)
      edge(summary[node].from.node, node)
          << "style=dotted, label=\"" << edgeLabel(fieldAnchor(program, id, summary, summary[node].from)) << "\"];\n";
  for (const auto &[from, label, to] : edges)
    edge(from, to) << "label=\"" << label << "\"];\n";
  out << "}\n";
}

void printGraph(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary) {
  drawOne(out, program, id, summary, false);
}

void printCluster(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary) {
  drawOne(out, program, id, summary, true);
}

} // namespace custody::engines::summary
