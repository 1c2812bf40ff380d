// Initial values of globals: the scalars of an initialiser with their byte offsets. Tables of functions (ops tables,
// vtables) are read by the call graph, constants by the engines' pruning.
#pragma once

#include "ir/module.h"

namespace llvm {
class GlobalVariable;
}

namespace custody::lower {

class Declarations;
class SourceTypes;

struct InitialValue {
  bool isKnown = false; // false for external variables, and for tables of numbers too large to be worth keeping
  std::vector<ir::InitValue> scalars;
};

InitialValue initialValue(const llvm::GlobalVariable &variable, Declarations &declarations, SourceTypes &types);

} // namespace custody::lower
