#include "engines/summary/eval.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using namespace heap;
using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::Op;

namespace {

// Deeper expressions are not looked into; nobody writes them by hand.
constexpr unsigned MaxDepth = 60;

Numbers truthOf(std::optional<bool> known) {
  return known ? Numbers::exactly(*known) : Numbers::range(0, 1);
}

} // namespace

ReadAs Evaluator::readAs(ir::TypeId type) const {
  if (!type)
    return ReadAs::Number;
  const ir::Type &t = context.module[type];
  return t.kind == ir::TypeKind::Pointer || t.kind == ir::TypeKind::MemberPointer ? ReadAs::Pointer : ReadAs::Number;
}

// Places.

Value Evaluator::moved(Value address, int64_t bytes) {
  return values.moved(address, Offset::at(bytes));
}

Value Evaluator::indexed(const Expr &expr, Value base, unsigned depth) {
  const Numbers index = values.numbers(valueAt(expr.b, depth + 1));
  std::optional<int64_t> constant = index.isOne() ? std::optional(index.min()) : std::nullopt;
  return values.map(base, [&](Target t) { return Target{t.loc, t.offset.index(constant, expr.imm)}; });
}

Value Evaluator::derefAt(const Expr &expr, unsigned depth, bool isAccess) {
  Value pointer = valueAt(expr.a, depth + 1);
  if (!isAccess)
    return pointer;
  // Whoever accesses it had a pointer that was not null.
  auto targets = values.targets(pointer);
  memory.isDead |= targets.empty() && values.numbers(pointer).isExactly(0);
  if (targets.size() == 1)
    memory.setNonNull(targets[0].loc);
  return values.withNumbers(pointer, values.numbers(pointer).without(0));
}

Value Evaluator::addressAt(ExprId place, unsigned depth, bool isAccess) {
  const Expr &expr = function[place];
  if (depth > MaxDepth)
    return values.address({LocTable::foreign(), Offset::unknown()});
  switch (expr.kind) {
  case ExprKind::Var:
    return values.address({context.varLoc(expr.var()), Offset()});
  case ExprKind::Global: {
    std::vector<Target> targets;
    for (program::ProgGlobalId id : context.model.program.resolve(context.id, expr.global()))
      targets.push_back({context.locs.global(id), Offset()});
    return values.make(targets, Numbers::none());
  }
  case ExprKind::Deref:
    return derefAt(expr, depth, isAccess);
  case ExprKind::Field:
    return moved(addressAt(expr.a, depth + 1, isAccess),
                 context.module[expr.record].fields[expr.entity].offsetBits / 8);
  case ExprKind::Base:
    return moved(addressAt(expr.a, depth + 1, isAccess), context.module[expr.record].bases[expr.entity].offset);
  case ExprKind::Offset:
    return moved(addressAt(expr.a, depth + 1, isAccess), expr.imm);
  case ExprKind::Index:
    return indexed(expr, addressAt(expr.a, depth + 1, isAccess), depth);
  default:
    return values.address({LocTable::foreign(), Offset::unknown()});
  }
}

// Values.

Value Evaluator::valueAt(ExprId id, unsigned depth) {
  const Expr &expr = function[id];
  if (depth > MaxDepth)
    return values.anything();
  switch (expr.kind) {
  case ExprKind::Int:
    return values.number(Numbers::exactly(expr.imm));
  case ExprKind::Null:
    return values.null();
  case ExprKind::FuncAddr:
    return values.number(Numbers::except(0));
  case ExprKind::Load:
    return memory.read(addressAt(expr.a, depth + 1, true), readAs(expr.type));
  case ExprKind::AddrOf:
    return addressAt(expr.a, depth + 1, false);
  case ExprKind::Unary:
    return unary(expr, depth);
  case ExprKind::Binary:
    return binary(expr, depth);
  case ExprKind::Cast:
    return cast(expr, depth);
  case ExprKind::Select: {
    const Numbers condition = values.numbers(valueAt(expr.a, depth + 1));
    if (!condition.contains(0))
      return valueAt(expr.b, depth + 1);
    if (condition.isExactly(0))
      return valueAt(expr.c, depth + 1);
    return values.join(valueAt(expr.b, depth + 1), valueAt(expr.c, depth + 1));
  }
  default:
    return values.anything();
  }
}

// An address that is computed with is still an address: tagged pointers, alignment.
Value Evaluator::computed(Value address) {
  return values.map(values.withNumbers(address, Numbers::all()),
                    [](Target t) { return Target{t.loc, Offset::unknown()}; });
}

Value Evaluator::unary(const Expr &expr, unsigned depth) {
  const Value operand = valueAt(expr.a, depth + 1);
  if (expr.op == Op::Neg)
    return values.number(values.numbers(operand).negated());
  return operand.targets != 0 ? computed(operand) : values.anything();
}

Value Evaluator::binary(const Expr &expr, unsigned depth) {
  const Value a = valueAt(expr.a, depth + 1), b = valueAt(expr.b, depth + 1);
  if (std::optional<Relation> relation = relationOf(expr.op))
    return values.number(truthOf(decide(*relation, a, b)));
  if (a.targets != 0 || b.targets != 0) {
    const bool isDifference = expr.op == Op::Sub && a.targets != 0 && b.targets != 0;
    return isDifference ? values.anything() : computed(values.join(a, b));
  }
  const Numbers &x = values.numbers(a), &y = values.numbers(b);
  switch (expr.op) {
  case Op::Add:
    return values.number(x.plus(y));
  case Op::Sub:
    return values.number(x.minus(y));
  case Op::Mul:
    return values.number(x.times(y));
  case Op::And:
    return values.number(x.maskedBy(y));
  case Op::Or:
    if (x.isOne() && y.isOne())
      return values.number(Numbers::exactly(x.min() | y.min()));
    if (!x.contains(0) || !y.contains(0))
      return values.number(Numbers::except(0));
    return values.anything();
  case Op::Xor:
    return x.isOne() && y.isOne() ? values.number(Numbers::exactly(x.min() ^ y.min())) : values.anything();
  default:
    return values.anything();
  }
}

static std::pair<int64_t, int64_t> rangeOfType(const ir::Type &type) {
  if (type.kind != ir::TypeKind::Int || type.bits >= 64 || type.bits == 0)
    return {Numbers::Min, Numbers::Max};
  if (type.isSigned)
    return {-(int64_t(1) << (type.bits - 1)), (int64_t(1) << (type.bits - 1)) - 1};
  return {0, (int64_t(1) << type.bits) - 1};
}

Value Evaluator::cast(const Expr &expr, unsigned depth) {
  const Value from = valueAt(expr.a, depth + 1);
  const Numbers numbers = values.numbers(from);
  if (expr.op == Op::FloatCast)
    return values.anything();
  if (numbers.isNone() || (expr.op != Op::Trunc && expr.op != Op::ZExt))
    return from;
  const auto [lo, hi] = expr.type ? rangeOfType(context.module[expr.type]) : std::pair(Numbers::Min, Numbers::Max);
  if (expr.op == Op::ZExt)
    return numbers.min() >= 0 || numbers.isAll() ? from : values.make(values.targets(from), Numbers::all());
  if (numbers.min() >= lo && numbers.max() <= hi)
    return from;
  // A boolean keeps what it is asked for: whether it is zero.
  return values.make(values.targets(from), lo == 0 && hi == 1 ? Numbers::range(0, 1) : Numbers::all());
}

std::optional<Evaluator::Relation> Evaluator::relationOf(Op op) {
  switch (op) {
  case Op::Eq:
    return Relation::Eq;
  case Op::Ne:
    return Relation::Ne;
  case Op::SLt:
    return Relation::Lt;
  case Op::SLe:
    return Relation::Le;
  case Op::SGt:
    return Relation::Gt;
  case Op::SGe:
    return Relation::Ge;
  case Op::ULt:
    return Relation::Below;
  case Op::ULe:
    return Relation::BelowEq;
  case Op::UGt:
    return Relation::Above;
  case Op::UGe:
    return Relation::AboveEq;
  default:
    return {};
  }
}

Evaluator::Relation Evaluator::negation(Relation relation) {
  switch (relation) {
  case Relation::Eq:
    return Relation::Ne;
  case Relation::Ne:
    return Relation::Eq;
  case Relation::Lt:
    return Relation::Ge;
  case Relation::Le:
    return Relation::Gt;
  case Relation::Gt:
    return Relation::Le;
  case Relation::Ge:
    return Relation::Lt;
  case Relation::Below:
    return Relation::AboveEq;
  case Relation::BelowEq:
    return Relation::Above;
  case Relation::Above:
    return Relation::BelowEq;
  case Relation::AboveEq:
    return Relation::Below;
  }
  return relation;
}

// Known outcomes of comparing numbers, and of comparing an address with null.
std::optional<bool> Evaluator::decide(Relation relation, Value a, Value b) {
  const Numbers &x = values.numbers(a), &y = values.numbers(b);
  if (a.targets != 0 || b.targets != 0) {
    const bool isNullTest = (b.targets == 0 && y.isExactly(0)) || (a.targets == 0 && x.isExactly(0));
    if (isNullTest && (relation == Relation::Eq || relation == Relation::Ne)) {
      if (!memory.mayBeNull(a.targets != 0 ? a : b))
        return relation == Relation::Ne;
    }
    return {};
  }
  if (x.isNone() || y.isNone())
    return {};
  if (x.min() < 0 || y.min() < 0) {
    if (relation == Relation::Below || relation == Relation::BelowEq || relation == Relation::Above ||
        relation == Relation::AboveEq)
      return {};
  }
  switch (relation) {
  case Relation::Eq:
  case Relation::Ne: {
    const bool isEq = relation == Relation::Eq;
    if (x.isDisjoint(y))
      return !isEq;
    return x.isOne() && y.isOne() ? std::optional(isEq) : std::nullopt;
  }
  case Relation::Lt:
  case Relation::Below:
    return x.max() < y.min() ? std::optional(true) : x.min() >= y.max() ? std::optional(false) : std::nullopt;
  case Relation::Le:
  case Relation::BelowEq:
    return x.max() <= y.min() ? std::optional(true) : x.min() > y.max() ? std::optional(false) : std::nullopt;
  case Relation::Gt:
  case Relation::Above:
    return x.min() > y.max() ? std::optional(true) : x.max() <= y.min() ? std::optional(false) : std::nullopt;
  case Relation::Ge:
  case Relation::AboveEq:
    return x.min() >= y.max() ? std::optional(true) : x.max() < y.min() ? std::optional(false) : std::nullopt;
  }
  return {};
}

} // namespace custody::engines::summary
