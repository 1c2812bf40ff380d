#include "engines/callees.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using program::ProgFuncId;

namespace {

// Is the function one that allocates or frees, and that is known by its specification?
bool isOfHeap(const program::ProgramModel &model, ProgFuncId id) {
  const specs::FunctionSpec *spec = model.specs.find(id);
  if (!spec)
    return false;
  return llvm::any_of(spec->results, [](const specs::Result &r) { return r.kind == specs::Result::Kind::Own; }) ||
         llvm::any_of(spec->effects, [](const specs::Effect &e) {
           return e.place.isArgument() &&
                  (e.kind == specs::Effect::Kind::Frees || e.kind == specs::Effect::Kind::Reallocates);
         });
}

// Is the pointer of the call in a global, or in a field of one?
bool isInGlobal(const ir::Function &function, ir::StmtId stmt) {
  const auto *call = std::get_if<ir::Call>(&function[stmt].op);
  if (!call || call->calleeKind != ir::CalleeKind::Indirect)
    return false;
  ir::ExprId at = call->pointer;
  while (function[at].kind == ir::ExprKind::Cast)
    at = function[at].a;
  if (function[at].kind != ir::ExprKind::Load)
    return false;
  for (at = function[at].a; function[at].kind == ir::ExprKind::Field;)
    at = function[at].a;
  return function[at].kind == ir::ExprKind::Global;
}

// Pointers that users may replace are one to points-to, whatever their types: those that cannot be in this one go.
void keepFitting(const program::Program &program, ProgFuncId caller, ir::StmtId stmt, std::vector<ProgFuncId> &known) {
  const ir::Function &function = program.function(caller);
  const ir::TypeId pointer = function[std::get<ir::Call>(function[stmt].op).pointer].type;
  const ir::Module &module = program.moduleOf(caller);
  if (!pointer || module[pointer].kind != ir::TypeKind::Pointer)
    return;
  const program::ProgTypeId wanted = program.resolve(caller, module[pointer].inner);
  llvm::erase_if(known, [&](ProgFuncId id) {
    const ir::TypeId type = program.function(id).type;
    return type && program.resolve(id, type) != wanted;
  });
}

// Does the branch, where it takes the edge, know that a pointer is not the address of this function?
bool refusesItself(const program::Program &program, ProgFuncId id, const ir::Term &term, size_t edge) {
  const ir::Function &function = program.function(id);
  if (term.kind != ir::TermKind::Branch || function[term.value].kind != ir::ExprKind::Binary)
    return false;
  const ir::Expr &test = function[term.value];
  if (test.op != (edge == 0 ? ir::Op::Ne : ir::Op::Eq))
    return false;
  return llvm::any_of(llvm::ArrayRef({test.a, test.b}), [&](ir::ExprId side) {
    return function[side].kind == ir::ExprKind::FuncAddr &&
           llvm::is_contained(program.resolve(id, function[side].func()), id);
  });
}

// Is the call made only where its pointer is not the calling function?
bool isReplacement(const program::Program &program, ProgFuncId caller, ir::StmtId stmt) {
  const ir::Function &function = program.function(caller);
  auto isOfCall = [&](ir::BlockId id) {
    const ir::Block &block = function[id];
    return stmt.index >= block.firstStmt && stmt.index < block.firstStmt + block.stmtCount;
  };
  bool isEntered = false;
  for (const ir::Block &block : function.blocks)
    for (size_t e = 0; e < block.term.edges.size(); ++e)
      if (isOfCall(block.term.edges[e].to)) {
        isEntered = true;
        if (!refusesItself(program, caller, block.term, e))
          return false;
      }
  return isEntered;
}

} // namespace

Callees calleesOf(const program::ProgramModel &model, ProgFuncId caller, const program::CallTargets &call) {
  Callees callees;
  callees.known = model.calls.targets(call.targets);
  callees.isComplete = !call.mayBeUnknown && call.kind != program::CallKind::Signature;
  if (call.kind == program::CallKind::Indirect && call.mayBeUnknown) {
    const bool isHook = isInGlobal(model.program.function(caller), call.stmt);
    if (isHook) {
      keepFitting(model.program, caller, call.stmt, callees.known);
      if (llvm::is_contained(callees.known, caller) && isReplacement(model.program, caller, call.stmt)) {
        std::erase(callees.known, caller);
        callees.isItself = callees.known.empty();
      }
    }
    auto isOther = [&](ProgFuncId id) { return !isOfHeap(model, id); };
    const auto others = llvm::count_if(callees.known, isOther);
    if (isHook) {
      callees.isComplete = true;
      if (size_t(others) < callees.known.size())
        llvm::erase_if(callees.known, isOther);
    } else {
      callees.isComplete |= others == 0;
    }
  }
  callees.isComplete &= !callees.known.empty() && callees.known.size() <= MaxCallees;
  return callees;
}

Callees calleesAt(const program::ProgramModel &model, ProgFuncId caller, ir::StmtId stmt) {
  Callees all;
  for (const program::CallTargets &call : model.calls.callsAt(caller, stmt)) {
    if (!call.isOwnCall())
      continue;
    const Callees callees = calleesOf(model, caller, call);
    all.isComplete &= callees.isComplete;
    all.isItself |= callees.isItself;
    llvm::append_range(all.known, callees.known);
  }
  all.isComplete &= !all.known.empty() && all.known.size() <= MaxCallees;
  return all;
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

int64_t receiverShift(const program::ProgramModel &model, ProgFuncId caller, const ir::Call &call, ProgFuncId callee) {
  const ir::RecordId runs = model.program.function(callee).record;
  if (call.calleeKind != ir::CalleeKind::Virtual || !call.record || !runs)
    return 0;
  return -int64_t(
      model.classes.baseOffset(model.program.resolve(callee, runs), model.program.resolve(caller, call.record)));
}

// None for methods.
static llvm::ArrayRef<ir::TypeId> parameterTypes(const ir::Module &module, const ir::Function &caller,
                                                 const ir::Call &call) {
  ir::TypeId type = call.calleeKind == ir::CalleeKind::Indirect ? caller[call.pointer].type
                    : call.function                             ? module[call.function].type
                                                                : ir::TypeId();
  if (type && module[type].kind == ir::TypeKind::Pointer)
    type = module[type].inner;
  const bool isMethod = call.function && module[call.function].record;
  if (!type || module[type].kind != ir::TypeKind::Function || isMethod)
    return {};
  return module[type].params;
}

bool isConstArgument(const ir::Module &module, const ir::Function &caller, const ir::Call &call, size_t number) {
  const llvm::ArrayRef<ir::TypeId> types = parameterTypes(module, caller, call);
  return number < types.size() && types[number] && module[types[number]].innerConst;
}

} // namespace custody::engines
