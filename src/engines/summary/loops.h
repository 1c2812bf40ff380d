// The loops of a function, and an order of its blocks that follows the flow.
#pragma once

#include "ir/function.h"
#include "llvm/ADT/SmallVector.h"

namespace custody::engines::summary {

class Loops {
public:
  explicit Loops(const ir::Function &function);

  // Reverse postorder, with the blocks of a loop before what follows it.
  uint32_t order(ir::BlockId block) const { return position[block.index]; }
  // The target of an edge that goes backward.
  bool isReentered(ir::BlockId block) const { return reentered[block.index]; }
  bool hasOneWayIn(ir::BlockId block) const { return waysIn[block.index] == 1; }
  // The head of a loop of the source: the target of a loop-back edge, whose blocks are known.
  bool isHead(ir::BlockId block) const { return !bodies[block.index].empty(); }
  bool contains(ir::BlockId head, ir::BlockId block) const;
  // A block that only computes whether the loop goes on: the head, and blocks after it that assign to temporaries only.
  bool isCondition(ir::BlockId head, ir::BlockId block) const;

private:
  void findOrder(const ir::Function &function);
  void addSuccessors(const ir::Function &function, uint32_t block, std::vector<uint32_t> &out) const;
  bool findBodies(const ir::Function &function);

  std::vector<uint32_t> position, waysIn;
  std::vector<bool> reentered, computesOnly;
  std::vector<std::vector<uint32_t>> bodies;         // by head: sorted blocks; empty for other blocks
  std::vector<llvm::SmallVector<uint32_t, 2>> heads; // by block: of the loops that it is in
};

} // namespace custody::engines::summary
