// The nodes under a formula, operands first, without recursion.
#pragma once

#include "logic/terms.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

namespace custody::logic {

// Calls `visit(index)` for each node under `root`, itself included, for which `isDone(index)` is false; after the visit
// it must be true. Nodes that are done are not entered. `pending` is empty before and after, and given for its memory.
// The visit may add to the arena.
template <class IsDone, class Visit>
void visitCone(const Terms &terms, uint32_t root, std::vector<uint32_t> &pending, IsDone isDone, Visit visit) {
  pending.push_back(root);
  while (!pending.empty()) {
    uint32_t index = pending.back();
    if (isDone(index)) {
      pending.pop_back();
      continue;
    }
    bool isReady = true;
    forEachOperand(terms.node(index), [&](uint32_t operand) {
      if (!isDone(operand)) {
        pending.push_back(operand);
        isReady = false;
      }
    });
    if (isReady) {
      pending.pop_back();
      visit(index);
    }
  }
}

// The nodes of conditions and numbers, each once: `visit(number, node, how many were seen so far)`, until it says no.
// Returns how many were seen.
template <class Visit>
size_t visitNodes(const Terms &terms, llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words, Visit visit) {
  llvm::DenseSet<uint32_t> seen;
  std::vector<uint32_t> work;
  auto add = [&](uint32_t node) {
    if (seen.insert(node).second)
      work.push_back(node);
  };
  for (Guard guard : guards)
    add(guard.node());
  for (Word word : words)
    add(word.node());
  while (!work.empty()) {
    const uint32_t index = work.back();
    const Node node = terms.node(index);
    if (!visit(index, node, seen.size()))
      break;
    work.pop_back();
    forEachOperand(node, add);
  }
  return seen.size();
}

// How many nodes conditions and numbers have, as far as `limit`.
inline size_t countNodes(const Terms &terms, llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words, size_t limit) {
  return visitNodes(terms, guards, words, [&](uint32_t, const Node &, size_t seen) { return seen <= limit; });
}

} // namespace custody::logic
