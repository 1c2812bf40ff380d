// Every operator against its meaning: over all 8-bit operands, built from constants, unknowns and choices, and through
// clauses in both directions.
#include "logic/evaluate.h"
#include "logic/solver.h"
#include "logic/test_support.h"
#include <gtest/gtest.h>

using namespace custody::logic;

namespace {

constexpr unsigned Width = 8;

// The value of a node that Terms::apply made, which is a guard's id for comparisons.
uint64_t valueOf(Evaluator &evaluator, Op op, uint32_t id) {
  return isGuard(op) ? evaluator.valueOf(Guard{id}) : evaluator.valueOf(Word{id});
}

class BinaryTest : public testing::TestWithParam<Op> {};

TEST_P(BinaryTest, ConstantsAreComputed) {
  Op op = GetParam();
  Terms terms;
  Evaluator evaluator(terms);
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b) {
      uint32_t id = terms.apply(op, terms.constant(Width, a), terms.constant(Width, b));
      if (isGuard(op))
        ASSERT_TRUE(Guard{id} == terms.always() || Guard{id} == terms.never());
      else
        ASSERT_TRUE(terms.constantOf(Word{id}));
      ASSERT_EQ(valueOf(evaluator, op, id), meaning(op, Width, a, b)) << a << " " << b;
    }
}

TEST_P(BinaryTest, UnknownsAreEvaluated) {
  Op op = GetParam();
  Terms terms;
  Word x = terms.unknown(Width), y = terms.unknown(Width);
  uint32_t id = terms.apply(op, x, y);
  uint32_t same = terms.apply(op, x, x);
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b) {
      Evaluator evaluator(terms, {a, b});
      ASSERT_EQ(valueOf(evaluator, op, id), meaning(op, Width, a, b)) << a << " " << b;
      ASSERT_EQ(valueOf(evaluator, op, same), meaning(op, Width, a, a)) << a;
    }
}

// One side constant, and around the unknown each of the forms that rules look into.
TEST_P(BinaryTest, RulesForConstantsKeepTheMeaning) {
  Op op = GetParam();
  Terms terms;
  Word x = terms.unknown(Width), nibble = terms.unknown(4);
  Guard g = terms.variable();
  auto constant = [&](uint64_t value) { return terms.constant(Width, value); };
  const Word forms[] = {x,
                        terms.add(x, constant(77)),
                        terms.subtract(constant(5), x),
                        terms.bitXor(x, constant(0x5a)),
                        terms.bitAnd(x, constant(0x14)),
                        terms.bitAnd(x, constant(0x10)),
                        terms.bitAnd(x, constant(0x1f)),
                        terms.bitOr(x, constant(0x41)),
                        terms.shiftLeft(x, constant(3)),
                        terms.shiftRight(x, constant(3)),
                        terms.shiftRightSigned(x, constant(3)),
                        terms.multiply(x, constant(6)),
                        terms.multiply(x, constant(255)),
                        terms.zeroExtend(nibble, Width),
                        terms.signExtend(nibble, Width),
                        terms.signExtend(terms.zeroExtend(nibble, 6), Width),
                        terms.zeroExtend(terms.truncate(x, 5), Width),
                        terms.signExtend(terms.truncate(terms.add(x, constant(1)), 3), Width),
                        terms.truncate(terms.multiply(terms.signExtend(x, 16), terms.constant(16, 300)), Width),
                        terms.truncate(terms.bitOr(terms.zeroExtend(x, 16), terms.constant(16, 0x1203)), Width),
                        terms.ite(g, x, constant(3)),
                        terms.ite(g, constant(200), terms.ite(terms.isZero(x), constant(7), constant(90))),
                        terms.fromGuard(g, Width)};
  for (const Word &form : forms) {
    std::vector<uint32_t> left, right;
    for (unsigned k = 0; k < 256; ++k) {
      left.push_back(terms.apply(op, form, constant(k)));
      right.push_back(terms.apply(op, constant(k), form));
    }
    for (unsigned input = 0; input < 256; input += 3) { // 255 among them
      Evaluator evaluator(terms, {input, input, input >> 4});
      uint64_t value = evaluator.valueOf(form);
      for (unsigned k = 0; k < 256; ++k) {
        ASSERT_EQ(valueOf(evaluator, op, left[k]), meaning(op, Width, value, k)) << terms.text(form) << " " << k;
        ASSERT_EQ(valueOf(evaluator, op, right[k]), meaning(op, Width, k, value)) << terms.text(form) << " " << k;
      }
    }
  }
}

// Two unknown operands, in forms that share parts.
TEST_P(BinaryTest, RulesForWordsKeepTheMeaning) {
  Op op = GetParam();
  Terms terms;
  Word x = terms.unknown(Width), y = terms.unknown(Width);
  Guard g = terms.equal(terms.bitAnd(x, terms.constant(Width, 8)), terms.constant(Width, 8));
  auto constant = [&](uint64_t value) { return terms.constant(Width, value); };
  const Word forms[] = {x,
                        y,
                        terms.add(x, y),
                        terms.add(x, constant(9)),
                        terms.add(y, constant(250)),
                        terms.subtract(x, y),
                        terms.subtract(constant(3), y),
                        terms.negate(x),
                        terms.bitNot(x),
                        terms.bitAnd(x, y),
                        terms.bitXor(x, y),
                        terms.zeroExtend(terms.truncate(x, 4), Width),
                        terms.zeroExtend(terms.truncate(y, 4), Width),
                        terms.signExtend(terms.truncate(x, 4), Width),
                        terms.signExtend(terms.truncate(y, 4), Width),
                        terms.ite(g, x, y),
                        terms.ite(terms.negate(g), y, constant(1)),
                        terms.ite(g, constant(4), constant(1)),
                        terms.fromGuard(terms.lessSigned(x, y), Width)};
  std::vector<std::tuple<Word, Word, uint32_t>> results;
  for (Word a : forms)
    for (Word b : forms)
      results.push_back({a, b, terms.apply(op, a, b)});
  std::mt19937_64 random(7);
  for (unsigned round = 0; round < 600; ++round) {
    uint64_t bits = random();
    Evaluator evaluator(terms, {bits & 255, round % 3 ? bits >> 8 & 255 : bits & 255});
    for (auto [a, b, result] : results)
      ASSERT_EQ(valueOf(evaluator, op, result), meaning(op, Width, evaluator.valueOf(a), evaluator.valueOf(b)))
          << terms.text(a) << " " << terms.text(b);
  }
}

// The result of two given operands is this one, and no other: by CaDiCaL alone.
TEST_P(BinaryTest, ClausesAgreeInBothDirections) {
  Op op = GetParam();
  SolverOptions options;
  options.propagate = options.simulate = false;
  std::mt19937_64 random(11);
  for (unsigned width = 1; width <= 64; ++width) {
    Terms terms;
    Solver solver(terms, options);
    Word x = terms.unknown(width), y = terms.unknown(width);
    uint32_t id = terms.apply(op, x, y);
    Word result = isGuard(op) ? terms.fromGuard(Guard{id}, 1) : Word{id};
    unsigned samples = width == 8 ? 400 : op == Op::Multiply && width > 16 ? 2 : 12;
    for (unsigned sample = 0; sample < samples; ++sample) {
      uint64_t a = random() & maskOf(width), b = random() & maskOf(width);
      if (sample % 4 == 1)
        b = a;
      if (sample % 4 == 2)
        b = random() % (width + 1) & maskOf(width); // amounts of shifts that matter
      uint64_t expected = meaning(op, width, a, b), wrong = expected ^ 1;
      Guard given[] = {terms.equal(x, terms.constant(width, a)), terms.equal(y, terms.constant(width, b)),
                       terms.always()};
      given[2] = terms.equal(result, terms.constant(terms.width(result), expected));
      ASSERT_EQ(solver.check(given), Verdict::Satisfiable) << width << ": " << a << " " << b;
      EXPECT_EQ(solver.valueOf(x), a);
      EXPECT_EQ(solver.valueOf(y), b);
      EXPECT_EQ(solver.valueOf(result), expected);
      given[2] = terms.equal(result, terms.constant(terms.width(result), wrong));
      ASSERT_EQ(solver.check(given), Verdict::Unsatisfiable) << width << ": " << a << " " << b;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, BinaryTest, testing::ValuesIn(BinaryOps),
                         [](const auto &info) { return "op" + std::to_string(unsigned(info.param)); });

TEST(UnaryTest, AllInputs) {
  Terms terms;
  Word x = terms.unknown(Width);
  for (unsigned a = 0; a < 256; ++a) {
    Evaluator evaluator(terms, {a});
    Word k = terms.constant(Width, a);
    int signedA = a < 128 ? int(a) : int(a) - 256;
    for (Word operand : {x, k}) {
      EXPECT_EQ(evaluator.valueOf(terms.negate(operand)), (256 - a) % 256);
      EXPECT_EQ(evaluator.valueOf(terms.bitNot(operand)), 255 - a);
      EXPECT_EQ(evaluator.valueOf(terms.isZero(operand)), a == 0);
      for (unsigned width = 1; width <= Width; ++width)
        EXPECT_EQ(evaluator.valueOf(terms.truncate(operand, width)), a % (1u << width));
      for (unsigned width = Width; width < 64; ++width) {
        EXPECT_EQ(evaluator.valueOf(terms.zeroExtend(operand, width)), a);
        EXPECT_EQ(evaluator.valueOf(terms.signExtend(operand, width)), uint64_t(signedA) % (uint64_t(1) << width));
      }
      EXPECT_EQ(evaluator.valueOf(terms.signExtend(operand, 64)), uint64_t(signedA));
    }
  }
}

// Choices between words, and conditions as words: over all inputs, in values and in clauses.
TEST(ChoiceTest, AllInputs) {
  Terms terms;
  const Guard c = terms.variable();
  const Word x = terms.unknown(Width), y = terms.unknown(Width);
  const Word choice = terms.ite(c, x, y), lifted = terms.fromGuard(c, Width);
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b)
      for (unsigned holds = 0; holds < 2; ++holds) {
        Evaluator evaluator(terms, {holds, a, b});
        ASSERT_EQ(evaluator.valueOf(choice), holds ? a : b);
        ASSERT_EQ(evaluator.valueOf(lifted), holds);
        ASSERT_EQ(evaluator.valueOf(terms.ite(c, terms.constant(Width, a), y)), holds ? a : b);
      }
  SolverOptions options;
  options.propagate = options.simulate = false;
  Solver solver(terms, options);
  const Word result = terms.unknown(Width);
  for (unsigned a = 0; a < 256; ++a)
    for (const Guard way : {c, terms.negate(c)}) {
      const unsigned b = (a * 7 + 3) % 256, expected = way == c ? a : b;
      const Guard given[] = {way, terms.equal(x, terms.constant(Width, a)), terms.equal(y, terms.constant(Width, b)),
                             terms.equal(result, terms.add(choice, lifted))};
      ASSERT_EQ(solver.check(given), Verdict::Satisfiable);
      const unsigned sum = (expected + (way == c)) % 256;
      EXPECT_EQ(solver.valueOf(result), sum);
      const Guard other[] = {given[0], given[1], given[2], given[3],
                             terms.negate(terms.equal(result, terms.constant(Width, sum)))};
      EXPECT_EQ(solver.check(other), Verdict::Unsatisfiable);
    }
}

TEST(UnaryTest, ClausesOfExtensionsAndTruncations) {
  SolverOptions options;
  options.propagate = options.simulate = false;
  for (unsigned from = 1; from <= 64; from += 3)
    for (unsigned to : {1u, 7u, 32u, 64u}) {
      Terms terms;
      Solver solver(terms, options);
      Word x = terms.unknown(from), y = terms.unknown(to);
      uint64_t value = 0xb6d5a3c9f0e17285 & maskOf(from);
      Word results[] = {to >= from ? terms.zeroExtend(x, to) : terms.truncate(x, to),
                        to >= from ? terms.signExtend(x, to) : terms.truncate(x, to)};
      uint64_t expected[] = {value & maskOf(to), uint64_t(signedValue(value, from)) & maskOf(to)};
      for (unsigned i = 0; i < 2; ++i) {
        Guard given[] = {terms.equal(x, terms.constant(from, value)), terms.equal(y, results[i])};
        ASSERT_EQ(solver.check(given), Verdict::Satisfiable);
        EXPECT_EQ(solver.valueOf(y), expected[i]);
        Guard other[] = {given[0], given[1], terms.negate(terms.equal(y, terms.constant(to, expected[i])))};
        EXPECT_EQ(solver.check(other), Verdict::Unsatisfiable);
      }
    }
}

// All functions of three guards that two operators make, and choices.
TEST(GuardOperatorsTest, TruthTables) {
  Terms terms;
  Guard v[] = {terms.variable(), terms.variable(), terms.variable()};
  struct Formula {
    Guard guard;
    unsigned table; // bit i: value when the variables are the bits of i
  };
  std::vector<Formula> formulas = {{terms.always(), 255}, {v[0], 0xaa}, {v[1], 0xcc}, {v[2], 0xf0}};
  for (unsigned level = 0; level < 2; ++level) {
    std::vector<Formula> next = formulas;
    for (const Formula &a : formulas)
      for (const Formula &b : formulas) {
        next.push_back({terms.both(a.guard, b.guard), a.table & b.table});
        next.push_back({terms.either(a.guard, terms.negate(b.guard)), (a.table | ~b.table) & 255});
        next.push_back({terms.implies(a.guard, b.guard), (~a.table | b.table) & 255});
        next.push_back({terms.same(a.guard, b.guard), ~(a.table ^ b.table) & 255});
        next.push_back({terms.ite(v[1], a.guard, b.guard), (a.table & 0xcc) | (b.table & 0x33)});
      }
    formulas = std::move(next);
  }
  for (unsigned input = 0; input < 8; ++input) {
    Evaluator evaluator(terms, {input & 1, input >> 1 & 1, input >> 2});
    for (const Formula &formula : formulas)
      ASSERT_EQ(evaluator.valueOf(formula.guard), formula.table >> input & 1) << terms.text(formula.guard);
  }
}

} // namespace
