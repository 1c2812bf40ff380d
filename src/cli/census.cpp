#include "cli/census.h"
#include "llvm/ADT/Twine.h"

namespace custody::cli {

namespace {

void count(const ir::Function &function, Census &census) {
  ++census.functions;
  for (const ir::Stmt &stmt : function.stmts) {
    census.allocations += std::holds_alternative<ir::Alloc>(stmt.op) || std::holds_alternative<ir::Realloc>(stmt.op);
    census.frees += std::holds_alternative<ir::Free>(stmt.op);
    census.unknowns += std::holds_alternative<ir::Unknown>(stmt.op);
  }
}

std::string counted(size_t number, llvm::StringRef noun) {
  return (llvm::Twine(number) + " " + noun + (number == 1 ? "" : "s")).str();
}

} // namespace

Census takeCensus(const program::Program &program, size_t units) {
  Census census;
  census.units = units;
  for (uint32_t i = 0; i < program.numFunctions(); ++i)
    if (program::ProgFuncId id(i); program.hasBody(id))
      count(program.function(id), census);
  return census;
}

std::string describe(const Census &census) {
  return counted(census.units, "unit") + ", " + counted(census.functions, "function") + ", " +
         counted(census.allocations, "allocation") + ", " + counted(census.frees, "free") + ", " +
         counted(census.unknowns, "unknown statement");
}

} // namespace custody::cli
