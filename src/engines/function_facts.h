// Facts about a function that do not depend on memory.
#pragma once

#include "program/program.h"

namespace custody::engines {

struct FunctionFacts {
  std::vector<bool> isEntryValue;   // by variable: a formal that nobody writes or takes the address of
  std::vector<bool> isAddressTaken; // by variable
  std::vector<bool> isIgnored;      // by variable: the result of a call that nobody looks at
  bool isMain = false;
};

// Every expression that a statement or a branch is made of. The table has others, which nobody uses.
std::vector<ir::ExprId> usedExpressions(const ir::Function &function);

FunctionFacts scanFunction(const program::Program &program, program::ProgFuncId id);

} // namespace custody::engines
