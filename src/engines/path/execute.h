// One function from entry to its exits, all ways at once (saturn-leaks-2005, sections 2 and 3.5).
//
// Blocks are looked at in an order in which what leads to a block comes before it; states that meet are merged under
// their conditions. A loop is looked at a few times with its way back cut off after the last: its first iterations;
// they are fewer if they cost too much of the function's budget. If a way out of it is not taken by then, as with a
// loop to a large constant, it is looked at once more as its last iteration: what the body assigns is unknown. What the
// first iterations made and lost is not in that state, so the ways that would have gone on are kept beside it.
#pragma once

#include "engines/path/transfer.h"

namespace custody::engines::path {

struct Exit {
  State state;
  ir::BlockId block;
};

struct Execution {
  std::vector<Exit> returns;
  std::vector<Exit> throws;
  std::vector<Exit> goingOn; // around a loop, more often than is looked at; by the loop's head
  std::string overBudget;    // why it was given up; empty: it was not
};

Execution execute(Context &context, Transfer &transfer);

} // namespace custody::engines::path
