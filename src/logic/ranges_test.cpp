// All comparisons of one small word with constants, two and three at a time, against the values for which they hold.
#include "logic/evaluate.h"
#include "logic/propagate.h"
#include "logic/ranges.h"
#include "logic/test_support.h"
#include <gtest/gtest.h>

using namespace custody::logic;

namespace {

constexpr unsigned Width = 3, Values = 8;

class RangesTest : public testing::Test {
protected:
  struct Test {
    Guard guard;
    unsigned holds; // bit v: for the value v
  };

  RangesTest() {
    for (Op op : {Op::Equal, Op::LessUnsigned, Op::LessSigned})
      for (uint64_t k = 0; k < Values; ++k)
        for (uint64_t offset : {0, 3})
          for (bool isNegated : {false, true})
            add(op, k, offset, isNegated);
  }

  void add(Op op, uint64_t k, uint64_t offset, bool isNegated) {
    Guard guard{terms.apply(op, terms.add(x, terms.constant(Width, offset)), terms.constant(Width, k))};
    unsigned holds = 0;
    for (uint64_t value = 0; value < Values; ++value)
      holds |= unsigned(meaning(op, Width, (value + offset) % Values, k) != isNegated) << value;
    tests.push_back({isNegated ? terms.negate(guard) : guard, holds});
  }

  unsigned valuesOf(Guard guard) {
    unsigned holds = 0;
    for (uint64_t value = 0; value < Values; ++value)
      holds |= unsigned(Evaluator(terms, {value}).valueOf(guard)) << value;
    return holds;
  }

  Terms terms;
  Word x = terms.unknown(Width);
  std::vector<Test> tests;
};

TEST_F(RangesTest, RunsAreTheValues) {
  for (const Test &test : tests) {
    EXPECT_EQ(valuesOf(test.guard), test.holds) << terms.text(test.guard);
    std::optional<RangeTest> range = rangeTest(terms, test.guard);
    if (!range) {
      EXPECT_TRUE(test.guard == terms.always() || test.guard == terms.never()) << terms.text(test.guard);
      continue;
    }
    EXPECT_EQ(range->of, x);
    unsigned inRun = 0;
    for (uint64_t i = 0; i <= range->run.more; ++i)
      inRun |= 1u << (range->run.first + i) % Values;
    EXPECT_EQ(inRun, test.holds) << terms.text(test.guard);
  }
}

TEST_F(RangesTest, WithinAndDisjoint) {
  for (const Test &a : tests)
    for (const Test &b : tests) {
      std::optional<RangeTest> rangeA = rangeTest(terms, a.guard), rangeB = rangeTest(terms, b.guard);
      if (!rangeA || !rangeB)
        continue;
      EXPECT_EQ(rangeA->run.isWithin(rangeB->run), (a.holds & ~b.holds) == 0);
      EXPECT_EQ(rangeA->run.isDisjoint(rangeB->run), (a.holds & b.holds) == 0);
    }
}

TEST_F(RangesTest, PairsMeanWhatTheyMean) {
  for (const Test &a : tests)
    for (const Test &b : tests) {
      ASSERT_EQ(valuesOf(terms.both(a.guard, b.guard)), a.holds & b.holds)
          << terms.text(a.guard) << " " << terms.text(b.guard);
      ASSERT_EQ(terms.both(a.guard, b.guard) == terms.never(), (a.holds & b.holds) == 0);
      ASSERT_EQ(terms.either(a.guard, b.guard) == terms.always(), (a.holds | b.holds) == 255);
    }
}

// Propagation is exact for tests of one word.
TEST_F(RangesTest, TriplesContradictIfNothingIsLeft) {
  Propagation propagation(terms);
  std::mt19937_64 random(5);
  for (unsigned round = 0; round < 20000; ++round) {
    Test picked[3];
    for (Test &test : picked)
      test = tests[random() % tests.size()];
    unsigned left = picked[0].holds & picked[1].holds & picked[2].holds;
    ASSERT_EQ(propagation.run({picked[0].guard, picked[1].guard, picked[2].guard}), left != 0);
    if (left)
      ASSERT_TRUE(left >> propagation.adjusted({random() % Values})[0] & 1);
  }
}

} // namespace
