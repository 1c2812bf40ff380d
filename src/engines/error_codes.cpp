#include "engines/error_codes.h"

namespace custody::engines {

using namespace ir;

namespace {

class Definitions {
public:
  Definitions(const FunctionFacts &facts, const Module &module, const Function &function);

  bool hasErrors() const { return returnsError; }
  bool isCount(ExprId value) const;

private:
  enum class Source : uint8_t { Count, Constant, Other };

  ExprId withoutCasts(ExprId value) const;
  VarId variableRead(ExprId value) const;
  Source sourceOf(ExprId value) const;
  bool isUnsigned(TypeId type) const;
  void note(const Assign &assign);

  const Module &module;
  const Function &function;
  std::vector<bool> getsCounts, getsOthers, getsErrors; // by variable
  bool returnsError = false;
};

ExprId Definitions::withoutCasts(ExprId value) const {
  while (function[value].kind == ExprKind::Cast)
    value = function[value].a;
  return value;
}

VarId Definitions::variableRead(ExprId value) const {
  const Expr &expr = function[withoutCasts(value)];
  if (expr.kind != ExprKind::Load || function[expr.a].kind != ExprKind::Var)
    return {};
  return function[expr.a].var();
}

bool Definitions::isUnsigned(TypeId type) const {
  return type && module[type].kind == TypeKind::Int && !module[type].isSigned;
}

Definitions::Source Definitions::sourceOf(ExprId value) const {
  const Expr &expr = function[withoutCasts(value)];
  if (expr.kind == ExprKind::Int)
    return Source::Constant;
  if (expr.kind == ExprKind::Binary && (expr.op == Op::Add || expr.op == Op::Mul || expr.op == Op::Shl))
    return Source::Count;
  return isUnsigned(expr.type) ? Source::Count : Source::Other;
}

void Definitions::note(const Assign &assign) {
  if (function[assign.place].kind != ExprKind::Var)
    return;
  const uint32_t var = function[assign.place].var().index;
  const Source source = sourceOf(assign.value);
  const bool isError = source == Source::Constant && function[withoutCasts(assign.value)].imm < 0;
  getsErrors[var] = getsErrors[var] || isError;
  getsCounts[var] = getsCounts[var] || source == Source::Count;
  getsOthers[var] = getsOthers[var] || isError || source == Source::Other;
}

Definitions::Definitions(const FunctionFacts &facts, const Module &module, const Function &function)
    : module(module), function(function), getsCounts(function.vars.size()), getsOthers(facts.isAddressTaken),
      getsErrors(function.vars.size()) {
  for (VarId param : function.params)
    getsOthers[param.index] = true;
  auto isWrittenElsewhere = [&](ExprId place) {
    if (place && function[place].kind == ExprKind::Var)
      getsOthers[function[place].var().index] = true;
  };
  for (const Stmt &stmt : function.stmts)
    std::visit(
        [&](const auto &op) {
          if constexpr (std::is_same_v<decltype(op), const Assign &>)
            note(op);
          else if constexpr (requires { op.dst; })
            isWrittenElsewhere(op.dst);
        },
        stmt.op);
  returnsError = getsErrors[function.returnVar.index];
  for (const Stmt &stmt : function.stmts)
    if (const auto *assign = std::get_if<Assign>(&stmt.op))
      if (const Expr &place = function[assign->place]; place.kind == ExprKind::Var && place.var() == function.returnVar)
        if (const VarId var = variableRead(assign->value))
          returnsError = returnsError || getsErrors[var.index];
}

bool Definitions::isCount(ExprId value) const {
  if (const VarId var = variableRead(value))
    return getsCounts[var.index] && !getsOthers[var.index];
  return sourceOf(value) == Source::Count;
}

} // namespace

std::vector<bool> countsReturned(const FunctionFacts &facts, const Module &module, const Function &function) {
  std::vector<bool> counts(function.stmts.size());
  const TypeId type = function.returnVar ? function[function.returnVar].type : TypeId();
  if (!type || module[type].kind != TypeKind::Int || !module[type].isSigned)
    return counts;
  const Definitions definitions(facts, module, function);
  if (!definitions.hasErrors())
    return counts;
  for (uint32_t i = 0; i < function.stmts.size(); ++i) {
    const auto *assign = std::get_if<Assign>(&function.stmts[i].op);
    if (!assign || function[assign->place].kind != ExprKind::Var)
      continue;
    counts[i] = function[assign->place].var() == function.returnVar && definitions.isCount(assign->value);
  }
  return counts;
}

} // namespace custody::engines
