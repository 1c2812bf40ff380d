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
#include "llvm/ADT/ArrayRef.h"

namespace custody::engines::summary {

// A set of variables for each block: all of one width, in one array.
class VariableBits {
public:
  explicit VariableBits(const ir::Function &function)
      : width((function.vars.size() + 63) / 64), words(width * function.blocks.size()) {}

  llvm::MutableArrayRef<uint64_t> row(uint32_t block) { return {words.data() + width * block, width}; }
  llvm::ArrayRef<uint64_t> row(uint32_t block) const { return {words.data() + width * block, width}; }

private:
  size_t width;
  std::vector<uint64_t> words;
};

class Liveness {
public:
  Liveness(const ir::Function &function, const FunctionFacts &facts);

  // May what it holds at the start of the block be read?
  bool isLive(ir::BlockId at, ir::VarId var) const {
    return liveAt.row(at.index)[var.index / 64] >> var.index % 64 & 1;
  }

private:
  bool update(const ir::Function &function, uint32_t block, llvm::ArrayRef<uint64_t> read,
              llvm::ArrayRef<uint64_t> written);

  VariableBits liveAt;
};

} // namespace custody::engines::summary
