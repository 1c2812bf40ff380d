#include "heap/cases.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace custody::heap {

namespace {

NodeValue join(const NodeValue &a, const NodeValue &b) {
  NodeValue both{a.targets, a.numbers.join(b.numbers), a.copyOf == b.copyOf ? a.copyOf : std::nullopt};
  both.targets.insert(both.targets.end(), b.targets.begin(), b.targets.end());
  llvm::sort(both.targets);
  both.targets.erase(std::unique(both.targets.begin(), both.targets.end()), both.targets.end());
  return both;
}

// What a cell holds if nobody writes it.
NodeValue untouched(Summary &summary, const Write &write) {
  const NodeKind kind = summary[write.cell.node].kind;
  if (kind != NodeKind::Input && kind != NodeKind::Arg && kind != NodeKind::GlobalArg)
    return {};
  if (write.value.targets.empty() && !write.value.numbers.contains(0))
    return {{}, Numbers::all()};
  NodeId before = summary.add({.kind = NodeKind::Input, .from = write.cell});
  const bool isPointer = !write.value.targets.empty() || write.value.numbers.isExactly(0);
  return {{{before, Offset()}}, isPointer ? Numbers::none() : Numbers::all()};
}

std::vector<Write> mergeWrites(Summary &summary, const Case &a, const Case &b) {
  std::map<NodeCell, std::pair<const Write *, const Write *>> byCell;
  for (const Write &write : a.writes)
    byCell[write.cell].first = &write;
  for (const Write &write : b.writes)
    byCell[write.cell].second = &write;
  std::vector<Write> merged;
  for (const auto &[cell, sides] : byCell) {
    const auto &[left, right] = sides;
    const bool isNumberOfGlobal =
        summary[cell.node].kind == NodeKind::Global && (left ? left : right)->value.targets.empty();
    if (left && right)
      merged.push_back({cell, join(left->value, right->value)});
    else if (!isNumberOfGlobal) // what it holds otherwise, the caller knows or does not
      merged.push_back({cell, join((left ? left : right)->value, untouched(summary, left ? *left : *right))});
  }
  return merged;
}

// Whoever is said to hold it may as well hold null.
bool isHeldOrNull(llvm::ArrayRef<Write> writes, NodeId object) {
  bool isHeld = false;
  for (const Write &write : writes)
    if (llvm::any_of(write.value.targets, [&](NodeCell target) { return target.node == object; })) {
      if (!write.value.numbers.contains(0))
        return false;
      isHeld = true;
    }
  return isHeld;
}

// What only one of them makes is there unless its holders are null.
std::vector<AllocatedNode> mergeAllocated(const Case &a, const Case &b, llvm::ArrayRef<Write> writes) {
  struct Made {
    bool mayBeNull = false;
    unsigned times = 0;
  };
  std::map<NodeId, Made> byNode;
  for (const Case *side : {&a, &b})
    for (const AllocatedNode &node : side->allocated) {
      byNode[node.node].mayBeNull |= node.mayBeNull;
      ++byNode[node.node].times;
    }
  std::vector<AllocatedNode> merged;
  for (const auto &[node, made] : byNode)
    merged.push_back({node, made.mayBeNull || (made.times == 1 && isHeldOrNull(writes, node))});
  return merged;
}

std::vector<FreedNode> mergeFreed(const Case &a, const Case &b, bool onAnyPath) {
  std::map<NodeId, FreedNode> byNode;
  auto find = [](const Case &c, NodeId node) {
    auto at = llvm::find_if(c.freed, [&](const FreedNode &freed) { return freed.node == node; });
    return at == c.freed.end() ? nullptr : &*at;
  };
  for (const Case *side : {&a, &b})
    for (const FreedNode &freed : side->freed) {
      const FreedNode *other = find(side == &a ? b : a, freed.node);
      if (!onAnyPath && !other)
        continue;
      FreedNode &entry = byNode.try_emplace(freed.node, freed).first->second;
      entry.withParts |= freed.withParts;
      entry.isCertain = other && other->isCertain && freed.isCertain;
    }
  std::vector<FreedNode> merged;
  for (const auto &[node, freed] : byNode)
    merged.push_back(freed);
  return merged;
}

std::vector<NodeId> mergeEscaped(const Case &a, const Case &b) {
  std::vector<NodeId> merged;
  std::set_union(a.escaped.begin(), a.escaped.end(), b.escaped.begin(), b.escaped.end(), std::back_inserter(merged));
  return merged;
}

// Did nothing and returned null?
bool isFailure(const Summary &summary, const Case &c) {
  return c.allocated.empty() && c.freed.empty() && c.escaped.empty() && c.writes.size() == 1 &&
         summary[c.writes[0].cell.node].kind == NodeKind::Return && c.writes[0].value.isExactlyNull();
}

// The new object that is the result of the case and all that it makes, if that is so.
AllocatedNode *onlyResult(const Summary &summary, Case &c) {
  if (!c.freed.empty() || !c.escaped.empty())
    return nullptr;
  const NodeValue *result = nullptr;
  for (const Write &write : c.writes) {
    const NodeKind kind = summary[write.cell.node].kind;
    if (kind == NodeKind::Return && !result)
      result = &write.value;
    else if (kind != NodeKind::Site)
      return nullptr;
  }
  if (!result || result->targets.size() != 1 || !result->numbers.isNone())
    return nullptr;
  auto node = llvm::find_if(c.allocated, [&](const AllocatedNode &a) { return a.node == result->targets[0].node; });
  return node == c.allocated.end() ? nullptr : &*node;
}

} // namespace

// What both take for granted.
static std::vector<Requirement> commonRequirements(const Case &a, const Case &b) {
  std::vector<Requirement> common;
  for (const Requirement &left : a.requires_)
    for (const Requirement &right : b.requires_)
      if (left.cell == right.cell && left.isPointer == right.isPointer) {
        const Numbers either = left.numbers.join(right.numbers);
        if (!either.isAll())
          common.push_back({left.cell, either, left.isPointer, left.isMark && right.isMark});
      }
  return common;
}

Case mergeCases(Summary &summary, const Case &a, const Case &b, const MergeRules &rules) {
  Case merged;
  merged.requires_ = commonRequirements(a, b);
  merged.freed = mergeFreed(a, b, rules.freeOnAnyPath);
  merged.escaped = mergeEscaped(a, b);
  if (rules.preferAllocatingPaths && a.allocated.empty() != b.allocated.empty()) {
    const Case &allocating = a.allocated.empty() ? b : a;
    merged.writes = allocating.writes;
    merged.allocated = allocating.allocated;
    return merged;
  }
  merged.writes = mergeWrites(summary, a, b);
  merged.allocated = mergeAllocated(a, b, merged.writes);
  return merged;
}

std::vector<Case> mergeByResult(Summary &summary, llvm::ArrayRef<Case> cases, const MergeRules &rules) {
  std::map<uint64_t, Case> byClass;
  for (const Case &c : cases) {
    auto [entry, isNew] = byClass.try_emplace(resultClass(summary, c), c);
    if (!isNew)
      entry->second = mergeCases(summary, entry->second, c, rules);
  }
  std::vector<Case> merged;
  for (auto &[key, c] : byClass)
    merged.push_back(std::move(c));
  foldFailures(summary, merged);
  return merged;
}

void foldFailures(const Summary &summary, std::vector<Case> &cases) {
  auto failure = llvm::find_if(cases, [&](const Case &c) { return isFailure(summary, c); });
  if (failure == cases.end())
    return;
  for (Case &c : cases)
    if (AllocatedNode *node = onlyResult(summary, c)) {
      node->mayBeNull = true;
      cases.erase(failure);
      return;
    }
}

} // namespace custody::heap
