#include "heap/summary.h"
#include "support/mixed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace custody::heap {

const NodeValue *Case::result(NodeId returnNode) const {
  for (const Write &write : writes)
    if (write.cell == NodeCell{returnNode, Offset()})
      return &write.value;
  return nullptr;
}

// Does it stand for the same storage?
static bool isSame(const Node &a, const Node &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case NodeKind::Global:
  case NodeKind::GlobalArg:
    return a.global == b.global;
  case NodeKind::Arg:
    return a.arg == b.arg;
  case NodeKind::Input:
    return a.from == b.from;
  case NodeKind::Site:
    return a.function == b.function && a.stmt == b.stmt && a.ordinal == b.ordinal;
  case NodeKind::Foreign:
  case NodeKind::Return:
    return true;
  }
  return true;
}

// Of what isSame() looks at.
static uint32_t hashOf(const Node &node) {
  const uint64_t kind = uint64_t(node.kind) << 56;
  switch (node.kind) {
  case NodeKind::Global:
  case NodeKind::GlobalArg:
    return support::mixed(kind, node.global.index);
  case NodeKind::Arg:
    return support::mixed(kind, node.arg);
  case NodeKind::Input:
    return support::mixed(kind, uint64_t(node.from.node.index) << 32 | uint32_t(node.from.offset.key()));
  case NodeKind::Site:
    return support::mixed(support::mixed(kind, uint64_t(node.function.index) << 32 | node.stmt.index), node.ordinal);
  case NodeKind::Foreign:
  case NodeKind::Return:
    return support::mixed(kind, 0);
  }
  return 0;
}

NodeId Summary::find(const Node &node) const {
  if (slots.empty()) {
    const auto at = llvm::find_if(nodes, [&](const Node &known) { return isSame(known, node); });
    return at == nodes.end() ? NodeId() : NodeId(at - nodes.begin());
  }
  const uint32_t known = slots[slotOf(node)];
  return known != 0 || node.kind == NodeKind::Foreign ? NodeId(known) : NodeId();
}

// The slot of the node, or the one that it would get.
uint32_t Summary::slotOf(const Node &node) const {
  const uint32_t mask = slots.size() - 1;
  uint32_t at = hashOf(node) & mask;
  while (slots[at] != 0 && !isSame(nodes[slots[at]], node))
    at = (at + 1) & mask;
  return at;
}

// At least half of the slots stay empty.
void Summary::makeSlots() {
  slots.assign(llvm::PowerOf2Ceil(nodes.size()) * 4, 0);
  for (uint32_t i = 1; i < nodes.size(); ++i)
    slots[slotOf(nodes[i])] = i;
}

NodeId Summary::add(const Node &node) {
  if (NodeId known = find(node))
    return known;
  const bool isInput = node.kind == NodeKind::Input;
  const Place from = isInput ? places[node.from.node.index] : Place();
  places.push_back({from.depth + isInput, from.isOne && !(isInput && (node.isMany || !node.from.offset.isExact()))});
  nodes.push_back(node);
  if (nodes.size() * 2 > slots.size() && nodes.size() > MaxSearched)
    makeSlots();
  else if (!slots.empty())
    slots[slotOf(node)] = nodes.size() - 1;
  return NodeId(nodes.size() - 1);
}

uint64_t resultClass(const Summary &summary, const Case &c) {
  const NodeValue *result = c.result(summary.find({.kind = NodeKind::Return}));
  if (!result)
    return 0;
  const Numbers &numbers = result->numbers;
  if (result->targets.empty() && numbers.isOne())
    return (uint64_t(numbers.min()) << 8) | 128;
  uint64_t mask = 1 | (result->targets.empty() ? 0 : 16);
  if (!numbers.isNone())
    mask |= (numbers.min() < 0 ? 2 : 0) | (numbers.contains(0) ? 4 : 0) | (numbers.max() > 0 ? 8 : 0);
  return mask;
}

} // namespace custody::heap
