#include "engines/variadic.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using namespace ir;

namespace {

bool startsList(const Function &function) {
  return llvm::any_of(function.stmts, [](const Stmt &stmt) {
    const auto *op = std::get_if<VaOp>(&stmt.op);
    return op && op->kind == VaKind::Start;
  });
}

VarId variableRead(const Function &function, ExprId value) {
  while (function[value].kind == ExprKind::Cast)
    value = function[value].a;
  const Expr &expr = function[value];
  return expr.kind == ExprKind::Load && function[expr.a].kind == ExprKind::Var ? function[expr.a].var() : VarId();
}

// A pointer out of the list, or a copy of one, is stored where others find it.
bool storesArgument(const Function &function, const Module &module) {
  std::vector<bool> isTaken(function.vars.size());
  for (const Stmt &stmt : function.stmts) {
    if (const auto *op = std::get_if<VaOp>(&stmt.op);
        op && op->kind == VaKind::Arg && op->dst && function[op->dst].kind == ExprKind::Var) {
      const VarId var = function[op->dst].var();
      isTaken[var.index] = module[function[var].type].kind == TypeKind::Pointer;
    }
    const auto *assign = std::get_if<Assign>(&stmt.op);
    const VarId read = assign ? variableRead(function, assign->value) : VarId();
    if (!read || !isTaken[read.index])
      continue;
    if (function[assign->place].kind != ExprKind::Var)
      return true;
    isTaken[function[assign->place].var().index] = true;
  }
  return false;
}

bool keepsVariableArguments(const program::Program &program, program::ProgFuncId callee) {
  const Function &function = program.function(callee);
  if (!startsList(function))
    return false;
  if (storesArgument(function, program.moduleOf(callee)))
    return true;
  return llvm::any_of(function.stmts, [&](const Stmt &stmt) {
    const auto *call = std::get_if<Call>(&stmt.op);
    if (!call || call->calleeKind != CalleeKind::Direct)
      return false;
    return llvm::any_of(program.resolve(callee, call->function), [&](program::ProgFuncId next) {
      return program.hasBody(next) && !startsList(program.function(next)) &&
             storesArgument(program.function(next), program.moduleOf(next));
    });
  });
}

} // namespace

void appendKeptVariable(const program::Program &program, program::ProgFuncId callee, size_t numArgs,
                        llvm::SmallVectorImpl<unsigned> &kept) {
  const size_t numParams = program.function(callee).params.size();
  if (numArgs <= numParams || !program.hasBody(callee) || !keepsVariableArguments(program, callee))
    return;
  for (size_t i = numParams; i < numArgs; ++i)
    kept.push_back(unsigned(i));
}

} // namespace custody::engines
