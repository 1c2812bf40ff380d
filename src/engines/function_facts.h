// Facts about a function that do not depend on memory.
#pragma once

#include "program/program.h"
#include "llvm/ADT/DenseSet.h"

namespace custody::engines {

struct FunctionFacts {
  std::vector<bool> isEntryValue;          // by variable: a formal that nobody writes or takes the address of
  std::vector<bool> isAddressTaken;        // by variable
  std::vector<bool> isIgnored;             // by variable: the result of a call that nobody looks at
  std::vector<ir::VarId> storedIn;         // by temporary with a call's result: the variable that gets it at once
  std::vector<bool> isBranchedOn;          // by variable: some branch depends on it
  llvm::DenseSet<ir::Unit> virtualDeletes; // delete-expressions that find the object by its virtual destructor
  bool isMain = false;
};

// Does it free the whole object although the pointer is to a base in it?
bool freesWholeObject(const FunctionFacts &facts, const ir::Free &op);

// Does the function decide by the result of the call?
bool isResultBranchedOn(const FunctionFacts &facts, const ir::Function &function, ir::StmtId call);

// Where the result of a call is stored at last: a temporary is emptied by the next statement.
ir::ExprId placeOfResult(const ir::Function &function, ir::StmtId call, ir::ExprId dst);

// Every expression that a statement or a branch is made of. The table has others, which nobody uses.
std::vector<ir::ExprId> usedExpressions(const ir::Function &function);

FunctionFacts scanFunction(const program::Program &program, program::ProgFuncId id);

} // namespace custody::engines
