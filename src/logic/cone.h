// The nodes under a formula, operands first, without recursion.
#pragma once

#include "logic/terms.h"

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

} // namespace custody::logic
