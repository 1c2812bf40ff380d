// Words, simplified as they are built.
//
// The rules bring equal values to equal form where that is cheap: constants are computed; of a sum, the constant stands
// outermost and last, so that (x + 1) + y - 1 is x + y; operands of commutative operators are in the order of their
// numbers; extensions and truncations of each other cancel; operators on a small choice among constants become such a
// choice (choices.h). Each rule looks at two levels of nodes, and what it builds has fewer nodes or constants further
// out.
#include "logic/choices.h"
#include "logic/evaluate.h"
#include "logic/terms.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

namespace custody::logic {

// The result if both operands are constants or small choices among them.
std::optional<Word> Terms::onChoices(Op op, Word a, Word b) {
  unsigned leavesA = leaves[a.id], leavesB = leaves[b.id];
  if (!leavesA || !leavesB || leavesA * leavesB > MaxLeaves)
    return std::nullopt;
  unsigned width = this->width(a);
  return mapChoice(*this, a, [&](uint64_t x) {
    return mapChoice(*this, b, [&](uint64_t y) { return constant(width, applyBinary(op, width, x, y)); });
  });
}

Word Terms::internWord(Op op, Word a, Word b) {
  return {intern({op, uint8_t(width(a)), a.id, b.id})};
}

// Constants stand last, else the older operand first.
void Terms::order(Word &a, Word &b) const {
  bool isConstantA = nodes[a.id].op == Op::Constant, isConstantB = nodes[b.id].op == Op::Constant;
  if (isConstantA != isConstantB ? isConstantA : b < a)
    std::swap(a, b);
}

// The constant summand, and the word without it.
std::pair<Word, uint64_t> Terms::splitSum(Word a) const {
  const Node &node = nodes[a.id];
  if (node.op == Op::Add)
    if (std::optional<uint64_t> k = constantOf({node.b}))
      return {{node.a}, *k};
  return {a, 0};
}

Word Terms::add(Word a, Word b) {
  assert(width(a) == width(b));
  if (std::optional<Word> result = onChoices(Op::Add, a, b))
    return *result;
  order(a, b);
  unsigned width = this->width(a);
  if (std::optional<uint64_t> k = constantOf(b)) {
    if (*k == 0)
      return a;
    auto [rest, summand] = splitSum(a);
    if (summand)
      return add(rest, constant(width, summand + *k));
    Node node = nodes[a.id];
    if (node.op == Op::Subtract)
      if (std::optional<uint64_t> first = constantOf({node.a}))
        return subtract(constant(width, *first + *k), {node.b});
    return internWord(Op::Add, a, b);
  }
  auto [restA, summandA] = splitSum(a);
  auto [restB, summandB] = splitSum(b);
  if (summandA || summandB)
    return add(add(restA, restB), constant(width, summandA + summandB));
  for (auto [minuend, other] : {std::pair(a, b), std::pair(b, a)})
    if (Node node = nodes[minuend.id]; node.op == Op::Subtract) {
      if (Word{node.b} == other)
        return {node.a};
      if (constantOf({node.a}) == 0)
        return subtract(other, {node.b});
    }
  return internWord(Op::Add, a, b);
}

Word Terms::subtract(Word a, Word b) {
  assert(width(a) == width(b));
  unsigned width = this->width(a);
  if (a == b)
    return constant(width, 0);
  if (std::optional<Word> result = onChoices(Op::Subtract, a, b))
    return *result;
  if (std::optional<uint64_t> k = constantOf(b))
    return add(a, constant(width, -*k));
  auto [restA, summandA] = splitSum(a);
  auto [restB, summandB] = splitSum(b);
  if (summandA || summandB)
    return add(subtract(restA, restB), constant(width, summandA - summandB));
  Node nodeA = nodes[a.id], nodeB = nodes[b.id];
  if (nodeB.op == Op::Subtract) {
    if (Word{nodeB.a} == a)
      return {nodeB.b}; // a - (a - y)
    if (std::optional<uint64_t> k = constantOf({nodeB.a}))
      return add(add(a, {nodeB.b}), constant(width, -*k)); // a - (k - y)
  }
  if (nodeA.op == Op::Add) {
    if (Word{nodeA.a} == b)
      return {nodeA.b};
    if (Word{nodeA.b} == b)
      return {nodeA.a};
  }
  return internWord(Op::Subtract, a, b);
}

Word Terms::negate(Word a) {
  return subtract(constant(width(a), 0), a);
}

Word Terms::multiply(Word a, Word b) {
  assert(width(a) == width(b));
  if (std::optional<Word> result = onChoices(Op::Multiply, a, b))
    return *result;
  order(a, b);
  unsigned width = this->width(a);
  if (std::optional<uint64_t> k = constantOf(b)) {
    if (*k == 0)
      return b;
    if (llvm::has_single_bit(*k))
      return shiftLeft(a, constant(width, llvm::countr_zero(*k)));
    if (*k == maskOf(width))
      return negate(a);
    Node node = nodes[a.id];
    if (node.op == Op::Multiply)
      if (std::optional<uint64_t> inner = constantOf({node.b}))
        return multiply({node.a}, constant(width, *inner * *k));
  }
  return internWord(Op::Multiply, a, b);
}

// (x op k1) op k2, for an associative operator.
std::optional<Word> Terms::joinConstants(Op op, Word a, uint64_t k) {
  Node node = nodes[a.id];
  if (node.op != op)
    return std::nullopt;
  std::optional<uint64_t> inner = constantOf({node.b});
  if (!inner)
    return std::nullopt;
  Word both = constant(node.width, applyBinary(op, node.width, *inner, k));
  return bitwise(op, {node.a}, both);
}

Word Terms::bitwise(Op op, Word a, Word b) {
  return op == Op::BitAnd ? bitAnd(a, b) : op == Op::BitOr ? bitOr(a, b) : bitXor(a, b);
}

Word Terms::bitAnd(Word a, Word b) {
  assert(width(a) == width(b));
  if (a == b)
    return a;
  if (std::optional<Word> result = onChoices(Op::BitAnd, a, b))
    return *result;
  order(a, b);
  unsigned width = this->width(a);
  if (std::optional<uint64_t> k = constantOf(b)) {
    if (*k == 0)
      return b;
    if (*k == maskOf(width))
      return a;
    // The low bits are what a truncation leaves; comparisons know extensions.
    if (llvm::has_single_bit(*k + 1))
      return zeroExtend(truncate(a, llvm::countr_one(*k)), width);
    Node node = nodes[a.id];
    if (node.op == Op::ZeroExtend) {
      unsigned inner = this->width({node.a});
      return zeroExtend(bitAnd({node.a}, constant(inner, *k)), width);
    }
    if (std::optional<Word> result = joinConstants(Op::BitAnd, a, *k))
      return *result;
  }
  if (isBitNotOf(a, b))
    return constant(width, 0);
  return internWord(Op::BitAnd, a, b);
}

Word Terms::bitOr(Word a, Word b) {
  assert(width(a) == width(b));
  if (a == b)
    return a;
  if (std::optional<Word> result = onChoices(Op::BitOr, a, b))
    return *result;
  order(a, b);
  unsigned width = this->width(a);
  if (std::optional<uint64_t> k = constantOf(b)) {
    if (*k == 0)
      return a;
    if (*k == maskOf(width))
      return b;
    if (std::optional<Word> result = joinConstants(Op::BitOr, a, *k))
      return *result;
  }
  if (isBitNotOf(a, b))
    return constant(width, maskOf(width));
  return internWord(Op::BitOr, a, b);
}

Word Terms::bitXor(Word a, Word b) {
  assert(width(a) == width(b));
  unsigned width = this->width(a);
  if (a == b)
    return constant(width, 0);
  if (std::optional<Word> result = onChoices(Op::BitXor, a, b))
    return *result;
  order(a, b);
  if (std::optional<uint64_t> k = constantOf(b)) {
    if (*k == 0)
      return a;
    if (std::optional<Word> result = joinConstants(Op::BitXor, a, *k))
      return *result;
  }
  if (isBitNotOf(a, b))
    return constant(width, maskOf(width));
  return internWord(Op::BitXor, a, b);
}

bool Terms::isBitNotOf(Word a, Word b) const {
  auto isNot = [&](Word outer, Word inner) {
    const Node &node = nodes[outer.id];
    return node.op == Op::BitXor && Word{node.a} == inner && constantOf({node.b}) == maskOf(node.width);
  };
  return isNot(a, b) || isNot(b, a);
}

Word Terms::bitNot(Word a) {
  return bitXor(a, constant(width(a), maskOf(width(a))));
}

Word Terms::shift(Op op, Word a, Word amount) {
  assert(width(a) == width(amount));
  if (std::optional<Word> result = onChoices(op, a, amount))
    return *result;
  unsigned width = this->width(a);
  std::optional<uint64_t> k = constantOf(amount);
  if (k && *k == 0)
    return a;
  if (constantOf(a) == 0)
    return a;
  if (!k)
    return internWord(op, a, amount);
  if (*k >= width) {
    if (op != Op::ShiftRightSigned)
      return constant(width, 0);
    k = width - 1;
    amount = constant(width, *k);
  }
  Node node = nodes[a.id];
  if (node.op == op)
    if (std::optional<uint64_t> inner = constantOf({node.b})) {
      // Of a width of 1 or 2 bits the sum of both may not fit; amounts are less than the width each.
      uint64_t sum = *inner + *k;
      if (sum >= width)
        return op == Op::ShiftRightSigned ? shift(op, {node.a}, constant(width, width - 1)) : constant(width, 0);
      return shift(op, {node.a}, constant(width, sum));
    }
  return internWord(op, a, amount);
}

Word Terms::shiftLeft(Word a, Word amount) {
  return shift(Op::ShiftLeft, a, amount);
}
Word Terms::shiftRight(Word a, Word amount) {
  return shift(Op::ShiftRight, a, amount);
}
Word Terms::shiftRightSigned(Word a, Word amount) {
  return shift(Op::ShiftRightSigned, a, amount);
}

Word Terms::zeroExtend(Word a, unsigned width) {
  assert(width >= this->width(a) && width <= 64);
  if (width == this->width(a))
    return a;
  if (leaves[a.id] && leaves[a.id] <= MaxLeaves)
    return mapChoice(*this, a, [&](uint64_t x) { return constant(width, x); });
  if (const Node &node = nodes[a.id]; node.op == Op::ZeroExtend)
    return zeroExtend({node.a}, width);
  return {intern({Op::ZeroExtend, uint8_t(width), a.id})};
}

Word Terms::signExtend(Word a, unsigned width) {
  unsigned from = this->width(a);
  assert(width >= from && width <= 64);
  if (width == from)
    return a;
  if (leaves[a.id] && leaves[a.id] <= MaxLeaves)
    return mapChoice(*this, a, [&](uint64_t x) { return constant(width, signedValue(x, from)); });
  const Node &node = nodes[a.id];
  if (node.op == Op::ZeroExtend)
    return zeroExtend({node.a}, width);
  if (node.op == Op::SignExtend)
    return signExtend({node.a}, width);
  return {intern({Op::SignExtend, uint8_t(width), a.id})};
}

// Whether a truncation of it is no larger.
bool Terms::truncatesWell(Word a) const {
  const Node &node = nodes[a.id];
  return node.op == Op::Constant || node.op == Op::ZeroExtend || node.op == Op::SignExtend;
}

Word Terms::truncate(Word a, unsigned width) {
  assert(width >= 1 && width <= this->width(a));
  if (width == this->width(a))
    return a;
  if (leaves[a.id] && leaves[a.id] <= MaxLeaves)
    return mapChoice(*this, a, [&](uint64_t x) { return constant(width, x); });
  Node node = nodes[a.id];
  switch (node.op) {
  case Op::Truncate:
    return truncate({node.a}, width);
  case Op::ZeroExtend:
  case Op::SignExtend:
    if (width <= this->width({node.a}))
      return truncate({node.a}, width);
    return node.op == Op::ZeroExtend ? zeroExtend({node.a}, width) : signExtend({node.a}, width);
  case Op::Add:
  case Op::Subtract:
  case Op::Multiply:
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor:
    if (truncatesWell({node.a}) && truncatesWell({node.b}))
      return {apply(node.op, truncate({node.a}, width), truncate({node.b}, width))};
    break;
  case Op::Ite:
    if (truncatesWell({node.b}) && truncatesWell({node.c}))
      return ite(Guard{node.a}, truncate({node.b}, width), truncate({node.c}, width));
    break;
  default:
    break;
  }
  return {intern({Op::Truncate, uint8_t(width), a.id})};
}

uint32_t Terms::apply(Op op, Word a, Word b) {
  switch (op) {
  case Op::Equal:
    return equal(a, b).id;
  case Op::LessUnsigned:
    return lessUnsigned(a, b).id;
  case Op::LessSigned:
    return lessSigned(a, b).id;
  case Op::Add:
    return add(a, b).id;
  case Op::Subtract:
    return subtract(a, b).id;
  case Op::Multiply:
    return multiply(a, b).id;
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor:
    return bitwise(op, a, b).id;
  case Op::ShiftLeft:
  case Op::ShiftRight:
  case Op::ShiftRightSigned:
    return shift(op, a, b).id;
  default:
    llvm_unreachable("not an operator of two words");
  }
}

Word Terms::ite(Guard condition, Word a, Word b) {
  assert(width(a) == width(b));
  if (a == b || condition == always())
    return a;
  if (condition == never())
    return b;
  if (condition.isNegated()) {
    condition = !condition;
    std::swap(a, b);
  }
  Node nodeA = nodes[a.id], nodeB = nodes[b.id];
  // A choice inside with the same condition is decided; one that shares a side joins this one.
  if (nodeA.op == Op::Ite) {
    Guard inner = {nodeA.a};
    if (inner == condition)
      return ite(condition, Word{nodeA.b}, b);
    if (Word{nodeA.c} == b)
      return ite(both(condition, inner), Word{nodeA.b}, b);
    if (Word{nodeA.b} == b)
      return ite(both(condition, !inner), Word{nodeA.c}, b);
  }
  if (nodeB.op == Op::Ite) {
    Guard inner = {nodeB.a};
    if (inner == condition)
      return ite(condition, a, Word{nodeB.c});
    if (Word{nodeB.b} == a)
      return ite(either(condition, inner), a, Word{nodeB.c});
    if (Word{nodeB.c} == a)
      return ite(either(condition, !inner), a, Word{nodeB.b});
  }
  // a == b ? a : b
  const Node &test = nodes[condition.node()];
  if (test.op == Op::Equal && ((test.a == a.id && test.b == b.id) || (test.a == b.id && test.b == a.id)))
    return b;
  return {intern({Op::Ite, uint8_t(width(a)), condition.id, a.id, b.id})};
}

Word Terms::fromGuard(Guard a, unsigned width) {
  return ite(a, constant(width, 1), constant(width, 0));
}

} // namespace custody::logic
