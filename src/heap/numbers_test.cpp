#include "heap/numbers.h"
#include <gtest/gtest.h>

using custody::heap::Numbers;

namespace {

constexpr int64_t Min = Numbers::Min, Max = Numbers::Max;

Numbers two(int64_t a, int64_t b, int64_t c, int64_t d) {
  return Numbers::range(a, b).join(Numbers::range(c, d));
}

const Numbers Samples[] = {Numbers::none(),    Numbers::all(),        Numbers::exactly(0),    Numbers::exactly(7),
                           Numbers::except(0), Numbers::range(1, 10), Numbers::range(5, Max), Numbers::range(Min, -1),
                           two(-9, -3, 4, 8),  Numbers::except(Max),  Numbers::exactly(Min)};

TEST(NumbersTest, RangesAndTheirText) {
  EXPECT_EQ(Numbers::none().str(), "[]");
  EXPECT_TRUE(Numbers::range(3, 2).isNone());
  EXPECT_EQ(Numbers::all().str(), "[-inf,inf]");
  EXPECT_EQ(Numbers::except(0).str(), "[-inf,-1][1,inf]");
  EXPECT_EQ(Numbers::except(Min), Numbers::range(Min + 1, Max));
  EXPECT_EQ(Numbers::except(Max), Numbers::range(Min, Max - 1));
  EXPECT_FALSE(Numbers::except(0).contains(0));
  EXPECT_TRUE(Numbers::exactly(4).isExactly(4));
  EXPECT_FALSE(Numbers::except(4).isOne());
}

TEST(NumbersTest, JoinIsALatticeJoin) {
  for (const Numbers &a : Samples) {
    EXPECT_EQ(a.join(a), a);
    EXPECT_EQ(a.join(Numbers::none()), a);
    EXPECT_EQ(Numbers::none().join(a), a);
    EXPECT_TRUE(a.join(Numbers::all()).isAll());
    for (const Numbers &b : Samples) {
      EXPECT_EQ(a.join(b), b.join(a)) << a.str() << " " << b.str();
      for (int64_t n : {Min, int64_t(-4), int64_t(0), int64_t(7), Max})
        EXPECT_LE(a.contains(n) || b.contains(n), a.join(b).contains(n)) << a.str() << " " << b.str() << " " << n;
    }
  }
}

TEST(NumbersTest, JoinTouchesAndKeepsTheGapThatMatters) {
  EXPECT_EQ(Numbers::range(1, 3).join(Numbers::range(4, 6)), Numbers::range(1, 6));
  EXPECT_EQ(two(1, 2, 100, 100).join(Numbers::exactly(4)).str(), "[1,4][100,100]");
  // The gap at zero is the narrower one here, and stays.
  EXPECT_EQ(two(-1, -1, 1, 1).join(Numbers::exactly(100)).str(), "[-1,-1][1,100]");
  EXPECT_EQ(Numbers::range(Min, Max - 1).join(Numbers::exactly(Max)), Numbers::all());
}

TEST(NumbersTest, MeetIsExactOnWhatBothHold) {
  for (const Numbers &a : Samples)
    for (const Numbers &b : Samples) {
      EXPECT_EQ(a.meet(b), b.meet(a));
      for (int64_t n : {Min, int64_t(-4), int64_t(0), int64_t(7), Max})
        EXPECT_LE(a.contains(n) && b.contains(n), a.meet(b).contains(n)) << a.str() << " " << b.str() << " " << n;
    }
  EXPECT_TRUE(Numbers::exactly(0).meet(Numbers::except(0)).isNone());
  EXPECT_TRUE(Numbers::exactly(0).isDisjoint(Numbers::range(1, 9)));
  EXPECT_EQ(Numbers::range(0, 9).without(0), Numbers::range(1, 9));
  EXPECT_EQ(Numbers::range(0, 9).without(4).str(), "[0,3][5,9]");
}

TEST(NumbersTest, WideningHoldsBothAndEnds) {
  for (const Numbers &a : Samples)
    for (const Numbers &b : Samples)
      for (int64_t n : {Min, int64_t(-4), int64_t(0), int64_t(7), Max})
        EXPECT_LE(a.contains(n) || b.contains(n), a.widen(b).contains(n)) << a.str() << " " << b.str() << " " << n;

  Numbers i = Numbers::exactly(0);
  unsigned rounds = 0;
  for (Numbers next = i;; i = next, ++rounds) {
    next = i.widen(i.join(i.plus(Numbers::exactly(1))));
    if (next == i)
      break;
    ASSERT_LT(rounds, 5u);
  }
  EXPECT_EQ(i, Numbers::range(0, Max));
}

TEST(NumbersTest, WideningKeepsNotZero) {
  Numbers counted = two(-3, -1, 1, 3);
  EXPECT_EQ(counted.widen(two(-4, -1, 1, 9)), Numbers::except(0));
  EXPECT_EQ(counted.widen(counted), counted);
  EXPECT_TRUE(counted.widen(Numbers::exactly(0)).contains(0));
}

TEST(NumbersTest, ArithmeticOfOrdinaryNumbers) {
  EXPECT_EQ(Numbers::range(1, 3).plus(Numbers::range(10, 20)), Numbers::range(11, 23));
  EXPECT_EQ(Numbers::range(1, 3).minus(Numbers::exactly(1)), Numbers::range(0, 2));
  EXPECT_EQ(Numbers::except(0).plus(Numbers::exactly(1)).str(), "[-inf,0][2,inf]");
  EXPECT_EQ(Numbers::range(-2, 5).negated(), Numbers::range(-5, 2));
  EXPECT_EQ(Numbers::exactly(-6).times(Numbers::exactly(7)), Numbers::exactly(-42));
  EXPECT_EQ(Numbers::exactly(12).maskedBy(Numbers::exactly(10)), Numbers::exactly(8));
  EXPECT_EQ(Numbers::all().maskedBy(Numbers::exactly(7)), Numbers::range(0, 7));
}

TEST(NumbersTest, NothingMakesNothing) {
  for (const Numbers &a : Samples) {
    EXPECT_TRUE(a.plus(Numbers::none()).isNone());
    EXPECT_TRUE(Numbers::none().times(a).isNone());
    EXPECT_TRUE(a.maskedBy(Numbers::none()).isNone());
  }
  EXPECT_TRUE(Numbers::none().negated().isNone());
}

TEST(NumbersTest, InfinityStaysInfinity) {
  EXPECT_EQ(Numbers::range(5, Max).plus(Numbers::exactly(-1)), Numbers::range(4, Max));
  EXPECT_EQ(Numbers::range(Min, 5).plus(Numbers::exactly(1)), Numbers::range(Min, 6));
  EXPECT_EQ(Numbers::range(5, Max).negated(), Numbers::range(Min, -5));
  EXPECT_TRUE(Numbers::all().plus(Numbers::all()).isAll());
  EXPECT_TRUE(Numbers::all().minus(Numbers::all()).isAll());
}

TEST(NumbersTest, OverflowIsInfinityAndNeverWraps) {
  EXPECT_TRUE(Numbers::exactly(Max - 1).plus(Numbers::exactly(5)).contains(Max));
  EXPECT_TRUE(Numbers::exactly(Min + 1).plus(Numbers::exactly(-5)).contains(Min));
  EXPECT_FALSE(Numbers::range(0, Max - 1).plus(Numbers::exactly(5)).contains(-1));
  EXPECT_TRUE(Numbers::exactly(Max / 2).times(Numbers::exactly(3)).contains(Max));
  EXPECT_TRUE(Numbers::range(1, Max).times(Numbers::range(1, Max)).contains(Max));
  EXPECT_TRUE(Numbers::exactly(Min / 2).times(Numbers::exactly(3)).contains(Min));
}

} // namespace
