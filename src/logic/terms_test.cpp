// What formulas become when they are built: the shapes that paths make, and equal tests being one node.
#include "logic/evaluate.h"
#include "logic/import.h"
#include "logic/serialize.h"
#include "logic/solver.h"
#include "logic/terms.h"
#include <gtest/gtest.h>

using namespace custody::logic;

namespace {

class TermsTest : public testing::Test {
protected:
  Word k(uint64_t value, unsigned width = 32) { return terms.constant(width, value); }

  Terms terms;
  Guard g = terms.variable(), c = terms.variable(), d = terms.variable(), e = terms.variable();
  Word x = terms.unknown(32), y = terms.unknown(32);
};

TEST_F(TermsTest, ConstantsAndNegation) {
  EXPECT_EQ(!terms.always(), terms.never());
  EXPECT_EQ(terms.both(g, terms.always()), g);
  EXPECT_EQ(terms.both(g, terms.never()), terms.never());
  EXPECT_EQ(terms.both(g, g), g);
  EXPECT_EQ(terms.both(g, !g), terms.never());
  EXPECT_EQ(terms.either(g, !g), terms.always());
  EXPECT_EQ(terms.both(g, c), terms.both(c, g));
  EXPECT_EQ(terms.implies(g, g), terms.always());
  EXPECT_EQ(terms.ite(c, g, g), g);
  EXPECT_EQ(terms.ite(terms.always(), g, c), g);
  EXPECT_EQ(terms.ite(terms.never(), g, c), c);
  EXPECT_EQ(terms.same(g, c), terms.same(c, g));
  EXPECT_EQ(terms.same(g, !c), !terms.same(g, c));
  EXPECT_EQ(terms.same(!g, c), !terms.same(g, c));
}

TEST_F(TermsTest, AbsorptionAndSubstitution) {
  Guard both = terms.both(g, c);
  EXPECT_EQ(terms.both(g, both), both);
  EXPECT_EQ(terms.both(g, terms.either(g, c)), g);
  EXPECT_EQ(terms.both(g, terms.either(!g, c)), both);
  EXPECT_EQ(terms.either(g, both), g);
  EXPECT_EQ(terms.either(g, terms.both(!g, c)), terms.either(g, c));
  EXPECT_EQ(terms.both(terms.both(both, d), !c), terms.never());
  EXPECT_EQ(terms.both(terms.both(terms.both(g, !terms.both(c, d)), c), d), terms.never());
}

TEST_F(TermsTest, JoinOfABranchIsTheGuardBefore) {
  Guard before = terms.both(terms.both(g, !d), terms.either(e, terms.isZero(x)));
  EXPECT_EQ(terms.either(terms.both(before, c), terms.both(before, !c)), before);
  Guard inner = terms.both(before, c);
  Guard innerJoin = terms.either(terms.both(inner, terms.isZero(y)), terms.both(inner, !terms.isZero(y)));
  EXPECT_EQ(terms.either(innerJoin, terms.both(before, !c)), before);
  // A condition that is a conjunction itself.
  Guard two = terms.both(c, terms.isZero(y));
  EXPECT_EQ(terms.either(terms.both(before, two), terms.both(before, !two)), before);
}

TEST_F(TermsTest, JoinAfterAReturnOnOneSide) {
  Guard left = terms.both(terms.both(g, c), !d); // if (c) { if (d) return; }
  EXPECT_EQ(terms.either(left, terms.both(g, !c)), terms.both(g, !terms.both(c, d)));
}

TEST_F(TermsTest, AllReturnsTogetherAreTheEntry) {
  // if (c) return; if (d) return; if (e) return; return;
  Guard rest = g, returned = terms.never();
  for (Guard condition : {c, d, e}) {
    returned = terms.either(returned, terms.both(rest, condition));
    rest = terms.both(rest, !condition);
  }
  EXPECT_EQ(terms.either(returned, rest), g);
}

TEST_F(TermsTest, SwitchOverAValue) {
  Guard rest = g, joined = terms.never();
  for (uint64_t value : {1, 2, 7}) {
    Guard isCase = terms.equal(x, k(value));
    Guard taken = terms.both(rest, isCase);
    EXPECT_EQ(terms.both(taken, terms.equal(x, k(3))), terms.never());
    EXPECT_EQ(terms.both(taken, !terms.equal(x, k(3))), taken);
    joined = terms.either(joined, taken);
    rest = terms.both(rest, !isCase);
  }
  EXPECT_EQ(terms.either(joined, rest), g);
}

TEST_F(TermsTest, RangesContradictAndImply) {
  Guard below5 = terms.lessUnsigned(x, k(5)), from7 = terms.atMostUnsigned(k(7), x);
  EXPECT_EQ(terms.both(below5, from7), terms.never());
  EXPECT_EQ(terms.both(terms.equal(x, k(3)), below5), terms.equal(x, k(3)));
  EXPECT_EQ(terms.either(!below5, !from7), terms.always());
  Guard negative = terms.lessSigned(x, k(0));
  EXPECT_EQ(terms.both(negative, terms.equal(x, k(4))), terms.never());
  EXPECT_EQ(terms.both(terms.lessUnsigned(terms.add(x, k(1)), k(3)), terms.equal(x, k(9))), terms.never());
}

TEST_F(TermsTest, TheSameTestIsOneNode) {
  Guard less = terms.lessSigned(x, k(5));
  EXPECT_EQ(terms.atMostSigned(x, k(4)), less);
  EXPECT_EQ(!terms.atMostSigned(k(5), x), less);
  EXPECT_EQ(!terms.lessSigned(k(4), x), less);
  EXPECT_EQ(terms.lessUnsigned(x, k(1)), terms.isZero(x));
  EXPECT_EQ(terms.lessUnsigned(k(0), x), !terms.isZero(x));
  EXPECT_EQ(terms.equal(k(4), x), terms.equal(x, k(4)));
  EXPECT_EQ(terms.equal(x, y), terms.equal(y, x));
  EXPECT_EQ(terms.isZero(terms.subtract(x, y)), terms.equal(x, y));
  EXPECT_EQ(terms.equal(terms.add(x, k(1)), k(4)), terms.equal(x, k(3)));
  EXPECT_EQ(terms.equal(terms.add(x, k(1)), terms.add(y, k(1))), terms.equal(x, y));
  EXPECT_EQ(terms.equal(terms.add(x, k(1)), x), terms.never());
  Word flag = terms.bitAnd(x, k(4));
  EXPECT_EQ(terms.equal(flag, k(4)), !terms.isZero(flag));
  EXPECT_EQ(terms.equal(flag, k(5)), terms.never());
}

TEST_F(TermsTest, ConversionsAroundAComparisonGo) {
  Word wide = terms.signExtend(x, 64), size = terms.zeroExtend(x, 64);
  EXPECT_EQ(terms.lessSigned(wide, k(10, 64)), terms.lessSigned(x, k(10)));
  EXPECT_EQ(terms.lessUnsigned(wide, k(10, 64)), terms.lessUnsigned(x, k(10)));
  EXPECT_EQ(terms.lessUnsigned(wide, k(uint64_t(1) << 40, 64)), terms.atMostSigned(k(0), x));
  EXPECT_EQ(terms.lessSigned(size, k(0, 64)), terms.never());
  EXPECT_EQ(terms.lessSigned(size, k(9, 64)), terms.lessUnsigned(x, k(9)));
  EXPECT_EQ(terms.equal(size, k(uint64_t(1) << 40, 64)), terms.never());
  EXPECT_EQ(terms.equal(wide, terms.signExtend(y, 64)), terms.equal(x, y));
  EXPECT_EQ(terms.lessSigned(size, terms.zeroExtend(y, 64)), terms.lessUnsigned(x, y));
  EXPECT_EQ(terms.truncate(wide, 32), x);
  EXPECT_EQ(terms.truncate(terms.add(size, k(3, 64)), 32), terms.add(x, k(3)));
  Word flag = terms.fromGuard(c, 1);
  EXPECT_EQ(terms.isZero(terms.zeroExtend(flag, 32)), !c);
}

TEST_F(TermsTest, SumsCollectTheirConstants) {
  EXPECT_EQ(terms.add(terms.add(x, k(3)), k(4)), terms.add(x, k(7)));
  EXPECT_EQ(terms.subtract(terms.add(x, k(3)), k(3)), x);
  EXPECT_EQ(terms.subtract(terms.add(x, y), y), x);
  EXPECT_EQ(terms.add(terms.subtract(x, y), y), x);
  EXPECT_EQ(terms.subtract(x, terms.subtract(x, y)), y);
  EXPECT_EQ(terms.add(terms.add(x, k(1)), terms.add(y, k(2))), terms.add(terms.add(y, k(3)), x));
  EXPECT_EQ(terms.negate(terms.negate(x)), x);
  EXPECT_EQ(terms.bitNot(terms.bitNot(x)), x);
  EXPECT_EQ(terms.multiply(x, k(8)), terms.shiftLeft(x, k(3)));
  EXPECT_EQ(terms.subtract(x, x), k(0));
}

TEST_F(TermsTest, ChoicesAmongConstantsAreDecidedByTheirConditions) {
  Word result = terms.ite(c, k(0), terms.ite(d, k(1), k(~0ull)));
  EXPECT_EQ(terms.isZero(result), c);
  EXPECT_EQ(terms.equal(result, k(~0ull)), terms.both(!c, !d));
  EXPECT_EQ(terms.lessSigned(result, k(0)), terms.both(!c, !d));
  EXPECT_EQ(terms.equal(result, k(17)), terms.never());
  EXPECT_EQ(terms.isZero(terms.signExtend(terms.add(result, k(1)), 64)), terms.both(!c, !d));
  EXPECT_EQ(terms.isZero(terms.ite(c, x, k(0))), terms.either(!c, terms.isZero(x)));
  EXPECT_EQ(terms.equal(terms.ite(c, x, y), x), terms.either(c, terms.equal(x, y)));
  EXPECT_EQ(terms.equal(terms.fromGuard(c, 8), terms.fromGuard(d, 8)), terms.same(c, d));
}

TEST_F(TermsTest, ChoicesMerge) {
  EXPECT_EQ(terms.ite(c, x, x), x);
  EXPECT_EQ(terms.ite(!c, x, y), terms.ite(c, y, x));
  EXPECT_EQ(terms.ite(c, terms.ite(c, x, y), k(3)), terms.ite(c, x, k(3)));
  EXPECT_EQ(terms.ite(c, x, terms.ite(d, x, y)), terms.ite(terms.either(c, d), x, y));
  EXPECT_EQ(terms.ite(c, terms.ite(d, x, y), y), terms.ite(terms.both(c, d), x, y));
  EXPECT_EQ(terms.ite(c, terms.ite(d, y, x), y), terms.ite(terms.both(c, !d), x, y));
  EXPECT_EQ(terms.ite(terms.equal(x, y), x, y), y);
}

TEST_F(TermsTest, UnknownsHaveNumbers) {
  EXPECT_EQ(terms.unknownIndex(g), 0u);
  EXPECT_EQ(terms.unknownIndex(!g), 0u);
  EXPECT_EQ(terms.unknownIndex(x), 4u);
  EXPECT_EQ(terms.unknownIndex(terms.both(g, c)), std::nullopt);
  EXPECT_EQ(terms.unknownIndex(k(1)), std::nullopt);
  EXPECT_EQ(terms.guardUnknown(1), c);
  EXPECT_EQ(terms.wordUnknown(5), y);
  EXPECT_TRUE(terms.isGuardUnknown(3));
  EXPECT_FALSE(terms.isGuardUnknown(4));
  Guard formula = terms.both(terms.lessSigned(terms.add(x, y), k(4)), d);
  EXPECT_EQ(terms.unknownsOf(formula), (std::vector<uint32_t>{2, 4, 5}));
  EXPECT_EQ(terms.unknownsOf(terms.always()), std::vector<uint32_t>());
  EXPECT_EQ(terms.unknownsOf(terms.ite(g, x, k(0))), (std::vector<uint32_t>{0, 4}));
}

TEST_F(TermsTest, Text) {
  EXPECT_EQ(terms.text(terms.both(g, !terms.equal(x, k(3)))), "(and g0 (not (= w4 3)))");
  EXPECT_EQ(terms.text(terms.always()), "true");
  EXPECT_EQ(terms.text(terms.ite(c, terms.add(x, y), k(7))), "(ite g1 (+ w4 w5) 7)");
  EXPECT_EQ(terms.text(terms.either(g, c), 8), "(not (and...");
}

TEST_F(TermsTest, ReplacementsSimplifyTheCopy) {
  // "returns 0 exactly if c" of a callee, asked by a caller that knows what c is.
  Guard condition = terms.both(terms.lessSigned(x, k(10)), terms.either(c, terms.isZero(y)));
  Importer same(terms, terms);
  same.replace(x, k(3));
  same.replace(c, terms.never());
  EXPECT_EQ(same.import(condition), terms.isZero(y));
  EXPECT_EQ(same.import(!condition), !terms.isZero(y));

  Terms caller;
  Word argument = caller.unknown(32);
  Guard known = caller.variable();
  Importer importer(terms, caller);
  importer.replace(x, caller.add(argument, caller.constant(32, 1)));
  importer.replace(c, known);
  importer.replace(y, caller.constant(32, 1));
  EXPECT_EQ(importer.import(terms.equal(x, k(4))), caller.equal(argument, caller.constant(32, 3)));
  EXPECT_EQ(importer.import(terms.either(c, terms.isZero(y))), known);
  EXPECT_EQ(caller.numUnknowns(), 2u);
  Guard fresh = importer.import(d);
  EXPECT_EQ(importer.import(d), fresh);
  EXPECT_EQ(caller.numUnknowns(), 3u);
}

TEST_F(TermsTest, BytesAreTheSameWhateverElseIsInTheArena) {
  Terms other;
  Guard a = other.variable();
  for (unsigned i = 0; i < 5; ++i)
    other.variable();
  Guard b = other.variable();
  EXPECT_EQ(serialize(terms, {terms.both(g, c)}).size(), serialize(other, {other.both(a, b)}).size());
  llvm::Expected<Formulas> read = deserialize(serialize(other, {other.both(a, b)}), terms);
  ASSERT_TRUE(bool(read));
  ASSERT_EQ(read->unknowns.size(), 2u);
  EXPECT_EQ(read->unknowns[0].index, 0u);
  EXPECT_EQ(read->unknowns[1].index, 6u);
  EXPECT_EQ(read->guards[0], terms.both(read->unknowns[0].guard, read->unknowns[1].guard));
}

// Everything works on formulas that are far deeper than the machine's stack would allow.
TEST(DepthTest, TwoHundredThousandLevels) {
  constexpr unsigned Depth = 200000;
  Terms terms;
  Guard guard = terms.always();
  Word word = terms.unknown(8);
  for (unsigned i = 0; i < Depth; ++i) {
    Guard condition = terms.variable();
    guard = i % 2 ? terms.both(guard, condition) : terms.either(guard, condition);
    word = i % 3 ? terms.bitXor(terms.add(word, terms.constant(8, i)), terms.constant(8, i * 7))
                 : terms.ite(condition, word, terms.constant(8, i % 5));
  }
  EXPECT_GT(terms.size(), 2 * Depth);
  Guard both = terms.both(guard, terms.equal(word, terms.constant(8, 9)));
  EXPECT_GT(terms.unknownsOf(both).size(), Depth / 4);
  EXPECT_FALSE(terms.text(both).empty());

  Terms copy, read;
  Guard copied = Importer(terms, copy).import(both);
  EXPECT_GT(copy.unknownsOf(copied).size(), Depth / 4);
  llvm::Expected<Formulas> formulas = deserialize(serialize(terms, both), read);
  ASSERT_TRUE(bool(formulas));

  Solver solver(terms, 10000);
  EXPECT_NE(solver.check(both), Verdict::Unsatisfiable);
  SolverOptions alone;
  alone.propagate = alone.simulate = false;
  Solver cadical(terms, alone);
  ASSERT_EQ(cadical.check(guard), Verdict::Satisfiable);
  EXPECT_TRUE(cadical.valueOf(guard));
}

// A conjunction of any length costs a bounded number of steps to extend.
TEST(DepthTest, LongPathsOfTestsOfOneVariable) {
  Terms terms;
  Word x = terms.unknown(32);
  Guard rest = terms.always(), joined = terms.never();
  for (unsigned i = 0; i < 20000; ++i) {
    Guard isCase = terms.equal(x, terms.constant(32, i));
    joined = terms.either(joined, terms.both(rest, isCase));
    rest = terms.both(rest, !isCase);
  }
  EXPECT_EQ(terms.either(joined, rest), terms.always());
}

} // namespace
