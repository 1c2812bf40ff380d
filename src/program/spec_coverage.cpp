#include "program/spec_coverage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <algorithm>
#include <map>

namespace custody::program {

using namespace ir;

static bool isPointer(const Module &module, TypeId type) {
  return type && module[type].kind == TypeKind::Pointer;
}

static bool concernsPointers(const Module &module, const Function &caller, const Call &call) {
  const bool passes =
      llvm::any_of(caller.list(call.args), [&](ExprId argument) { return isPointer(module, caller[argument].type); });
  const TypeId type = module[call.function].type;
  return passes || (type && isPointer(module, module[type].inner));
}

static void countCalls(const Program &program, ProgFuncId id, std::map<ProgFuncId, uint64_t> &counts) {
  const Module &module = program.moduleOf(id);
  const Function &function = program.function(id);
  for (const Stmt &stmt : function.stmts) {
    const auto *call = std::get_if<Call>(&stmt.op);
    if (!call || call->calleeKind != CalleeKind::Direct || !call->function)
      continue;
    const ProgFuncId target = program.resolve(id, call->function).front();
    if (!program.hasBody(target) && concernsPointers(module, function, *call))
      ++counts[target];
  }
}

SpecCoverage measureCoverage(const Program &program, const FunctionSpecs &specs) {
  std::map<ProgFuncId, uint64_t> counts;
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    if (program.hasBody(ProgFuncId(f)) && !program.function(ProgFuncId(f)).isSystem)
      countCalls(program, ProgFuncId(f), counts);

  SpecCoverage coverage;
  for (const auto &[id, calls] : counts) {
    const specs::FunctionSpec *spec = specs.find(id);
    const bool isModelled = spec && !spec->partial;
    ++coverage.functions;
    coverage.calls += calls;
    coverage.modelledFunctions += isModelled;
    coverage.modelled += isModelled ? calls : 0;
    if (!isModelled)
      coverage.missing.push_back({llvm::demangle(program.linkName(id).str()), calls});
  }
  llvm::sort(coverage.missing, [](const auto &a, const auto &b) {
    return std::pair(b.calls, llvm::StringRef(a.function)) < std::pair(a.calls, llvm::StringRef(b.function));
  });
  return coverage;
}

} // namespace custody::program
