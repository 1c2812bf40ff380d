// Comparisons, simplified as they are built.
//
// What is the same test is to be the same node, for then the rules of guards decide it: x < 5, !(x >= 5), 5 > x and
// x <= 4 all are `x <u 5`. A constant stands on the right, under the extensions, sums and so on that C's conversions
// put around the variable:
//
//     (size_t)n + 1 == 4     is     n == 3
//     (int)c < 'a'           is     c <s 'a'      for a char, with the constant in range; else it is decided
//     (flags & 4) == 4       is     not ((flags & 4) == 0)
//
// Comparisons with choices that have constants among them are pushed into the choice (choices.h), a bounded number of
// levels deep.
#include "logic/choices.h"
#include "logic/evaluate.h"
#include "logic/terms.h"
#include "llvm/ADT/bit.h"
#include <cassert>

namespace custody::logic {

class CompareRewriter {
public:
  explicit CompareRewriter(Terms &terms) : terms(terms) {}

  Guard equal(Word a, Word b, unsigned depth = 0);
  Guard less(Op op, Word a, Word b);

private:
  // Of operands that are entered; fewer of choices, for these go two ways.
  static constexpr unsigned MaxDepth = 16, MaxChoices = 8;

  Guard withConstant(Op op, Word a, uint64_t k, unsigned depth);
  std::optional<Guard> equalInside(const Node &node, uint64_t k, unsigned depth);
  std::optional<Guard> equalOfWords(Word a, Word b, unsigned depth);
  Guard lessThan(Op op, Word a, uint64_t k, unsigned depth);
  std::optional<Guard> extendedLess(Op op, const Node &node, uint64_t k, unsigned depth);
  uint64_t greatest(Word a) const;

  std::optional<Guard> onChoices(Op op, Word a, Word b);
  const Node &node(Word a) const { return terms.node(a.node()); }
  Guard constant(bool value) const { return value ? terms.always() : terms.never(); }
  Guard intern(Op op, Word a, Word b) { return {terms.intern({op, 0, a.id, b.id}) << 1}; }

  Terms &terms;
};

std::optional<Guard> CompareRewriter::onChoices(Op op, Word a, Word b) {
  unsigned leavesA = terms.leaves[a.id], leavesB = terms.leaves[b.id];
  if (!leavesA || !leavesB || leavesA * leavesB > MaxLeaves)
    return std::nullopt;
  unsigned width = terms.width(a);
  return mapChoice(terms, a, [&](uint64_t x) {
    return mapChoice(terms, b, [&](uint64_t y) { return constant(applyBinary(op, width, x, y)); });
  });
}

Guard CompareRewriter::withConstant(Op op, Word a, uint64_t k, unsigned depth) {
  unsigned width = terms.width(a);
  if (std::optional<uint64_t> value = terms.constantOf(a))
    return constant(applyBinary(op, width, *value, k));
  Node choice = node(a);
  if (choice.op == Op::Ite && depth < MaxChoices && (terms.constantOf({choice.b}) || terms.constantOf({choice.c}))) {
    Guard ofA = withConstant(op, {choice.b}, k, depth + 1);
    Guard ofB = withConstant(op, {choice.c}, k, depth + 1);
    return terms.ite(Guard{choice.a}, ofA, ofB);
  }
  if (op != Op::Equal)
    return lessThan(op, a, k, depth);
  if (depth < MaxDepth)
    if (std::optional<Guard> result = equalInside(choice, k, depth + 1))
      return *result;
  if (width == 1 && k == 1)
    return !intern(Op::Equal, a, terms.constant(1, 0));
  return intern(Op::Equal, a, terms.constant(width, k));
}

// a == k for the node of `a`, as a comparison of an operand.
std::optional<Guard> CompareRewriter::equalInside(const Node &node, uint64_t k, unsigned depth) {
  unsigned width = node.width;
  uint64_t mask = maskOf(width);
  std::optional<uint64_t> constantA, constantB;
  auto operandEquals = [&](uint32_t operand, uint64_t value) {
    return withConstant(Op::Equal, {operand}, value & maskOf(terms.width({operand})), depth);
  };
  if (node.op > Op::Unknown && node.op < Op::ZeroExtend) {
    constantA = terms.constantOf({node.a});
    constantB = terms.constantOf({node.b});
  }
  switch (node.op) {
  case Op::Add:
    if (constantB)
      return operandEquals(node.a, k - *constantB);
    return std::nullopt;
  case Op::Subtract:
    if (constantA)
      return operandEquals(node.b, *constantA - k);
    if (k == 0)
      return equal({node.a}, {node.b}, depth);
    return std::nullopt;
  case Op::BitXor:
    if (constantB)
      return operandEquals(node.a, k ^ *constantB);
    if (k == 0)
      return equal({node.a}, {node.b}, depth);
    return std::nullopt;
  case Op::BitAnd:
    if (!constantB)
      return std::nullopt;
    if (k & ~*constantB)
      return terms.never();
    if (k == *constantB && llvm::has_single_bit(k))
      return !intern(Op::Equal, {terms.intern(node)}, terms.constant(width, 0));
    return std::nullopt;
  case Op::BitOr:
    if (constantB && (*constantB & ~k & mask))
      return terms.never();
    return std::nullopt;
  case Op::ShiftLeft:
    if (!constantB)
      return std::nullopt;
    if (k & maskOf(*constantB))
      return terms.never();
    return withConstant(Op::Equal, terms.truncate({node.a}, width - *constantB), k >> *constantB, depth);
  case Op::ZeroExtend:
    if (k > maskOf(terms.width({node.a})))
      return terms.never();
    return operandEquals(node.a, k);
  case Op::SignExtend: {
    unsigned from = terms.width({node.a});
    if ((signedValue(k, from) & mask) != k)
      return terms.never();
    return operandEquals(node.a, k);
  }
  default:
    return std::nullopt;
  }
}

std::optional<Guard> CompareRewriter::equalOfWords(Word a, Word b, unsigned depth) {
  Node nodeA = node(a), nodeB = node(b);
  bool areExtensions = nodeA.op == nodeB.op && (nodeA.op == Op::ZeroExtend || nodeA.op == Op::SignExtend);
  if (areExtensions && terms.width({nodeA.a}) == terms.width({nodeB.a}))
    return equal({nodeA.a}, {nodeB.a}, depth);
  auto [restA, summandA] = terms.splitSum(a);
  auto [restB, summandB] = terms.splitSum(b);
  if (restA == restB)
    return constant(summandA == summandB);
  if (summandA && summandB) {
    // The constant goes to the newer of both.
    if (restB < restA)
      return equal(terms.add(restA, terms.constant(nodeA.width, summandA - summandB)), restB, depth);
    return equal(restA, terms.add(restB, terms.constant(nodeA.width, summandB - summandA)), depth);
  }
  for (auto [sum, other] : {std::pair(nodeA, b), std::pair(nodeB, a)}) {
    if (sum.op == Op::Add && Word{sum.a} == other)
      return withConstant(Op::Equal, {sum.b}, 0, depth);
    if (sum.op == Op::Add && Word{sum.b} == other)
      return withConstant(Op::Equal, {sum.a}, 0, depth);
    if (sum.op == Op::Ite && Word{sum.b} == other)
      return terms.either(Guard{sum.a}, equal({sum.c}, other, depth));
    if (sum.op == Op::Ite && Word{sum.c} == other)
      return terms.either(!Guard{sum.a}, equal({sum.b}, other, depth));
  }
  return std::nullopt;
}

Guard CompareRewriter::equal(Word a, Word b, unsigned depth) {
  if (a == b)
    return terms.always();
  if (std::optional<Guard> result = onChoices(Op::Equal, a, b))
    return *result;
  terms.order(a, b);
  if (std::optional<uint64_t> k = terms.constantOf(b))
    return withConstant(Op::Equal, a, *k, depth);
  if (depth < MaxDepth)
    if (std::optional<Guard> result = equalOfWords(a, b, depth + 1))
      return *result;
  return intern(Op::Equal, a, b);
}

// An upper bound that the form of the word gives.
uint64_t CompareRewriter::greatest(Word a) const {
  const Node &word = node(a);
  uint64_t mask = maskOf(word.width);
  if (word.op == Op::ZeroExtend)
    return maskOf(terms.width({word.a}));
  if (word.op == Op::BitAnd)
    return terms.constantOf({word.b}).value_or(mask);
  if (word.op == Op::ShiftRight)
    if (std::optional<uint64_t> amount = terms.constantOf({word.b}))
      return mask >> *amount;
  return mask;
}

// An extended word against a constant, as the narrow word against one.
std::optional<Guard> CompareRewriter::extendedLess(Op op, const Node &node, uint64_t k, unsigned depth) {
  if (node.op != Op::ZeroExtend && node.op != Op::SignExtend)
    return std::nullopt;
  unsigned from = terms.width({node.a}), width = node.width;
  uint64_t half = uint64_t(1) << (from - 1);
  if (node.op == Op::ZeroExtend) {
    // What is extended with zeros is not negative, and below 2^from.
    if (op == Op::LessSigned && signedValue(k, width) <= 0)
      return terms.never();
    if (k > maskOf(from))
      return terms.always();
    return withConstant(Op::LessUnsigned, {node.a}, k, depth);
  }
  if (op == Op::LessSigned) {
    if (signedValue(k, width) > int64_t(half - 1))
      return terms.always();
    if (signedValue(k, width) <= -int64_t(half))
      return terms.never();
    return withConstant(Op::LessSigned, {node.a}, k & maskOf(from), depth);
  }
  // As unsigned numbers, the values are [0, half) and the last `half` of the wide ones.
  if (k > half && k <= maskOf(width) - half + 1)
    return !withConstant(Op::LessSigned, {node.a}, 0, depth);
  return withConstant(Op::LessUnsigned, {node.a}, k & maskOf(from), depth);
}

// a < k
Guard CompareRewriter::lessThan(Op op, Word a, uint64_t k, unsigned depth) {
  unsigned width = terms.width(a);
  uint64_t mask = maskOf(width);
  uint64_t least = op == Op::LessSigned ? uint64_t(1) << (width - 1) : 0;
  if (k == least)
    return terms.never();
  if (k == ((least + 1) & mask))
    return withConstant(Op::Equal, a, least, depth);
  if (k == ((least - 1) & mask))
    return !withConstant(Op::Equal, a, k, depth);
  Node word = node(a);
  if (depth < MaxDepth)
    if (std::optional<Guard> result = extendedLess(op, word, k, depth + 1))
      return *result;
  if (op == Op::LessUnsigned && greatest(a) < k)
    return terms.always();
  return intern(op, a, terms.constant(width, k));
}

Guard CompareRewriter::less(Op op, Word a, Word b) {
  if (a == b)
    return terms.never();
  if (std::optional<Guard> result = onChoices(op, a, b))
    return *result;
  unsigned width = terms.width(a);
  if (std::optional<uint64_t> k = terms.constantOf(b))
    return withConstant(op, a, *k, 0);
  if (std::optional<uint64_t> k = terms.constantOf(a)) {
    uint64_t next = (*k + 1) & maskOf(width);
    uint64_t least = op == Op::LessSigned ? uint64_t(1) << (width - 1) : 0;
    if (next == least)
      return terms.never(); // nothing is above the greatest
    return !withConstant(op, b, next, 0);
  }
  Node nodeA = node(a), nodeB = node(b);
  if (nodeA.op == nodeB.op && (nodeA.op == Op::ZeroExtend || nodeA.op == Op::SignExtend) &&
      terms.width({nodeA.a}) == terms.width({nodeB.a}))
    return less(nodeA.op == Op::ZeroExtend ? Op::LessUnsigned : op, {nodeA.a}, {nodeB.a});
  return intern(op, a, b);
}

Guard Terms::equal(Word a, Word b) {
  assert(width(a) == width(b));
  return CompareRewriter(*this).equal(a, b);
}

Guard Terms::lessUnsigned(Word a, Word b) {
  assert(width(a) == width(b));
  return CompareRewriter(*this).less(Op::LessUnsigned, a, b);
}

Guard Terms::lessSigned(Word a, Word b) {
  assert(width(a) == width(b));
  return CompareRewriter(*this).less(Op::LessSigned, a, b);
}

} // namespace custody::logic
