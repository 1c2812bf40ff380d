#include "heap/cases.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace custody::heap {

namespace {

void joinTargets(std::vector<NodeCell> &into, const std::vector<NodeCell> &others) {
  if (into.empty()) {
    into = others;
  } else if (!std::includes(into.begin(), into.end(), others.begin(), others.end())) {
    std::vector<NodeCell> both;
    both.reserve(into.size() + others.size());
    std::set_union(into.begin(), into.end(), others.begin(), others.end(), std::back_inserter(both));
    into = std::move(both);
  }
}

NodeValue join(NodeValue a, const NodeValue &b) {
  joinTargets(a.targets, b.targets);
  a.numbers = a.numbers.join(b.numbers);
  if (a.copyOf != b.copyOf)
    a.copyOf = std::nullopt;
  return a;
}

const Write *findWrite(const Case &c, NodeCell cell) {
  const auto at = llvm::lower_bound(c.writes, cell, [](const Write &w, NodeCell other) { return w.cell < other; });
  return at != c.writes.end() && at->cell == cell ? &*at : nullptr;
}

bool allocates(const Case &c, NodeId node) {
  return llvm::any_of(c.allocated, [&](const AllocatedNode &allocated) { return allocated.node == node; });
}

// What a cell of the caller's memory holds if nobody writes it.
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

// Items of two lists that are in the order of their keys, those of one key together; null: the other has none.
template <class Items, class Item, class Key, class Visit>
void forEachPair(Items &a, const std::vector<Item> &b, Key Item::*key, Visit visit) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    const bool isLeft = right == b.end() || (left != a.end() && (*left).*key <= (*right).*key);
    const bool isRight = left == a.end() || (right != b.end() && (*right).*key <= (*left).*key);
    visit(isLeft ? &*left : nullptr, isRight ? &*right : nullptr);
    left += isLeft;
    right += isRight;
  }
}

// What the cell holds after a case that does not say so. Nothing: the caller knows, or does not.
std::optional<NodeValue> unsaid(Summary &summary, const Case &c, const Write &write) {
  if (write.value.targets.empty() && summary[write.cell.node].kind == NodeKind::Global)
    return {};
  if (!allocates(c, write.cell.node)) // there is no such object, or it is the caller's
    return untouched(summary, write);
  const Write *everywhere = findWrite(c, {write.cell.node, Offset::unknown()});
  return everywhere ? everywhere->value : NodeValue();
}

// Takes what `a` writes, but for what unsaid() asks for.
std::vector<Write> mergeWrites(Summary &summary, Case &a, const Case &b) {
  std::vector<Write> merged;
  merged.reserve(a.writes.size() + b.writes.size());
  auto take = [](Write &write) {
    return write.cell.offset.isUnknown() ? write.value : NodeValue(std::move(write.value));
  };
  forEachPair(a.writes, b.writes, &Write::cell, [&](Write *left, const Write *right) {
    const Write &one = left ? *left : *right;
    if (left && right)
      merged.push_back({one.cell, join(take(*left), right->value)});
    else if (std::optional<NodeValue> other = unsaid(summary, left ? b : a, one))
      merged.push_back({one.cell, join(left ? take(*left) : right->value, *other)});
  });
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
  std::vector<AllocatedNode> merged;
  forEachPair(a.allocated, b.allocated, &AllocatedNode::node,
              [&](const AllocatedNode *left, const AllocatedNode *right) {
                const NodeId node = left ? left->node : right->node;
                const bool mayBeNull = (left && left->mayBeNull) || (right && right->mayBeNull);
                merged.push_back({node, mayBeNull || (!(left && right) && isHeldOrNull(writes, node))});
              });
  return merged;
}

std::vector<FreedNode> mergeFreed(const Case &a, const Case &b, bool onAnyPath) {
  std::vector<FreedNode> merged;
  forEachPair(a.freed, b.freed, &FreedNode::node, [&](const FreedNode *left, const FreedNode *right) {
    const bool isBoth = left && right;
    if (!isBoth && !onAnyPath)
      return;
    FreedNode freed = left ? *left : *right;
    freed.withParts |= isBoth && right->withParts;
    freed.isCertain = isBoth && left->isCertain && right->isCertain;
    merged.push_back(freed);
  });
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

// Does the case end the life of what the node holds? So does the free of an argument, and of the parts of what is
// freed. A block that is replaced by a larger one lives on.
bool isEnd(const Summary &summary, const Case &c, NodeId node) {
  if (summary.depth(node) <= 1)
    return true;
  const NodeCell from = summary[node].from;
  const Write *write = findWrite(c, from);
  const bool isReplaced = write && !write->value.targets.empty();
  auto isFreed = [&] {
    const auto at = llvm::lower_bound(c.freed, from.node, [](const FreedNode &f, NodeId id) { return f.node < id; });
    return at != c.freed.end() && at->node == from.node;
  };
  return summary.isOneObject(node) && !isReplaced &&
         (summary.depth(from.node) <= 1 || (isFreed() && isEnd(summary, c, from.node)));
}

void markEnds(const Summary &summary, Case &c) {
  for (FreedNode &freed : c.freed)
    freed.isEnd = isEnd(summary, c, freed.node);
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

Case mergeCases(Summary &summary, Case a, const Case &b, const MergeRules &rules) {
  Case merged;
  merged.requires_ = commonRequirements(a, b);
  merged.freed = mergeFreed(a, b, rules.freeOnAnyPath);
  merged.escaped = mergeEscaped(a, b);
  if (rules.preferAllocatingPaths && a.allocated.empty() != b.allocated.empty()) {
    merged.writes = a.allocated.empty() ? b.writes : std::move(a.writes);
    merged.allocated = a.allocated.empty() ? b.allocated : std::move(a.allocated);
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
      entry->second = mergeCases(summary, std::move(entry->second), c, rules);
  }
  std::vector<Case> merged;
  for (auto &[key, c] : byClass)
    merged.push_back(std::move(c));
  foldFailures(summary, merged);
  for (Case &c : merged)
    markEnds(summary, c);
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
