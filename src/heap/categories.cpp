#include "heap/categories.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::heap {

using program::ProgFuncId;
using program::Program;

namespace {

// Where in the module's types a node's object is described; none if nobody says.
ir::TypeId pointeeOf(const ir::Module &module, ir::TypeId type) {
  return type && module[type].kind == ir::TypeKind::Pointer ? module[type].inner : ir::TypeId();
}

const ir::Field *fieldAt(const ir::Module &module, ir::TypeId type, int64_t offset) {
  if (!type || module[type].kind != ir::TypeKind::Record)
    return nullptr;
  for (const ir::Field &field : module[module[type].record].fields)
    if (int64_t(field.offsetBits / 8) == offset && field.name)
      return &field;
  return nullptr;
}

class Namer {
public:
  Namer(const Program &program, ProgFuncId id, const Summary &summary)
      : module(program.moduleOf(id)), function(program.function(id)), program(program), summary(summary) {}

  ir::TypeId typeOf(NodeId id) const; // of the node's object
  std::string field(NodeCell cell) const;
  std::string entry(NodeId id) const;
  std::string root(const Node &node) const {
    if (node.kind == NodeKind::GlobalArg)
      return program.linkName(node.global).str();
    return node.kind == NodeKind::Return ? "ret" : "arg" + std::to_string(node.arg + 1);
  }

private:
  ir::TypeId typeAt(NodeCell cell) const; // of the value in a cell

  const ir::Module &module;
  const ir::Function &function;
  const Program &program;
  const Summary &summary;
};

ir::TypeId Namer::typeOf(NodeId id) const {
  const Node &node = summary[id];
  switch (node.kind) {
  case NodeKind::Return:
    return function.type ? module[function.type].inner : ir::TypeId();
  case NodeKind::Arg:
    return node.arg < function.params.size() ? function[function.params[node.arg]].type : ir::TypeId();
  case NodeKind::GlobalArg:
    return &program.moduleOf(node.global) == &module ? program.global(node.global).type : ir::TypeId();
  case NodeKind::Input:
    return pointeeOf(module, typeAt(node.from));
  case NodeKind::Site: { // what the allocation says, if it stands in the same file
    const bool isHere = node.function && &program.moduleOf(node.function) == &module && node.stmt;
    const auto *alloc = isHere ? std::get_if<ir::Alloc>(&program.function(node.function)[node.stmt].op) : nullptr;
    return alloc ? alloc->type : ir::TypeId();
  }
  case NodeKind::Global:
  case NodeKind::Foreign:
    return {};
  }
  return {};
}

ir::TypeId Namer::typeAt(NodeCell cell) const {
  const ir::TypeId type = typeOf(cell.node);
  if (!type || !cell.offset.isExact())
    return {};
  if (const ir::Field *field = fieldAt(module, type, cell.offset.bytes()))
    return field->type;
  return cell.offset == Offset() ? type : ir::TypeId();
}

std::string Namer::field(NodeCell cell) const {
  if (cell.offset.isUnknown())
    return "?";
  const std::string any = cell.offset.isAny() ? "[]" : "";
  if (const ir::Field *field = fieldAt(module, typeOf(cell.node), cell.offset.bytes()))
    return any + "." + module.text(field->name).str();
  return cell.offset.bytes() == 0 ? any : any + "+" + std::to_string(cell.offset.bytes());
}

std::string Namer::entry(NodeId id) const {
  const Node &node = summary[id];
  switch (node.kind) {
  case NodeKind::Return:
  case NodeKind::Arg:
  case NodeKind::GlobalArg:
    return root(node);
  case NodeKind::Input:
    return entry(node.from.node) + field(node.from) + "*";
  case NodeKind::Global:
  case NodeKind::Foreign:
    return "global";
  case NodeKind::Site:
    return "";
  }
  return "";
}

using Reached = std::map<NodeId, std::string>; // the first way that was found, which is a shortest

// Through the memory after the case.
Reached reach(const Summary &summary, const Case &c, const Namer &namer, NodeId root) {
  Reached reached;
  std::vector<NodeId> work{root};
  reached[root] = namer.root(summary[root]);
  auto arrive = [&](NodeId node, const std::string &anchor) {
    if (reached.try_emplace(node, anchor).second)
      work.push_back(node);
  };
  for (size_t i = 0; i < work.size(); ++i) {
    const NodeId node = work[i];
    if (summary.isPublic(node))
      continue;
    std::set<Offset> written;
    for (const Write &write : c.writes) {
      if (write.cell.node != node)
        continue;
      written.insert(write.cell.offset);
      for (NodeCell target : write.value.targets)
        arrive(target.node, reached[node] + namer.field(write.cell) + "*");
    }
    for (uint32_t n = 0; n < summary.numNodes(); ++n) {
      const Node &child = summary[NodeId(n)];
      if (child.kind == NodeKind::Input && child.from.node == node && !written.count(child.from.offset))
        arrive(NodeId(n), reached[node] + namer.field(child.from) + "*");
    }
  }
  return reached;
}

class Collector {
public:
  Collector(const Summary &summary, const Namer &namer) : summary(summary), namer(namer) {}

  void add(const Case &c);
  Categories categories;

private:
  void addReached(const Case &c, NodeId root, bool isReturn);

  const Summary &summary;
  const Namer &namer;
};

void Collector::addReached(const Case &c, NodeId root, bool isReturn) {
  auto isAllocated = [&](NodeId node) {
    return llvm::any_of(c.allocated, [&](const AllocatedNode &entry) { return entry.node == node; });
  };
  for (const auto &[node, anchor] : reach(summary, c, namer, root)) {
    if (summary.isPublic(node))
      categories[isReturn ? Category::Glob2Ret : Category::Glob2Arg].insert({anchor, ""});
    else if (isAllocated(node))
      categories[isReturn ? Category::Alloc2Ret : Category::Alloc2Arg].insert({anchor, ""});
    else if (summary[node].kind == NodeKind::Input && namer.entry(node) != anchor)
      categories[isReturn ? Category::Arg2Ret : Category::Arg2Arg].insert({namer.entry(node), anchor});
  }
}

void Collector::add(const Case &c) {
  for (uint32_t n = 0; n < summary.numNodes(); ++n)
    if (NodeKind kind = summary[NodeId(n)].kind;
        kind == NodeKind::Return || kind == NodeKind::Arg || kind == NodeKind::GlobalArg)
      addReached(c, NodeId(n), kind == NodeKind::Return);
  for (const FreedNode &freed : c.freed)
    categories[Category::Arg2Free].insert({namer.entry(freed.node), ""});
  for (NodeId node : c.escaped)
    categories[Category::Arg2Glob].insert({namer.entry(node), ""});
}

} // namespace

llvm::StringRef name(Category category) {
  static constexpr llvm::StringLiteral Names[] = {"Alloc2Arg", "Alloc2Ret", "Glob2Arg", "Glob2Ret",
                                                  "Arg2Free",  "Arg2Glob",  "Arg2Arg",  "Arg2Ret"};
  return Names[unsigned(category)];
}

Categories categoriesOf(const Program &program, ProgFuncId id, const Summary &summary) {
  const Namer namer(program, id, summary);
  Collector collector(summary, namer);
  for (const Case &c : summary.cases)
    collector.add(c);
  return std::move(collector.categories);
}

std::string entryAnchor(const Program &program, ProgFuncId id, const Summary &summary, NodeId node) {
  return Namer(program, id, summary).entry(node);
}

std::string fieldAnchor(const Program &program, ProgFuncId id, const Summary &summary, NodeCell cell) {
  return Namer(program, id, summary).field(cell);
}

} // namespace custody::heap
