#include "heap/summary.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::heap {

const NodeValue *Case::result(NodeId returnNode) const {
  for (const Write &write : writes)
    if (write.cell == NodeCell{returnNode, Offset()})
      return &write.value;
  return nullptr;
}

NodeId Summary::find(const Node &node) const {
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    const Node &known = nodes[i];
    if (known.kind != node.kind)
      continue;
    const bool isGlobal = node.kind == NodeKind::Global || node.kind == NodeKind::GlobalArg;
    const bool isSame = isGlobal                       ? known.global == node.global
                        : node.kind == NodeKind::Arg   ? known.arg == node.arg
                        : node.kind == NodeKind::Input ? known.from == node.from
                        : node.kind == NodeKind::Site  ? known.function == node.function && known.stmt == node.stmt &&
                                                            known.ordinal == node.ordinal
                                                      : true;
    if (isSame)
      return NodeId(i);
  }
  return {};
}

NodeId Summary::add(const Node &node) {
  if (NodeId known = find(node))
    return known;
  const bool isInput = node.kind == NodeKind::Input;
  const Place from = isInput ? places[node.from.node.index] : Place();
  places.push_back({from.depth + isInput, from.isOne && !(isInput && (node.isMany || !node.from.offset.isExact()))});
  nodes.push_back(node);
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
