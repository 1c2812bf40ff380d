// Undoes Clang's funnels.
//
// Problem. Clang sends several exits of a scope through one block of cleanup code and splits them again behind it, by a
// number that each exit left in a slot; all returns meet in one block:
//
//     if (a) { retval = 1; cleanup.dest = 1; goto cleanup; }          every error path is merged with the
//     if (b) { cleanup.dest = 2; goto cleanup; }                      success path exactly where leaks
//     cleanup: ~s(); switch (cleanup.dest) { 1: return; 2: break; }   are decided
//
// Idea. Walk the function's blocks from the entry with a small state: the values of the compiler-made flags that are
// live (`cleanup.dest.slot`, `nrvo`, `cleanup.cond`, `cleanup.isactive`), and the exit that is being taken. A block is
// visited once per state, so each visit is a copy of its own; a branch on a known flag has one successor. The exit is
// the edge by which the path entered the cleanup code, and is forgotten when the path is back in ordinary code. The
// block that returns is thus copied for each `return`, and the cleanup of an exception for each `throw`. A landing pad
// is copied for each call that may lead to it: what has to end differs from call to call. The condition of a loop with
// several parts (`while (a || b)`) is such a flag, too: where `a` is true nobody computes the rest.
//
// Termination and cost. States are finite: a flag holds one of the constants stored to it. The number of copies is
// capped; a function that exceeds the cap is walked again with exits merged, then with flags unknown. Linear in the
// number of copies.
#pragma once

#include "ir/function.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include <vector>

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
class Instruction;
class PHINode;
} // namespace llvm

namespace custody::lower {

struct PathEdge {
  uint32_t to = 0;        // index of a PathNode
  unsigned successor = 0; // which successor of the block's terminator it is
  bool isLoopBack = false;
};

struct PathNode {
  llvm::BasicBlock *block = nullptr;
  llvm::SmallVector<PathEdge, 2> edges; // a branch on a known flag has one only
  llvm::SmallVector<uint32_t, 2> predecessors;
  uint32_t fanIn = 0;        // predecessors of the block in Clang's graph
  llvm::DebugLoc exitLoc;    // position of the jump that this copy of cleanup code belongs to
  bool isExit = false;       // cleanup code on the way of one exit
  bool isBehindLoop = false; // of its own for one `break`, which ended before it
  bool isUnwinding = false;  // an exception is on its way here
  bool isDecided = false;    // the conditions that are computed here are known
};

struct PathGraph {
  std::vector<PathNode> nodes;                              // in reverse post-order; 0 is the entry
  llvm::DenseMap<const llvm::AllocaInst *, unsigned> flags; // stores to and loads from these are resolved
  llvm::DenseSet<const llvm::PHINode *> flagPhis;           // and so are these
  llvm::DenseSet<const llvm::PHINode *> conditionPhis;      // and these where they are known
  bool isOverBudget = false;
};

struct Jumps {
  // The position of the `return`, `break`, `continue` or `goto` that ends a block, or none.
  llvm::function_ref<llvm::DebugLoc(const llvm::BasicBlock &)> endOf;
  llvm::function_ref<bool(const llvm::DebugLoc &)> isBreak;
};

PathGraph buildPaths(llvm::Function &function, const Jumps &jumps, bool keepExits = true);

// Blocks that Clang makes for constructing and destroying arrays; their loops run once here, "for each element".
bool isArrayLoop(const llvm::BasicBlock &block);

} // namespace custody::lower
