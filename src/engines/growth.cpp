#include "engines/growth.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines {

using namespace heap;
using namespace ir;

namespace {

// Written the same.
bool isSamePlace(const Function &function, ExprId a, ExprId b, unsigned depth = 0) {
  constexpr unsigned MaxDepth = 20;
  if (a == b)
    return true;
  if (!a || !b || depth > MaxDepth)
    return false;
  Expr x = function[a], y = function[b];
  for (ExprId Expr::*operand : {&Expr::a, &Expr::b, &Expr::c}) {
    if (!isSamePlace(function, x.*operand, y.*operand, depth + 1))
      return false;
    x.*operand = y.*operand = {};
  }
  return x == y;
}

bool isTemporary(const Function &function, ExprId place) {
  const Expr &expr = function[place];
  return expr.kind == ExprKind::Var && function[expr.var()].kind == VarKind::Temp;
}

} // namespace

std::vector<uint32_t> replacedArguments(const Function &function, StmtId stmt) {
  const auto *call = std::get_if<Call>(&function[stmt].op);
  if (!call || !call->dst)
    return {};
  const ExprId place = placeOfResult(function, stmt, call->dst);
  std::vector<uint32_t> replaced;
  for (const auto [number, arg] : llvm::enumerate(function.list(call->args))) {
    const Expr &expr = function[arg];
    if (expr.kind == ExprKind::Load && (isTemporary(function, expr.a) || isSamePlace(function, expr.a, place)))
      replaced.push_back(number);
  }
  return replaced;
}

Fates fatesOf(const Summary &summary) {
  Fates fates;
  for (const Case &c : summary.cases) {
    for (const AllocatedNode &allocated : c.allocated)
      fates.allocated.push_back(allocated.node);
    for (const FreedNode &freed : c.freed)
      fates.freed.push_back(freed.node);
  }
  return fates;
}

bool growsArgument(const Summary &nodes, const Fates &fates, program::ProgFuncId function, uint32_t arg) {
  const NodeId argument = nodes.find({.kind = NodeKind::Arg, .arg = arg});
  const NodeId object = argument ? nodes.find({.kind = NodeKind::Input, .from = {argument, Offset()}}) : NodeId();
  const bool isMadeBelow =
      llvm::any_of(fates.allocated, [&](NodeId node) { return nodes[node].stmt && nodes[node].function != function; });
  return object && isMadeBelow && llvm::is_contained(fates.freed, object);
}

} // namespace custody::engines
