#include "engines/ownership/results.h"
#include "engines/callees.h"
#include "engines/function_facts.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

namespace {

using Kind = ResultFact::Kind;

ResultFact join(const ResultFact &a, const ResultFact &b) {
  if (a.kind == Kind::None || a == b)
    return b;
  if (b.kind == Kind::None)
    return a;
  auto isNonNull = [](const ResultFact &fact) {
    return fact.kind == Kind::NonNull || (fact.kind == Kind::Constant && fact.value != 0);
  };
  return {isNonNull(a) && isNonNull(b) ? Kind::NonNull : Kind::Any, 0};
}

class Results {
public:
  explicit Results(const Task &task)
      : task(task), function(task.function()), facts(scanFunction(task.model.program, task.id)),
        known(function.vars.size()), writes(function.vars.size()) {
    for (uint32_t s = 0; s < function.stmts.size(); ++s)
      if (const ExprId place = destination(function.stmts[s].op); place && function[place].kind == ExprKind::Var)
        writes[function[place].var().index].push_back(StmtId(s));
    for (VarId param : function.params)
      known[param.index] = ResultFact{Kind::Any, 0};
  }

  ResultFact run() {
    if (!function.returnVar)
      return {Kind::Any, 0};
    const ResultFact result = ofVariable(function.returnVar);
    return result.kind == Kind::None ? ResultFact{Kind::Any, 0} : result;
  }

private:
  ResultFact ofVariable(VarId var);
  ResultFact ofValue(ExprId value);
  ResultFact ofWrite(StmtId stmt);
  bool isUsedAtOnce(VarId var, StmtId written) const;
  bool dereferences(ExprId expr, VarId var) const;

  const Task &task;
  const Function &function;
  const FunctionFacts facts;
  std::vector<std::optional<ResultFact>> known;
  std::vector<std::vector<StmtId>> writes; // by variable
};

ResultFact Results::ofVariable(VarId var) {
  if (known[var.index])
    return *known[var.index];
  if (facts.isAddressTaken[var.index])
    return {Kind::Any, 0};
  known[var.index] = ResultFact{Kind::None, 0}; // on a cycle it adds nothing
  ResultFact result{Kind::None, 0};
  for (StmtId stmt : writes[var.index]) {
    ResultFact written = ofWrite(stmt);
    if (written.kind == Kind::Any && isUsedAtOnce(var, stmt))
      written.kind = Kind::NonNull;
    result = join(result, written);
  }
  known[var.index] = result;
  return result;
}

ResultFact Results::ofValue(ExprId value) {
  const Expr &expr = function[value];
  switch (expr.kind) {
  case ExprKind::Int:
    return {Kind::Constant, expr.imm};
  case ExprKind::Null:
    return {Kind::Constant, 0};
  case ExprKind::AddrOf:
  case ExprKind::FuncAddr:
    return {Kind::NonNull, 0};
  case ExprKind::Cast:
    return expr.op == Op::Trunc || expr.op == Op::FloatCast ? ResultFact{Kind::Any, 0} : ofValue(expr.a);
  case ExprKind::Load:
    if (function[expr.a].kind == ExprKind::Var)
      return ofVariable(function[expr.a].var());
    return {Kind::Any, 0};
  default:
    return {Kind::Any, 0};
  }
}

ResultFact Results::ofWrite(StmtId stmt) {
  const StmtOp &op = function[stmt].op;
  if (const auto *assign = std::get_if<Assign>(&op))
    return ofValue(assign->value);
  if (const auto *alloc = std::get_if<Alloc>(&op))
    return {alloc->mayFail ? Kind::Any : Kind::NonNull, 0};
  if (!std::holds_alternative<Call>(op))
    return {Kind::Any, 0};
  const Callees callees = calleesAt(task.model, task.id, stmt);
  ResultFact result{Kind::None, 0};
  for (ProgFuncId callee : callees.known) {
    const Signature *signature = task.signatures(callee);
    result = join(result, signature ? signature->result : ResultFact{Kind::Any, 0});
  }
  return callees.isComplete && result.kind != Kind::None ? result : ResultFact{Kind::Any, 0};
}

bool Results::dereferences(ExprId expr, VarId var) const {
  std::vector<ExprId> work = {expr};
  while (!work.empty()) {
    const ExprId next = work.back();
    work.pop_back();
    if (!next)
      continue;
    const Expr &e = function[next];
    if (e.kind == ExprKind::Deref) {
      const Expr &pointer = function[e.a];
      if (pointer.kind == ExprKind::Load && function[pointer.a].kind == ExprKind::Var &&
          function[pointer.a].var() == var)
        return true;
    }
    if (e.kind != ExprKind::AddrOf) // an address is no access
      llvm::append_range(work, llvm::ArrayRef({e.a, e.b, e.c}));
  }
  return false;
}

// In the block where it is written, before anything can happen to it.
bool Results::isUsedAtOnce(VarId var, StmtId written) const {
  for (const Block &block : function.blocks) {
    if (written.index < block.firstStmt || written.index >= block.firstStmt + block.stmtCount)
      continue;
    for (uint32_t s = written.index + 1; s < block.firstStmt + block.stmtCount; ++s) {
      const StmtOp &op = function.stmts[s].op;
      bool isUsed = false;
      forEachOperand(op, [&](ExprId expr) { isUsed = isUsed || (expr && dereferences(expr, var)); });
      if (isUsed)
        return true;
      if (llvm::is_contained(writes[var.index], StmtId(s)))
        return false;
    }
  }
  return false;
}

} // namespace

ResultFact alwaysReturned(const Task &task) {
  return Results(task).run();
}

} // namespace custody::engines::ownership
