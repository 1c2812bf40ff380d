#include "cli/census.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace custody::cli {

namespace {

constexpr size_t MostRows = 20;

Counts countsOf(const ir::Function &function) {
  Counts counts;
  for (const ir::Stmt &stmt : function.stmts) {
    counts.allocations += std::holds_alternative<ir::Alloc>(stmt.op) || std::holds_alternative<ir::Realloc>(stmt.op);
    counts.frees += std::holds_alternative<ir::Free>(stmt.op);
    counts.unknowns += std::holds_alternative<ir::Unknown>(stmt.op);
  }
  return counts;
}

std::string place(const ir::Module &module, const ir::Loc &loc) {
  if (!loc.valid())
    return module.name;
  return (module.fileName(loc.file) + ":" + llvm::Twine(loc.line)).str();
}

std::string counted(size_t number, llvm::StringRef noun) {
  return (llvm::Twine(number) + " " + noun + (number == 1 ? "" : "s")).str();
}

} // namespace

Counts &Counts::operator+=(const Counts &other) {
  allocations += other.allocations;
  frees += other.frees;
  unknowns += other.unknowns;
  return *this;
}

Census takeCensus(const program::Program &program, size_t units) {
  Census census;
  census.units = units;
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    program::ProgFuncId id(i);
    if (!program.hasBody(id))
      continue;
    Counts counts = countsOf(program.function(id));
    ++census.functions;
    census.total += counts;
    if (!program.function(id).isSystem && counts.allocations + counts.frees > 0)
      census.holders.push_back({id, counts});
  }
  return census;
}

void printCensus(llvm::raw_ostream &out, const program::Program &program, const Census &census) {
  for (const Census::Row &row : llvm::ArrayRef(census.holders).take_front(MostRows)) {
    std::string where = place(program.moduleOf(row.function), program.function(row.function).loc);
    out << where << ": " << program.sourceName(row.function) << ": " << counted(row.counts.allocations, "allocation")
        << ", " << counted(row.counts.frees, "free") << '\n';
  }
  if (census.holders.size() > MostRows)
    out << "… and " << counted(census.holders.size() - MostRows, "more function") << '\n';
  out << counted(census.units, "unit") << ", " << counted(census.functions, "function") << ", "
      << counted(census.total.allocations, "allocation") << ", " << counted(census.total.frees, "free") << ", "
      << counted(census.total.unknowns, "unknown statement") << '\n';
}

} // namespace custody::cli
