// Decides which LLVM values become variables and which fold into the expressions that use them.
//
// Clang's output has a temporary for every operation; the heap IR wants `q = p->next`. A load may be folded into its
// use only if nothing in between may change what it reads:
//
//     %0 = load p                          t1 = p          (the store below changes p before %0 is used)
//     store 0, p                  ==>      p = null
//     call free(%0)                        free(t1)
//
// Values that are used in another block, or often while being large, are held in temporaries as well, so that an
// expression is never evaluated at another place than its own and trees stay small. One pass forward and one backward
// over each block: linear.
#pragma once

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace custody::lower {

// Values that need a temporary of their own.
llvm::DenseSet<const llvm::Instruction *> valuesToHold(const llvm::Function &function);

// Has no effect of its own: its value can be computed where it is used.
bool isFoldable(const llvm::Instruction &instruction);

// Slots that only direct loads and stores (also of their parts) touch.
llvm::DenseSet<const llvm::AllocaInst *> privateSlots(const llvm::Function &function);

// The stack slot that an address is computed from without leaving it, or null.
const llvm::AllocaInst *slotOf(const llvm::Value *address);

} // namespace custody::lower
