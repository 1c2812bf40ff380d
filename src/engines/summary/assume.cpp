// Pruning: what a condition tells about the memory on the branch where it holds (sparrow-2008, section 3).
#include "engines/summary/eval.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace heap;
using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::Op;

bool Evaluator::assume(ExprId condition, bool truth) {
  const Expr &expr = function[condition];
  if (const Condition *remembered = context.conditions.of(condition))
    if (!memory.decide(*remembered, truth))
      return false;
  if (expr.kind == ExprKind::Binary) {
    if (std::optional<Relation> relation = relationOf(expr.op))
      return assumeRelation(truth ? *relation : negation(*relation), expr.a, expr.b);
  }
  if (expr.kind == ExprKind::Cast && (expr.op == Op::ZExt || expr.op == Op::SExt || expr.op == Op::Trunc) &&
      function[expr.a].kind != ExprKind::Load)
    return assume(expr.a, truth);
  const Value v = value(condition);
  if (v.targets != 0)
    return assumeNull(condition, v, !truth);
  const Numbers wanted = values.numbers(v).meet(truth ? Numbers::except(0) : Numbers::exactly(0));
  return refine(condition, wanted);
}

bool Evaluator::assumeIn(ExprId id, const Numbers &numbers) {
  const Value v = value(id);
  return v.targets != 0 || refine(id, values.numbers(v).meet(numbers));
}

bool Evaluator::assumeRelation(Relation relation, ExprId a, ExprId b) {
  const Value va = value(a), vb = value(b);
  const bool isEquality = relation == Relation::Eq || relation == Relation::Ne;
  if (va.targets != 0 || vb.targets != 0) {
    if (!isEquality)
      return true;
    const bool isEq = relation == Relation::Eq;
    if (vb.targets == 0 && values.numbers(vb).isExactly(0))
      return assumeNull(a, va, isEq);
    if (va.targets == 0 && values.numbers(va).isExactly(0))
      return assumeNull(b, vb, isEq);
    return assumeSame(a, b, isEq);
  }
  if (std::optional<bool> known = decide(relation, va, vb))
    if (!*known)
      return false;
  const Numbers x = values.numbers(va), y = values.numbers(vb);
  if (x.isNone() || y.isNone())
    return true;
  auto below = [](int64_t n) { return n == Numbers::Min ? n : n - 1; };
  auto above = [](int64_t n) { return n == Numbers::Max ? n : n + 1; };
  switch (relation) {
  case Relation::Eq:
    return refine(a, x.meet(y)) && refine(b, y.meet(x));
  case Relation::Ne:
    return (!y.isOne() || refine(a, x.without(y.min()))) && (!x.isOne() || refine(b, y.without(x.min())));
  case Relation::Lt:
    return refine(a, x.meet(Numbers::range(Numbers::Min, below(y.max())))) &&
           refine(b, y.meet(Numbers::range(above(x.min()), Numbers::Max)));
  case Relation::Le:
    return refine(a, x.meet(Numbers::range(Numbers::Min, y.max()))) &&
           refine(b, y.meet(Numbers::range(x.min(), Numbers::Max)));
  case Relation::Gt:
    return refine(a, x.meet(Numbers::range(above(y.min()), Numbers::Max))) &&
           refine(b, y.meet(Numbers::range(Numbers::Min, below(x.max()))));
  case Relation::Ge:
    return refine(a, x.meet(Numbers::range(y.min(), Numbers::Max))) &&
           refine(b, y.meet(Numbers::range(Numbers::Min, x.max())));
  // Unsigned: a negative number is a large one.
  case Relation::Below:
    return y.min() < 0 || refine(a, x.meet(Numbers::range(0, below(y.max()))));
  case Relation::BelowEq:
    return y.min() < 0 || refine(a, x.meet(Numbers::range(0, y.max())));
  case Relation::Above:
    return y.min() < 0 ||
           refine(a, x.meet(Numbers::range(above(y.min()), Numbers::Max).join(Numbers::range(Numbers::Min, -1))));
  case Relation::AboveEq:
    return y.min() < 0 ||
           refine(a, x.meet(Numbers::range(y.min(), Numbers::Max).join(Numbers::range(Numbers::Min, -1))));
  }
  return true;
}

std::optional<Cell> Evaluator::cellOf(ExprId id) {
  const Expr &expr = function[id];
  if (expr.kind != ExprKind::Load)
    return {};
  auto targets = values.targets(address(expr.a));
  if (targets.size() != 1 || !memory.isReplaceable(targets[0]))
    return {};
  return targets[0];
}

// Is it read from an array, and nobody knows at which index?
bool Evaluator::isOfAnyElement(ExprId id) {
  const Expr &expr = function[id];
  return expr.kind == ExprKind::Load &&
         llvm::any_of(values.targets(address(expr.a)), [](Target t) { return t.offset.isAny(); });
}

// The expression's number is one of these; what it is computed from follows, where the computation can be undone.
bool Evaluator::refine(ExprId id, const Numbers &numbers) {
  if (numbers.isNone())
    return false;
  const Expr &expr = function[id];
  if (std::optional<Cell> cell = cellOf(id)) {
    const Value before = memory.read(*cell, readAs(expr.type));
    memory.know(*cell, values.withNumbers(before, numbers));
    return before.symbol == 0 || memory.refineCopies(before.symbol, numbers);
  }
  if (expr.kind == ExprKind::Cast && expr.op != Op::FloatCast) {
    const Numbers inner = values.numbers(value(expr.a));
    if (expr.op == Op::Trunc && !numbers.contains(0) && inner.isAll())
      return true; // the part that was cut off may be anything
    const Numbers both = inner.meet(numbers);
    return both.isNone() || refine(expr.a, both); // a conversion that changes the number says nothing
  }
  if (expr.kind == ExprKind::Binary && function[expr.b].kind == ExprKind::Int &&
      (expr.op == Op::Add || expr.op == Op::Sub)) {
    const Numbers by = Numbers::exactly(function[expr.b].imm);
    const Numbers inner = values.numbers(value(expr.a));
    const Numbers both = inner.meet(expr.op == Op::Add ? numbers.minus(by) : numbers.plus(by));
    return both.isNone() || refine(expr.a, both);
  }
  if (expr.kind == ExprKind::Binary && relationOf(expr.op)) {
    if (!numbers.contains(0))
      return assume(id, true);
    if (numbers.isExactly(0))
      return assume(id, false);
  }
  return true;
}

// A pointer that may be null, is or is not. The object whose address it is, and every other pointer to it, follow.
bool Evaluator::assumeNull(ExprId id, Value v, bool isNull) {
  const auto targets = values.targets(v);
  const Numbers numbers = values.numbers(v);
  if (isNull) {
    if (!memory.mayBeNull(v))
      return false;
    const bool isOnly = targets.size() == 1 && numbers.without(0).isNone() && !numbers.contains(0);
    if (isOnly && targets[0].loc != LocTable::foreign()) {
      memory.setNull(targets[0].loc);
      return true;
    }
    if (isOfAnyElement(id) &&
        llvm::all_of(targets, [&](Target t) { return memory.state.is(t.loc, Allocated | MayBeNull); })) {
      for (Target target : targets) // what holds for one element is taken to hold for all
        memory.setNull(target.loc);
      return true;
    }
    setCopies(id, v, values.null());
    memory.dropUnheld(); // a pointer to null means that the allocation failed, or did not happen
    return true;
  }
  if (targets.empty() && numbers.without(0).isNone())
    return false;
  if (targets.size() == 1)
    memory.setNonNull(targets[0].loc);
  if (numbers.contains(0))
    setCopies(id, v, values.withNumbers(v, numbers.without(0)));
  return true;
}

// The expression's cell holds `now`, and so does every variable that held the same: two variables that may point to the
// same new objects, or be null, are copies (`if ((p = make()) == NULL)` has two). Of many objects of one name they may
// hold different ones, but for the variable that got the result itself.
void Evaluator::setCopies(ExprId id, Value before, Value now) {
  ir::VarId storedIn;
  if (std::optional<Cell> cell = cellOf(id)) {
    memory.know(*cell, now);
    if (const Loc &loc = context.locs[cell->loc]; loc.kind == LocKind::Var)
      storedIn = context.facts.storedIn[loc.entity];
  }
  if (!values.hasSites(before))
    return;
  const bool isMany = llvm::any_of(values.targets(before), [&](Target t) { return context.locs[t.loc].isMany; });
  memory.state.forEachObject(HasSites, [&](LocId object, ContentsId) {
    if (const Loc &loc = context.locs[object];
        loc.kind == LocKind::Var && (!isMany || ir::VarId(loc.entity) == storedIn))
      memory.state.mapValues(object, [&](Value value) { return value == before ? now : value; });
  });
}

// Two pointers, neither of which is just null. Fresh objects differ from each other and from everything that was there.
bool Evaluator::isSeparate(Target p, Target q) const {
  auto isFresh = [&](Target t) {
    const LocKind kind = context.locs[t.loc].kind;
    const bool isOurs = kind == LocKind::Var || kind == LocKind::Frame || kind == LocKind::Site;
    return isOurs && !memory.state.is(t.loc, Escaped);
  };
  auto isStatic = [&](Target t) { return context.locs[t.loc].kind == LocKind::Global; };
  return p.loc != q.loc && (isFresh(p) || isFresh(q) || (isStatic(p) && isStatic(q)));
}

// Memory that was there before us may be at any address that we know as a number: that of a function, or a mark such as
// (void *)-1. Our own objects are not.
bool Evaluator::mayBeNumber(Value v) const {
  return !values.numbers(v).without(0).isNone() ||
         llvm::any_of(values.targets(v), [&](Target p) { return context.locs.isElsewhere(p.loc); });
}

// Keeps of the pointer what may equal one of `others`. False if nothing is left.
bool Evaluator::keepEqual(ExprId id, Value v, Value others) {
  if (values.numbers(v).isAll() || values.numbers(others).isAll())
    return true;
  const bool isNumber = !values.numbers(v).without(0).isNone(),
             isOtherNumber = !values.numbers(others).without(0).isNone();
  const Value kept = values.filter(v, [&](Target p) {
    return (isOtherNumber && context.locs.isElsewhere(p.loc)) ||
           llvm::any_of(values.targets(others), [&](Target q) { return !isSeparate(p, q); });
  });
  const bool canBeNull = memory.mayBeNull(v) && memory.mayBeNull(others);
  if (kept.targets == 0 && !canBeNull && !(isNumber && mayBeNumber(others)))
    return false;
  if (kept != v)
    if (std::optional<Cell> cell = cellOf(id)) {
      memory.know(*cell, kept);
      memory.dropUnheld();
    }
  return true;
}

// Takes away the one object that the other pointer certainly points to. False if nothing is left.
bool Evaluator::keepDifferent(ExprId id, Value v, Value other) {
  const auto targets = values.targets(other);
  if (targets.size() != 1 || !values.numbers(other).isNone() || !memory.isReplaceable(targets[0]) ||
      memory.mayBeNull(targets[0].loc))
    return true;
  const Target only = targets[0];
  const Value kept = values.filter(v, [&](Target p) { return p != only; });
  if (kept.isBottom())
    return false;
  if (kept != v)
    if (std::optional<Cell> cell = cellOf(id)) {
      memory.know(*cell, kept);
      memory.dropUnheld();
    }
  return true;
}

// `if (list == EMPTY)`, where EMPTY is (struct list *)-1: callers with an object of their own know that it is not.
void Evaluator::noteMark(Value pointer, Value number) {
  const auto targets = values.targets(pointer);
  const bool isInput =
      targets.size() == 1 && values.numbers(pointer).isNone() && context.locs[targets[0].loc].kind == LocKind::Input;
  if (!isInput || number.targets != 0 || !values.numbers(number).isOne() || values.numbers(number).contains(0))
    return;
  memory.state.setStatus(targets[0].loc, memory.state.statusOf(targets[0].loc) | IsMark);
}

bool Evaluator::assumeSame(ExprId a, ExprId b, bool isSame) {
  if (isSame) {
    noteMark(value(a), value(b));
    noteMark(value(b), value(a));
    return keepEqual(a, value(a), value(b)) && keepEqual(b, value(b), value(a));
  }
  return keepDifferent(a, value(a), value(b)) && keepDifferent(b, value(b), value(a));
}

} // namespace custody::engines::summary
