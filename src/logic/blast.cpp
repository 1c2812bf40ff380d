#include "logic/blast.h"
#include <algorithm>
#include <cadical.hpp>

namespace custody::logic {

Blaster::Blaster(const Terms &terms, CaDiCaL::Solver &solver, Depth depth)
    : terms(terms), solver(solver), depth(depth) {
  clause({True});
}

// First all of them become constants, so that a formula ends where it comes to one. Then what is not said by that: a
// product that is false though no factor is known to be, and comparisons, which bind their words.
void Blaster::fix(llvm::ArrayRef<Guard> facts) {
  starts.resize(terms.size());
  for (Guard fact : facts) {
    const Node &node = terms.node(fact.node());
    if (node.op == Op::Variable)
      seenUnknowns.push_back(node.a);
    bits.push_back(fact.isNegated() ? -True : True);
    starts[fact.node()] = bits.size();
  }
  for (Guard fact : facts) {
    const Node node = terms.node(fact.node());
    if (node.op == Op::And && fact.isNegated()) {
      const bool isSaid = llvm::any_of(llvm::ArrayRef{node.a, node.b}, [&](uint32_t factor) {
        return starts[factor >> 1] != 0 && guardOf(factor) == -True;
      });
      if (!isSaid)
        clause({-literalOf({node.a}), -literalOf({node.b})});
    } else if (node.op > Op::And && !isAbstract(node)) {
      forEachOperand(node, [&](uint32_t operand) { translateCone(operand); });
      const int literal = translateGuard(node);
      clause({fact.isNegated() ? -literal : literal});
    }
  }
}

void Blaster::clause(std::initializer_list<int> literals) {
  for (int literal : literals)
    solver.add(literal);
  solver.add(0);
  ++numClauses;
}

uint32_t Blaster::nodeOfUnknown(uint32_t index) const {
  return terms.isGuardUnknown(index) ? terms.guardUnknown(index).node() : terms.wordUnknown(index).node();
}

llvm::ArrayRef<int> Blaster::bitsOf(uint32_t node) const {
  return llvm::ArrayRef(bits).slice(starts[node] - 1, std::max(1u, unsigned(terms.node(node).width)));
}

int Blaster::literalOf(Guard guard) {
  translateCone(guard.node());
  return guardOf(guard.id);
}

void Blaster::translateCone(uint32_t root) {
  starts.resize(terms.size());
  pending.push_back(root);
  while (!pending.empty()) {
    const uint32_t index = pending.back();
    const size_t before = pending.size();
    auto need = [&](uint32_t operand) {
      if (starts[operand] == 0)
        pending.push_back(operand);
    };
    if (starts[index] == 0 && !isAbstract(terms.node(index)))
      forEachOperand(terms.node(index), need);
    if (pending.size() != before)
      continue;
    pending.pop_back();
    if (starts[index] == 0)
      translate(index);
  }
}

void Blaster::translate(uint32_t index) {
  const Node &node = terms.node(index);
  if (node.op == Op::Variable || node.op == Op::Unknown)
    seenUnknowns.push_back(node.a);
  Bits result = isGuard(node.op) ? Bits{translateGuard(node)} : translateWord(node);
  starts[index] = bits.size() + 1;
  bits.insert(bits.end(), result.begin(), result.end());
}

int Blaster::translateGuard(const Node &node) {
  if (isAbstract(node))
    return fresh();
  switch (node.op) {
  case Op::False:
    return -True;
  case Op::Variable:
    return fresh();
  case Op::And:
    return andGate(guardOf(node.a), guardOf(node.b));
  case Op::Equal: {
    llvm::ArrayRef<int> a = bitsOf(node.a), b = bitsOf(node.b);
    Bits same;
    for (size_t i = 0; i < a.size(); ++i)
      same.push_back(-xorGate(a[i], b[i]));
    return allOf(same);
  }
  default:
    return less(bitsOf(node.a), bitsOf(node.b), node.op == Op::LessSigned);
  }
}

Blaster::Bits Blaster::translateWord(const Node &node) {
  unsigned width = node.width;
  Bits result(width);
  // Of the operands; those that the node does not have are empty.
  auto operand = [&](uint32_t index) -> Bits { return bitsOf(index); };
  auto bitwise = [&](auto gate) {
    llvm::ArrayRef<int> a = bitsOf(node.a), b = bitsOf(node.b);
    for (unsigned i = 0; i < width; ++i)
      result[i] = gate(a[i], b[i]);
  };
  switch (node.op) {
  case Op::Constant: {
    uint64_t value = uint64_t(node.b) << 32 | node.a;
    for (unsigned i = 0; i < width; ++i)
      result[i] = value >> i & 1 ? True : -True;
    return result;
  }
  case Op::Unknown:
    std::generate(result.begin(), result.end(), [&] { return fresh(); });
    return result;
  case Op::Add:
    return sum(bitsOf(node.a), bitsOf(node.b), -True);
  case Op::Subtract:
    return sum(bitsOf(node.a), negated(bitsOf(node.b)), True);
  case Op::Multiply:
    return product(bitsOf(node.a), bitsOf(node.b));
  case Op::BitAnd:
    bitwise([&](int a, int b) { return andGate(a, b); });
    return result;
  case Op::BitOr:
    bitwise([&](int a, int b) { return orGate(a, b); });
    return result;
  case Op::BitXor:
    bitwise([&](int a, int b) { return xorGate(a, b); });
    return result;
  case Op::ZeroExtend:
  case Op::SignExtend: {
    result = operand(node.a);
    int sign = result.back();
    result.resize(width, node.op == Op::SignExtend ? sign : -True);
    return result;
  }
  case Op::Truncate:
    result = operand(node.a);
    result.resize(width);
    return result;
  case Op::Ite: {
    llvm::ArrayRef<int> a = bitsOf(node.b), b = bitsOf(node.c);
    for (unsigned i = 0; i < width; ++i)
      result[i] = choose(guardOf(node.a), a[i], b[i]);
    return result;
  }
  default:
    return translateShift(node);
  }
}

// A stage for each bit of the amount that matters; any higher bit shifts everything out.
Blaster::Bits Blaster::translateShift(const Node &node) {
  unsigned width = node.width;
  Bits value = bitsOf(node.a), amount = bitsOf(node.b);
  int filler = node.op == Op::ShiftRightSigned ? value.back() : -True;
  int isOut = -True;
  for (unsigned i = 0; i < width; ++i) {
    if (i >= 6 || (uint64_t(1) << i) >= width) {
      isOut = orGate(isOut, amount[i]);
      continue;
    }
    unsigned distance = 1u << i;
    Bits shifted(width);
    for (unsigned bit = 0; bit < width; ++bit) {
      bool isLeft = node.op == Op::ShiftLeft;
      bool isInside = isLeft ? bit >= distance : bit + distance < width;
      int from = isInside ? value[isLeft ? bit - distance : bit + distance] : filler;
      shifted[bit] = choose(amount[i], from, value[bit]);
    }
    value = std::move(shifted);
  }
  for (int &bit : value)
    bit = choose(isOut, filler, bit);
  return value;
}

int Blaster::andGate(int a, int b) {
  if (a == -True || b == -True || a == -b)
    return -True;
  if (a == True || a == b)
    return b;
  if (b == True)
    return a;
  int result = fresh();
  clause({-result, a});
  clause({-result, b});
  clause({result, -a, -b});
  return result;
}

int Blaster::xorGate(int a, int b) {
  if (std::abs(a) == True)
    return a == True ? -b : b;
  if (std::abs(b) == True)
    return b == True ? -a : a;
  if (a == b || a == -b)
    return a == b ? -True : True;
  int result = fresh();
  clause({-result, a, b});
  clause({-result, -a, -b});
  clause({result, -a, b});
  clause({result, a, -b});
  return result;
}

int Blaster::choose(int condition, int a, int b) {
  if (std::abs(condition) == True)
    return condition == True ? a : b;
  if (a == b)
    return a;
  if (a == -b)
    return -xorGate(condition, a);
  if (a == True || a == condition)
    return orGate(condition, b);
  if (a == -True || a == -condition)
    return andGate(-condition, b);
  if (b == True || b == -condition)
    return orGate(-condition, a);
  if (b == -True || b == condition)
    return andGate(condition, a);
  int result = fresh();
  clause({-condition, -a, result});
  clause({-condition, a, -result});
  clause({condition, -b, result});
  clause({condition, b, -result});
  clause({-a, -b, result}); // implied; lets the result propagate before the condition is known
  clause({a, b, -result});
  return result;
}

int Blaster::majority(int a, int b, int c) {
  if (std::abs(a) == True)
    return a == True ? orGate(b, c) : andGate(b, c);
  if (std::abs(b) == True)
    return b == True ? orGate(a, c) : andGate(a, c);
  if (std::abs(c) == True)
    return c == True ? orGate(a, b) : andGate(a, b);
  if (a == b || a == -b)
    return a == b ? a : c;
  if (a == c || a == -c)
    return a == c ? a : b;
  if (b == c || b == -c)
    return b == c ? b : a;
  int result = fresh();
  clause({-a, -b, result});
  clause({-a, -c, result});
  clause({-b, -c, result});
  clause({a, b, -result});
  clause({a, c, -result});
  clause({b, c, -result});
  return result;
}

int Blaster::allOf(llvm::ArrayRef<int> literals) {
  Bits kept;
  for (int literal : literals) {
    if (literal == -True || llvm::is_contained(kept, -literal))
      return -True;
    if (literal != True && !llvm::is_contained(kept, literal))
      kept.push_back(literal);
  }
  if (kept.empty())
    return True;
  if (kept.size() == 1)
    return kept[0];
  int result = fresh();
  for (int literal : kept)
    clause({-result, literal});
  for (int literal : kept)
    solver.add(-literal);
  clause({result});
  return result;
}

Blaster::Bits Blaster::sum(llvm::ArrayRef<int> a, llvm::ArrayRef<int> b, int carry) {
  Bits result;
  for (size_t i = 0; i < a.size(); ++i) {
    result.push_back(xorGate(xorGate(a[i], b[i]), carry));
    if (i + 1 < a.size())
      carry = majority(a[i], b[i], carry);
  }
  return result;
}

Blaster::Bits Blaster::product(llvm::ArrayRef<int> a, llvm::ArrayRef<int> b) {
  Bits result(a.size(), -True);
  // b is the constant, if one is.
  for (size_t shift = 0; shift < b.size(); ++shift) {
    if (b[shift] == -True)
      continue;
    Bits row(a.size(), -True);
    for (size_t i = shift; i < a.size(); ++i)
      row[i] = andGate(a[i - shift], b[shift]);
    result = sum(result, row, -True);
  }
  return result;
}

Blaster::Bits Blaster::negated(llvm::ArrayRef<int> a) const {
  Bits result(a);
  for (int &bit : result)
    bit = -bit;
  return result;
}

// The highest bits that differ decide, the sign bits the other way round if there are any.
int Blaster::less(llvm::ArrayRef<int> a, llvm::ArrayRef<int> b, bool isSigned) {
  int result = -True;
  for (size_t i = 0; i < a.size(); ++i) {
    bool isSign = isSigned && i + 1 == a.size();
    int smaller = isSign ? b[i] : a[i], greater = isSign ? a[i] : b[i];
    result = choose(xorGate(smaller, greater), greater, result);
  }
  return result;
}

} // namespace custody::logic
