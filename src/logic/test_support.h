// Formulas for tests: operators by name, and clauses made with no simplification at all.
#pragma once

#include "logic/terms.h"
#include <cadical.hpp>
#include <random>

namespace custody::logic {

inline constexpr Op BinaryOps[] = {Op::Equal,    Op::LessUnsigned, Op::LessSigned, Op::Add,
                                   Op::Subtract, Op::Multiply,     Op::BitAnd,     Op::BitOr,
                                   Op::BitXor,   Op::ShiftLeft,    Op::ShiftRight, Op::ShiftRightSigned};

// What an operator means, written another way than in the layer: on the numbers of a width up to 64, with 128 bits.
inline uint64_t meaning(Op op, unsigned width, uint64_t a, uint64_t b) {
  __extension__ typedef __int128 Wide;
  __extension__ typedef unsigned __int128 WideUnsigned;
  Wide modulus = Wide(1) << width;
  auto asSigned = [&](uint64_t x) { return Wide(x) >= modulus / 2 ? Wide(x) - modulus : Wide(x); };
  auto wrap = [&](Wide x) { return uint64_t(((x % modulus) + modulus) % modulus); };
  switch (op) {
  case Op::Equal:
    return a == b;
  case Op::LessUnsigned:
    return a < b;
  case Op::LessSigned:
    return asSigned(a) < asSigned(b);
  case Op::Add:
    return wrap(Wide(a) + b);
  case Op::Subtract:
    return wrap(Wide(a) - b);
  case Op::Multiply:
    return uint64_t(WideUnsigned(a) * b % WideUnsigned(modulus));
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  default:
    break;
  }
  // Shifts, bit after bit.
  for (uint64_t i = 0; i < b && i < 64; ++i) {
    if (op == Op::ShiftLeft)
      a = wrap(Wide(a) * 2);
    else if (op == Op::ShiftRight || asSigned(a) >= 0)
      a = a / 2;
    else
      a = wrap((asSigned(a) - 1) / 2);
  }
  return a;
}

// Clauses for each operator by the book; variable 1 is true.
class NaiveClauses {
public:
  using Bits = std::vector<int>;

  NaiveClauses() { clause({1}); }

  int fresh() { return ++numVariables; }
  Bits unknown(unsigned width) {
    Bits bits(width);
    for (int &bit : bits)
      bit = fresh();
    return bits;
  }
  Bits constant(unsigned width, uint64_t value) {
    Bits bits(width);
    for (unsigned i = 0; i < width; ++i)
      bits[i] = value >> i & 1 ? 1 : -1;
    return bits;
  }
  int both(int a, int b) {
    int out = fresh();
    clause({-out, a});
    clause({-out, b});
    clause({out, -a, -b});
    return out;
  }
  int either(int a, int b) { return -both(-a, -b); }
  int differ(int a, int b) { return either(both(a, -b), both(-a, b)); }
  int ite(int c, int a, int b) { return either(both(c, a), both(-c, b)); }
  Bits ite(int c, const Bits &a, const Bits &b) {
    return map(a, b, [&](int x, int y) { return ite(c, x, y); });
  }
  Bits extend(Bits a, unsigned width, bool isSigned) {
    a.resize(width, isSigned ? a.back() : -1);
    return a;
  }
  Bits truncate(Bits a, unsigned width) {
    a.resize(width);
    return a;
  }
  Bits apply(Op op, const Bits &a, const Bits &b);
  bool isSatisfiable(std::initializer_list<int> assumptions) {
    for (int literal : assumptions)
      solver.assume(literal);
    return solver.solve() == 10;
  }
  bool isSatisfiable(const std::vector<int> &assumptions) {
    for (int literal : assumptions)
      solver.assume(literal);
    return solver.solve() == 10;
  }
  uint64_t value(const Bits &bits) {
    uint64_t result = 0;
    for (size_t i = 0; i < bits.size(); ++i)
      result |= uint64_t(solver.val(bits[i]) > 0) << i;
    return result;
  }

private:
  void clause(std::initializer_list<int> literals) {
    for (int literal : literals)
      solver.add(literal);
    solver.add(0);
  }
  template <class F>
  Bits map(const Bits &a, const Bits &b, F f) {
    Bits result;
    for (size_t i = 0; i < a.size(); ++i)
      result.push_back(f(a[i], b[i]));
    return result;
  }
  Bits sum(const Bits &a, const Bits &b, int carry) {
    return map(a, b, [&](int x, int y) {
      int bit = differ(differ(x, y), carry);
      carry = either(both(x, y), both(carry, either(x, y)));
      return bit;
    });
  }
  int less(const Bits &a, const Bits &b) {
    int result = -1;
    for (size_t i = 0; i < a.size(); ++i)
      result = either(both(-a[i], b[i]), both(-differ(a[i], b[i]), result));
    return result;
  }

  CaDiCaL::Solver solver;
  int numVariables = 1;
};

inline NaiveClauses::Bits NaiveClauses::apply(Op op, const Bits &a, const Bits &b) {
  unsigned width = a.size();
  switch (op) {
  case Op::Equal: {
    int result = 1;
    for (unsigned i = 0; i < width; ++i)
      result = both(result, -differ(a[i], b[i]));
    return {result};
  }
  case Op::LessUnsigned:
    return {less(a, b)};
  case Op::LessSigned: {
    Bits x = a, y = b;
    std::swap(x.back(), y.back());
    return {less(x, y)};
  }
  case Op::Add:
    return sum(a, b, -1);
  case Op::Subtract: {
    Bits complement = b;
    for (int &bit : complement)
      bit = -bit;
    return sum(a, complement, 1);
  }
  case Op::Multiply: {
    Bits result = constant(width, 0), row = a;
    for (unsigned i = 0; i < width; ++i) {
      result = sum(result, ite(b[i], row, constant(width, 0)), -1);
      row.pop_back();
      row.insert(row.begin(), -1);
    }
    return result;
  }
  case Op::BitAnd:
    return map(a, b, [&](int x, int y) { return both(x, y); });
  case Op::BitOr:
    return map(a, b, [&](int x, int y) { return either(x, y); });
  case Op::BitXor:
    return map(a, b, [&](int x, int y) { return differ(x, y); });
  default:
    break;
  }
  // Shifts: a choice among the results for each amount.
  int filler = op == Op::ShiftRightSigned ? a.back() : -1;
  Bits result(width, filler);
  for (uint64_t amount = 0; amount < width; ++amount) {
    if (width < 64 && amount >> width)
      break;
    Bits shifted(width, filler);
    for (unsigned i = 0; i < width; ++i)
      if (op == Op::ShiftLeft ? i >= amount : i + amount < width)
        shifted[i] = a[op == Op::ShiftLeft ? i - amount : i + amount];
    result = ite(apply(Op::Equal, b, constant(width, amount))[0], shifted, result);
  }
  return result;
}

} // namespace custody::logic
