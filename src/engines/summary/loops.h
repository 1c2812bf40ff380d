// The loops of a function, and an order of its blocks that follows the flow.
#pragma once

#include "ir/function.h"

namespace custody::engines::summary {

class Loops {
public:
  explicit Loops(const ir::Function &function);

  uint32_t order(ir::BlockId block) const { return position[block.index]; } // reverse postorder
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
  void findBodies(const ir::Function &function);

  std::vector<uint32_t> position, waysIn;
  std::vector<bool> reentered, computesOnly;
  std::vector<std::vector<uint32_t>> bodies; // by head: sorted blocks; empty for other blocks
};

} // namespace custody::engines::summary
