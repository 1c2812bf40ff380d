// Which variables somebody will still read.
//
//     for (i = 0; i < n; i++) sum += a[i];      after the loop nobody asks what `i` was: two states that differ
//     ...                                       in it alone are one
//
// In C most variables live to the end of the function and are needed for a few lines. What a dead one holds makes
// states larger, and different where they are the same to all that follows, so that blocks are run again for nothing.
//
// Backward over the blocks: a variable is live where a read is reached before a write of all of it. Those whose address
// is taken are read and written by ways that are not looked for here: always live.
#pragma once

#include "engines/function_facts.h"
#include "llvm/ADT/BitVector.h"

namespace custody::engines::summary {

class Liveness {
public:
  Liveness(const ir::Function &function, const FunctionFacts &facts);

  // May what it holds at the start of the block be read?
  bool isLive(ir::BlockId at, ir::VarId var) const { return liveAt[at.index][var.index]; }

private:
  std::vector<llvm::BitVector> liveAt; // by block
};

} // namespace custody::engines::summary
