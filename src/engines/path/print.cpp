#include "engines/path/print.h"
#include "heap/categories.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace custody::engines::path {

using namespace heap;
using program::ProgFuncId;
using program::Program;

namespace {

class Printer {
public:
  Printer(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary)
      : out(out), program(program), id(id), summary(summary) {}

  void print();

private:
  std::string nodeName(NodeId node) const;
  std::string cellName(NodeCell cell) const;
  std::string when(logic::Guard guard) const;
  std::string word(logic::Word number) const;
  void printEscapees();
  void printWrite(const GuardedWrite &write);

  llvm::raw_ostream &out;
  const Program &program;
  const ProgFuncId id;
  const Summary &summary;
};

std::string Printer::nodeName(NodeId node) const {
  if (summary.nodes[node].kind == NodeKind::Site)
    return "new#" + std::to_string(node.index);
  return entryAnchor(program, id, summary.nodes, node);
}

std::string Printer::cellName(NodeCell cell) const {
  return nodeName(cell.node) + fieldAnchor(program, id, summary.nodes, cell);
}

std::string Printer::when(logic::Guard guard) const {
  return guard == summary.terms.always() ? "" : " when " + summary.terms.text(guard, 400);
}

std::string Printer::word(logic::Word number) const {
  if (std::optional<uint64_t> constant = summary.terms.constantOf(number))
    return std::to_string(logic::signedValue(*constant, summary.terms.width(number)));
  return summary.terms.text(number, 400);
}

void Printer::printWrite(const GuardedWrite &write) {
  out << "  " << cellName(write.cell) << " = ";
  for (const GuardedTarget &target : write.targets) {
    out << (summary.nodes.isPublic(target.cell.node) ? "" : "&") << nodeName(target.cell.node);
    if (target.cell.offset != Offset())
      out << (target.cell.offset.isExact() ? "+" + std::to_string(target.cell.offset.bytes()) : "+?");
    out << when(target.when) << (write.isWeak ? " or " : ", else ");
  }
  out << word(write.number);
  if (write.isThere)
    out << ", not null" << when(*write.isThere);
  out << '\n';
}

void Printer::printEscapees() {
  out << "  escapees: {";
  bool isFirst = true;
  for (NodeId node : escapees(summary)) {
    out << (isFirst ? "" : ", ") << nodeName(node);
    isFirst = false;
  }
  out << "}\n";
}

void Printer::print() {
  out << program.sourceName(id) << ":\n";
  if (summary.isUnknown) {
    out << "  not known\n";
    return;
  }
  if (summary.returns == summary.terms.never()) {
    out << "  does not return\n";
    return;
  }
  out << "  isMalloc: " << (isAllocator(summary) ? "true" : "false") << '\n';
  printEscapees();
  if (summary.returns != summary.terms.always())
    out << "  returns" << when(summary.returns) << '\n';
  for (const GuardedNode &node : summary.allocated)
    out << "  allocates " << nodeName(node.node) << " of '" << summary.nodes[node.node].family << "'" << when(node.when)
        << '\n';
  for (const GuardedFree &freed : summary.freed)
    out << "  frees " << nodeName(freed.node) << when(freed.when) << (freed.isCertain ? "" : ", perhaps") << '\n';
  for (const GuardedNode &node : summary.escaped)
    out << "  keeps " << nodeName(node.node) << when(node.when) << '\n';
  for (const GuardedWrite &write : summary.writes)
    printWrite(write);
  for (const GuardedElement &element : summary.elements) {
    out << "  at index " << word(element.index) << ":";
    printWrite(element.write);
  }
  for (const Entry &entry : summary.entries)
    out << "  where " << (entry.isNumber() ? summary.terms.text(entry.word) : summary.terms.text(entry.guard)) << " is "
        << cellName(entry.cell)
        << (entry.isNonNull ? " not being null"
            : entry.global  ? " being a global"
                            : "")
        << '\n';
}

NodeId rootOf(const Summary &summary, NodeId node) {
  while (summary.nodes[node].kind == NodeKind::Input)
    node = summary.nodes[node].from.node;
  return node;
}

} // namespace

bool isAllocator(const Summary &summary) {
  const auto isNew = [&](NodeId node) {
    return summary.nodes[node].kind == NodeKind::Site &&
           llvm::none_of(summary.escaped, [&](const GuardedNode &escaped) { return escaped.node == node; });
  };
  bool returnsNew = false;
  for (const GuardedWrite &write : summary.writes)
    for (const GuardedTarget &target : write.targets) {
      const bool isResult = summary.nodes[write.cell.node].kind == NodeKind::Return;
      if (isResult && !isNew(target.cell.node))
        return false;
      returnsNew |= isResult;
    }
  // Nothing else outside may hold it.
  for (const GuardedWrite &result : summary.writes) {
    if (summary.nodes[result.cell.node].kind != NodeKind::Return)
      continue;
    for (const GuardedTarget &target : result.targets)
      for (const GuardedWrite &write : summary.writes)
        if (summary.nodes[write.cell.node].kind != NodeKind::Return &&
            summary.nodes[write.cell.node].kind != NodeKind::Site &&
            llvm::any_of(write.targets, [&](const GuardedTarget &t) { return t.cell.node == target.cell.node; }))
          return false;
  }
  return returnsNew;
}

std::vector<NodeId> escapees(const Summary &summary) {
  std::set<NodeId> found;
  auto add = [&](NodeId node) {
    if (summary.nodes[node].kind == NodeKind::Input && summary.nodes[rootOf(summary, node)].kind == NodeKind::Arg)
      found.insert(node);
  };
  for (const GuardedFree &freed : summary.freed)
    add(freed.node);
  for (const GuardedNode &escaped : summary.escaped)
    add(escaped.node);
  for (const GuardedWrite &write : summary.writes)
    for (const GuardedTarget &target : write.targets) {
      // A way through the same parameter is none of its own.
      if (summary.nodes[target.cell.node].kind == NodeKind::Input &&
          rootOf(summary, write.cell.node) != rootOf(summary, target.cell.node))
        add(target.cell.node);
    }
  return {found.begin(), found.end()};
}

void printText(llvm::raw_ostream &out, const Program &program, ProgFuncId id, const Summary &summary) {
  Printer(out, program, id, summary).print();
}

} // namespace custody::engines::path
