#include "engines/summary/describe.h"
#include "heap/categories.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::summary {

using namespace heap;
using program::ProgFuncId;
using program::Program;

namespace {

// "0", "from 1 on", "not 0", "-1 or from 3 to 5"
std::string spell(const Numbers &numbers) {
  if (numbers.size() == 2 && numbers.min() == Numbers::Min && numbers.max() == Numbers::Max &&
      numbers[0].hi + 2 == numbers[1].lo)
    return "not " + std::to_string(numbers[0].hi + 1);
  std::string text;
  for (unsigned i = 0; i < numbers.size(); ++i) {
    const Interval part = numbers[i];
    text += i ? " or " : "";
    if (part.lo == part.hi)
      text += std::to_string(part.lo);
    else if (part.lo == Numbers::Min)
      text += "up to " + std::to_string(part.hi);
    else if (part.hi == Numbers::Max)
      text += "from " + std::to_string(part.lo) + " on";
    else
      text += "from " + std::to_string(part.lo) + " to " + std::to_string(part.hi);
  }
  return text;
}

class Describer {
public:
  Describer(const Program &known, const specs::SpecStore &specs, ProgFuncId function, const Summary &facts)
      : program(known), store(specs), id(function), summary(facts) {}

  std::string run();

private:
  void line(const std::string &head, const std::string &text) {
    out += "  " + head + std::string(9 - head.size(), ' ') + text + "\n";
  }
  std::string parameter(uint32_t index) const;
  std::string place(NodeCell cell) const;
  std::string pointerTo(NodeId node) const;
  std::string fresh(llvm::StringRef family) const;
  std::string made(NodeId site) const;
  std::string value(const Case &c, const NodeValue &value) const;
  std::string condition(const Requirement &requirement) const;
  bool isPointer(ir::TypeId type) const;
  bool isPointer(NodeCell cell) const;
  bool returnsPointer() const;
  bool describeWrite(const Case &c, const Write &write);
  void labelSites(const Case &c);
  void describeCase(const Case &c);

  const Program &program;
  const specs::SpecStore &store;
  const ProgFuncId id;
  const Summary &summary;
  llvm::DenseMap<uint32_t, std::string> labels; // of nodes, in the case that is described
  std::string out;
};

std::string Describer::parameter(uint32_t index) const {
  const ir::Function &function = program.function(id);
  if (index < function.params.size())
    if (const llvm::StringRef name = program.moduleOf(id).text(function[function.params[index]].name); !name.empty())
      return name.str();
  return "argument " + std::to_string(index + 1);
}

// The pointer that leads to a node.
std::string Describer::pointerTo(NodeId node) const {
  switch (summary[node].kind) {
  case NodeKind::Input:
    return place(summary[node].from);
  case NodeKind::Site:
    return labels.lookup(node.index);
  case NodeKind::Arg:
  case NodeKind::Return:
  case NodeKind::GlobalArg:
    return "&" + place({node, {}});
  case NodeKind::Foreign:
  case NodeKind::Global:
    return "what others own";
  }
  return "";
}

// As C writes it: `*p`, `p->next`, `p[]`.
std::string Describer::place(NodeCell cell) const {
  const Node &node = summary[cell.node];
  const std::string field = fieldAnchor(program, id, summary, cell);
  if (node.kind == NodeKind::Arg)
    return parameter(node.arg) + field;
  if (node.kind == NodeKind::Return)
    return "the result" + field;
  if (node.kind == NodeKind::GlobalArg)
    return program.linkName(node.global).str() + field;
  const std::string pointer = pointerTo(cell.node);
  if (field.empty())
    return "*" + pointer;
  return field.front() == '.' ? pointer + "->" + field.substr(1) : pointer + field;
}

std::string Describer::fresh(llvm::StringRef family) const {
  const llvm::StringRef noun = store.resourceNoun(family);
  return (noun.empty() ? "fresh memory" : "a fresh " + noun.str()) +
         (family.empty() ? "" : " of family " + family.str());
}

std::string Describer::made(NodeId site) const {
  const std::string label = labels.lookup(site.index);
  return (label.empty() ? "" : label + ": ") + fresh(summary[site].family) +
         (summary[site].isMany ? ", several pieces" : "");
}

std::string Describer::value(const Case &c, const NodeValue &value) const {
  std::vector<std::string> parts;
  bool mayBeNull = false;
  for (const NodeCell target : value.targets) {
    const NodeKind kind = summary[target.node].kind;
    if (kind == NodeKind::Site) {
      parts.push_back(made(target.node));
      mayBeNull |= llvm::any_of(c.allocated,
                                [&](const AllocatedNode &node) { return node.node == target.node && node.mayBeNull; });
    } else if (summary.isPublic(target.node)) {
      parts.push_back("a pointer to what others own");
    } else {
      parts.push_back((target.offset == Offset() ? "the same pointer as " : "a pointer into ") +
                      pointerTo(target.node));
    }
  }
  llvm::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  if (value.targets.empty() && value.numbers.isAll())
    parts.push_back("any number");
  else if (value.targets.empty() && !value.numbers.isNone())
    parts.push_back(returnsPointer() && value.numbers.isExactly(0) ? "null"
                    : value.numbers.isOne()                        ? "the number " + spell(value.numbers)
                                                                   : "a number: " + spell(value.numbers));
  else
    mayBeNull |= value.numbers.contains(0);
  constexpr size_t Most = 3; // a loop's are `l`, `l->next`, `l->next->next`, ...
  std::string text;
  for (size_t i = 0; i < std::min(parts.size(), Most); ++i)
    text += (text.empty() ? "" : " or ") + parts[i];
  return text + (parts.size() > Most ? " or further on" : "") + (mayBeNull ? ", may be null" : "");
}

bool Describer::isPointer(ir::TypeId type) const {
  return type && program.moduleOf(id)[type].kind == ir::TypeKind::Pointer;
}

// A parameter that is one; of what lies behind others nothing is said.
bool Describer::isPointer(NodeCell cell) const {
  const Node &node = summary[cell.node];
  const ir::Function &function = program.function(id);
  return node.kind == NodeKind::Arg && cell.offset == Offset() && node.arg < function.params.size() &&
         isPointer(function[function.params[node.arg]].type);
}

bool Describer::returnsPointer() const {
  const ir::TypeId type = program.function(id).type;
  return type && isPointer(program.moduleOf(id)[type].inner);
}

std::string Describer::condition(const Requirement &requirement) const {
  const std::string where = place(requirement.cell);
  if (requirement.isMark)
    return where + " is a mark, no address";
  if (requirement.isNonNull())
    return where + " is not null";
  if (requirement.numbers.isExactly(0))
    return where + (requirement.isPointer || isPointer(requirement.cell) ? " is null" : " is 0");
  return where + " is " + spell(requirement.numbers);
}

// False: nothing worth telling, such as a number that is stored.
bool Describer::describeWrite(const Case &c, const Write &write) {
  if (summary[write.cell.node].kind == NodeKind::Return && write.cell.offset == Offset()) {
    line("result", value(c, write.value));
    return true;
  }
  if (write.value.targets.empty() && !write.value.isExactlyNull())
    return false;
  const bool isOnlyFresh = !write.value.targets.empty() && llvm::all_of(write.value.targets, [&](NodeCell target) {
    return summary[target.node].kind == NodeKind::Site;
  });
  const std::string where = place(write.cell);
  if (isOnlyFresh)
    line("effect", "leaves in " + where + " " + value(c, write.value));
  else
    line("effect", "sets " + where + " to " + (write.value.isExactlyNull() ? "null" : value(c, write.value)));
  return true;
}

// What is allocated and then written into needs a name.
void Describer::labelSites(const Case &c) {
  labels.clear();
  std::set<uint32_t> written;
  for (const Write &write : c.writes)
    if (summary[write.cell.node].kind == NodeKind::Site)
      written.insert(write.cell.node.index);
  unsigned number = 0;
  for (const uint32_t site : written)
    labels[site] = written.size() == 1 ? "new" : "new" + std::to_string(++number);
}

void Describer::describeCase(const Case &c) {
  labelSites(c);
  std::string when;
  for (const Requirement &requirement : c.requires_)
    when += (when.empty() ? "" : " and ") + condition(requirement);
  if (!when.empty() || summary.cases.size() > 1)
    line("case", when.empty() ? "whatever it is given" : when);
  bool isTold = false;
  std::set<NodeId> shown; // allocated, and somebody is told who holds it
  for (const Write &write : c.writes) {
    if (describeWrite(c, write))
      isTold |= summary[write.cell.node].kind != NodeKind::Return;
    for (const NodeCell target : write.value.targets) {
      isTold |= summary[target.node].kind >= NodeKind::Return;
      shown.insert(target.node);
    }
  }
  for (const AllocatedNode &node : c.allocated)
    if (!shown.contains(node.node)) {
      line("effect",
           "allocates " + made(node.node) + (llvm::is_contained(c.escaped, node.node) ? " and keeps it" : ""));
      isTold = true;
    }
  for (const FreedNode &freed : c.freed) {
    line("effect", "frees " + pointerTo(freed.node) + (freed.family.empty() ? "" : " of family " + freed.family.str()) +
                       (freed.isCertain ? "" : ", on some paths"));
    isTold = true;
  }
  for (const NodeId node : c.escaped)
    if (summary[node].kind == NodeKind::Input) {
      line("effect", "keeps a reference to " + pointerTo(node));
      isTold = true;
    }
  if (!isTold)
    line("effect", "none: pointers are only borrowed");
}

std::string Describer::run() {
  out = program.sourceName(id).str() + "\n";
  if (summary.isUnknown)
    line("effect", "unknown: the body is too large or too deep, so pointers are taken to be kept");
  else if (summary.cases.empty())
    line("never", "returns to its caller");
  for (const Case &c : summary.cases)
    describeCase(c);
  return std::move(out);
}

} // namespace

std::string describe(const Program &program, const specs::SpecStore &store, ProgFuncId id, const Summary &summary) {
  return Describer(program, store, id, summary).run();
}

} // namespace custody::engines::summary
