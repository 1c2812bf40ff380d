// Functions that call each other: who is looked at first, and who again.
//
//     A fixpoint over signatures costs as many looks as signatures take steps. With callees before callers, as far as
//     that goes, most steps are made within one round; and only who calls a function whose signature has changed is
//     looked at again.
#pragma once

#include "program/call_graph.h"

namespace custody::engines::ownership {

struct Recursion {
  std::vector<program::ProgFuncId> functions; // in postorder of calls
  std::vector<std::vector<uint32_t>> callers; // by function: which of them may call it, itself too
};

// Of a component of the call graph, or some functions of one.
Recursion arrange(const program::CallGraph &calls, llvm::ArrayRef<program::ProgFuncId> component);

} // namespace custody::engines::ownership
