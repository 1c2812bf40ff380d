#include "engines/summary/conditions.h"
#include "engines/expressions.h"
#include "llvm/ADT/Hashing.h"

namespace custody::engines::summary {

using namespace ir;

namespace {

constexpr unsigned MaxDepth = 8;

// Numbers express what is known about `x`, and about `x` compared with a constant.
bool isSimple(const Function &function, const Expr &expr) {
  auto isLoad = [&](ExprId id) {
    while (function[id].kind == ExprKind::Cast)
      id = function[id].a;
    return function[id].kind == ExprKind::Load;
  };
  if (expr.kind != ExprKind::Binary)
    return true;
  const ExprKind right = function[expr.b].kind;
  return isLoad(expr.a) && (right == ExprKind::Int || right == ExprKind::Null);
}

ExprId withoutCasts(const Function &function, ExprId id) {
  while (function[id].kind == ExprKind::Cast)
    id = function[id].a;
  return id;
}

// A variable and a constant in one operation.
struct Masking {
  VarId var;
  Op op;
  uint64_t mask;
};

std::optional<Masking> maskingOf(const Function &function, ExprId id) {
  const Expr &expr = function[withoutCasts(function, id)];
  if (expr.kind != ExprKind::Binary)
    return {};
  const Expr &left = function[withoutCasts(function, expr.a)], &right = function[withoutCasts(function, expr.b)];
  if (left.kind != ExprKind::Load || function[left.a].kind != ExprKind::Var || right.kind != ExprKind::Int)
    return {};
  return Masking{function[left.a].var(), expr.op, uint64_t(right.imm)};
}

} // namespace

uint64_t changedBits(const Function &function, ExprId place, ExprId value) {
  const std::optional<Masking> masking = maskingOf(function, value);
  if (!masking || function[place].kind != ExprKind::Var || function[place].var() != masking->var)
    return ~uint64_t(0);
  switch (masking->op) {
  case Op::Or:
  case Op::Xor:
    return masking->mask;
  case Op::And:
    return ~masking->mask;
  default:
    return ~uint64_t(0);
  }
}

bool Conditions::addTree(ExprId id, Condition &into, unsigned depth) const {
  if (!id)
    return true;
  const Expr &expr = function[id];
  if (depth > MaxDepth || expr.kind == ExprKind::Unknown || expr.kind == ExprKind::Undef)
    return false;
  if (expr.kind == ExprKind::Var)
    into.vars.push_back(expr.var());
  if (expr.kind == ExprKind::Global)
    into.globals.push_back(expr.global());
  into.readsMemory |= expr.kind == ExprKind::Deref;
  const Op op = depth == 0 ? affirmative(expr.op) : expr.op;
  into.isNegated |= op != expr.op;
  into.key = llvm::hash_combine(into.key, unsigned(expr.kind), unsigned(op), expr.imm, expr.entity, expr.record.index);
  return addTree(expr.a, into, depth + 1) && addTree(expr.b, into, depth + 1) && addTree(expr.c, into, depth + 1);
}

std::optional<Condition> Conditions::describe(ExprId id) const {
  Condition condition;
  if (isSimple(function, function[id]) || !addTree(id, condition, 0))
    return {};
  condition.key >>= 2; // below the marks of the hash table
  const std::optional<Masking> masking = maskingOf(function, function[id].a);
  if (masking && masking->op == Op::And && function[withoutCasts(function, function[id].b)].kind == ExprKind::Int)
    condition.bits = masking->mask;
  return condition;
}

const Condition *Conditions::of(ExprId id) {
  auto [entry, isNew] = known.try_emplace(id);
  if (isNew)
    if (std::optional<Condition> condition = describe(id)) {
      entry->second = std::make_unique<Condition>(std::move(*condition));
      table.try_emplace(entry->second->key, entry->second.get());
    }
  return entry->second.get();
}

} // namespace custody::engines::summary
