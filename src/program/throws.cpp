#include "program/throws.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

static bool hasThrow(const ir::Function &function) {
  return llvm::any_of(function.stmts, [](const ir::Stmt &stmt) { return std::holds_alternative<ir::Throw>(stmt.op); });
}

// A C++ function from elsewhere; declarations that nobody calls, those of pure virtual functions among them, say
// nothing.
static bool isUnknownThrower(const Program &program, const FunctionSpecs &specs, const CallGraph &calls,
                             ProgFuncId id) {
  const ir::Function &function = program.function(id);
  if (function.attrs.noThrow || specs.find(id) || !program.moduleOf(id).text(function.linkName).starts_with("_Z"))
    return false;
  bool isCalled = false;
  calls.forEachCaller(id, [&](ProgFuncId, const CallTargets &) { isCalled = true; });
  return isCalled;
}

bool throwsSomewhere(const Program &program, const FunctionSpecs &specs, const CallGraph &calls) {
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const ProgFuncId id(i);
    if (program.hasBody(id) ? hasThrow(program.function(id)) : isUnknownThrower(program, specs, calls, id))
      return true;
  }
  return false;
}

} // namespace custody::program
