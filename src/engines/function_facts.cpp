#include "engines/function_facts.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using namespace ir;

namespace {

// The variable that a place is part of, if it is not behind a pointer.
VarId rootVariable(const Function &function, ExprId place) {
  for (;;) {
    const Expr &expr = function[place];
    if (expr.kind == ExprKind::Var)
      return expr.var();
    if (expr.kind == ExprKind::Global || expr.kind == ExprKind::Deref || !isPlace(expr.kind))
      return {};
    place = expr.a;
  }
}

// Expressions and all that they are made of, each once.
class Parts {
public:
  explicit Parts(const Function &function) : function(function), seen(function.exprs.size()) {}

  void add(ExprId id) {
    if (id && !seen[id.index]) {
      seen[id.index] = true;
      work.push_back(id);
    }
  }
  template <class Visit>
  void forEach(Visit visit) {
    while (!work.empty()) {
      const ExprId id = work.back();
      work.pop_back();
      visit(id);
      const Expr &expr = function[id];
      for (ExprId part : {expr.a, expr.b, expr.c})
        add(part);
    }
  }

private:
  const Function &function;
  std::vector<uint8_t> seen;
  std::vector<ExprId> work;
};

Parts branchConditions(const Function &function) {
  Parts conditions(function);
  for (const Block &block : function.blocks)
    conditions.add(block.term.value);
  return conditions;
}

template <class Visit>
void forEachUsed(const Function &function, Visit visit) {
  Parts parts = branchConditions(function);
  for (const Stmt &stmt : function.stmts) {
    forEachOperand(stmt.op, [&](ExprId id) { parts.add(id); });
    for (ExprId id : function.list(listOf(stmt.op)))
      parts.add(id);
  }
  parts.forEach(visit);
}

} // namespace

ExprId placeOfResult(const Function &function, StmtId call, ExprId dst) {
  const StmtId next(call.index + 1);
  const Expr &place = function[dst];
  if (place.kind != ExprKind::Var || function[place.var()].kind != VarKind::Temp || next.index >= function.stmts.size())
    return dst;
  const auto *assign = std::get_if<Assign>(&function[next].op);
  if (!assign)
    return dst;
  ExprId value = assign->value;
  while (function[value].kind == ExprKind::Cast)
    value = function[value].a;
  if (function[value].kind != ExprKind::Load)
    return dst;
  const Expr &read = function[function[value].a];
  return read.kind == ExprKind::Var && read.var() == place.var() ? assign->place : dst;
}

bool freesWholeObject(const FunctionFacts &facts, const Free &op) {
  return op.unit != 0 && facts.virtualDeletes.contains(op.unit);
}

bool isResultBranchedOn(const FunctionFacts &facts, const Function &function, StmtId stmt) {
  const auto *call = std::get_if<Call>(&function[stmt].op);
  if (!call || !call->dst || function[call->dst].kind != ExprKind::Var)
    return false;
  const VarId result = function[call->dst].var(), stored = facts.storedIn[result.index];
  return facts.isBranchedOn[result.index] || (stored && facts.isBranchedOn[stored.index]);
}

std::vector<ExprId> usedExpressions(const Function &function) {
  std::vector<ExprId> used;
  used.reserve(function.exprs.size());
  forEachUsed(function, [&](ExprId id) { used.push_back(id); });
  return used;
}

FunctionFacts scanFunction(const program::Program &program, program::ProgFuncId id) {
  const Function &function = program.function(id);
  FunctionFacts facts;
  facts.isMain = program.linkName(id) == "main";
  facts.isEntryValue.resize(function.vars.size());
  facts.isAddressTaken.resize(function.vars.size());
  facts.isIgnored.resize(function.vars.size());
  facts.storedIn.resize(function.vars.size());
  facts.isBranchedOn.resize(function.vars.size());
  branchConditions(function).forEach([&](ExprId part) {
    if (function[part].kind == ExprKind::Var)
      facts.isBranchedOn[function[part].var().index] = true;
  });
  for (VarId param : function.params)
    facts.isEntryValue[param.index] = true;
  auto change = [&](ExprId place) {
    if (!place)
      return;
    if (VarId var = rootVariable(function, place))
      facts.isEntryValue[var.index] = false;
  };
  forEachUsed(function, [&](ExprId id) {
    const Expr &expr = function[id];
    if (expr.kind != ExprKind::AddrOf)
      return;
    change(expr.a);
    if (VarId var = rootVariable(function, expr.a))
      facts.isAddressTaken[var.index] = true;
  });
  for (uint32_t i = 0; i < function.stmts.size(); ++i) {
    const auto *call = std::get_if<Call>(&function.stmts[i].op);
    if (call && call->role == CallRole::Destroy && call->calleeKind == CalleeKind::Virtual && call->unit)
      facts.virtualDeletes.insert(call->unit);
    const ExprId place = call && call->dst ? placeOfResult(function, StmtId(i), call->dst) : ExprId();
    if (place && place != call->dst && function[place].kind == ExprKind::Var)
      facts.storedIn[function[call->dst].var().index] = function[place].var();
  }
  for (const Stmt &stmt : function.stmts)
    std::visit(
        [&](const auto &op) {
          if constexpr (std::is_same_v<decltype(op), const Ignore &>)
            facts.isIgnored[op.var.index] = true;
          if constexpr (requires { op.dst; })
            change(op.dst);
          if constexpr (requires { op.place; })
            change(op.place);
          if constexpr (requires { op.list; })
            change(op.list);
        },
        stmt.op);
  return facts;
}

} // namespace custody::engines
