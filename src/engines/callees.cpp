#include "engines/callees.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using program::ProgFuncId;

Callees calleesAt(const program::ProgramModel &model, ProgFuncId caller, ir::StmtId stmt) {
  Callees callees;
  for (const program::CallTargets &call : model.calls.callsAt(caller, stmt)) {
    if (!call.isOwnCall())
      continue;
    callees.isComplete &= !call.mayBeUnknown && call.kind != program::CallKind::Signature;
    llvm::append_range(callees.known, model.calls.targets(call.targets));
  }
  callees.isComplete &= !callees.known.empty() && callees.known.size() <= MaxCallees;
  return callees;
}

std::optional<ProgFuncId> methodInTable(const program::Program &program, program::ProgGlobalId table, uint64_t start,
                                        int32_t slot, uint32_t pointerSize) {
  const uint64_t offset = start + uint64_t(slot) * pointerSize;
  for (const ir::InitValue &init : program.global(table).init)
    if (init.offset == offset && init.kind == ir::InitKind::FuncAddr) {
      const auto methods = program.resolve(program[table].module, ir::FuncId(init.entity));
      return methods.size() == 1 ? std::optional(methods[0]) : std::nullopt;
    }
  return {};
}

} // namespace custody::engines
