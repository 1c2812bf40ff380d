#include "engines/path/value.h"
#include <gtest/gtest.h>

using namespace custody;
using namespace custody::engines::path;
using heap::Cell;
using heap::LocId;
using heap::Offset;

namespace {

class ValueTest : public testing::Test {
protected:
  Terms terms;
  Values values{terms};
  const Cell x{LocId(1), Offset()}, y{LocId(2), Offset()}, xNext{LocId(1), Offset::at(8)};
  Guard c = terms.variable(), d = terms.variable();
};

TEST_F(ValueTest, EqualValuesAreOne) {
  EXPECT_EQ(values.address(x), values.address(x));
  EXPECT_NE(values.address(x), values.address(y));
  EXPECT_NE(values.address(x), values.address(xNext));
  EXPECT_EQ(values.number(terms.constant(64, 0)), values.null());
}

// Section 3.1: if (c) p = &x; else p = &y;
TEST_F(ValueTest, TheMergeOfThePaper) {
  const ValueData &p = values[values.ite(c, values.address(x), values.address(y))];
  ASSERT_EQ(p.targets.size(), 2u);
  EXPECT_EQ(p.targets[0], (Pointee{x, c}));
  EXPECT_EQ(p.targets[1], (Pointee{y, !c}));
}

TEST_F(ValueTest, ALocationOccursOnce) {
  const Value p = values.ite(c, values.address(x), values.ite(d, values.address(x), values.address(y)));
  ASSERT_EQ(values[p].targets.size(), 2u);
  EXPECT_EQ(values[p].targets[0].when, terms.either(c, d));
  EXPECT_EQ(values.ite(c, values.address(x), values.address(x)), values.address(x));
}

TEST_F(ValueTest, WhatNeverIsIsLeftOut) {
  EXPECT_EQ(values.address(x, terms.never()), values.null());
  EXPECT_EQ(values.ite(terms.always(), values.address(x), values.address(y)), values.address(x));
  EXPECT_EQ(values.ite(terms.never(), values.address(x), values.address(y)), values.address(y));
}

TEST_F(ValueTest, Null) {
  EXPECT_EQ(values.isNonNull(values.null()), terms.never());
  EXPECT_EQ(values.isNonNull(values.address(x)), terms.always());
  EXPECT_EQ(values.isNonNull(values.address(x, c)), c);
  EXPECT_EQ(values.isNonNull(values.number(terms.constant(32, 7))), terms.always());
  // new or null, and the number 3 otherwise
  const Value mixed = values.ite(d, values.address(x, c), values.number(terms.constant(64, 3)));
  EXPECT_EQ(values.isNonNull(mixed), terms.either(!d, c));
}

TEST_F(ValueTest, WhereItPoints) {
  const Value p = values.ite(c, values.address(x), values.ite(d, values.address(xNext), values.address(y)));
  EXPECT_EQ(values.pointsInto(p, x.loc), terms.either(c, d));
  EXPECT_EQ(values.pointsInto(p, LocId(3)), terms.never());
  EXPECT_EQ(values.isAddress(p), terms.always());
}

TEST_F(ValueTest, NumbersChangeTheirWidth) {
  const Value n = values.number(terms.constant(32, 0x1234));
  EXPECT_EQ(terms.constantOf(values.word(n, 8)), 0x34u);
  EXPECT_EQ(terms.constantOf(values.word(n, 64)), 0x1234u);
}

TEST_F(ValueTest, AnAddressAsANumberIsTheSameEveryTimeAndNotZero) {
  const Value p = values.address(x);
  EXPECT_EQ(values.word(p, 64), values.word(p, 64));
  EXPECT_NE(values.word(p, 64), values.word(values.address(y), 64));
  EXPECT_EQ(terms.isZero(values.word(p, 64)), terms.never());
}

TEST_F(ValueTest, WhatIsNotModelledDependsOnItsOperands) {
  const Value n = values.number(terms.unknown(32)), m = values.number(terms.unknown(32));
  EXPECT_EQ(values.opaque(1, n, m, 32), values.opaque(1, n, m, 32));
  EXPECT_NE(values.opaque(1, n, m, 32), values.opaque(1, m, n, 32));
  EXPECT_NE(values.opaque(1, n, m, 32), values.opaque(2, n, m, 32));
}

// An element that one write made x and another y: it may be either, and both are held.
TEST_F(ValueTest, AWeakValueHoldsAllOfItsTargets) {
  const Value weak = values.weakUnion({values.address(x), values.address(y)});
  EXPECT_TRUE(values[weak].isWeak);
  EXPECT_EQ(values.pointsInto(weak, x.loc), terms.always());
  EXPECT_EQ(values.pointsInto(weak, y.loc), terms.always());
  // Nobody knows whether the element that is meant is null, but it does not change its mind.
  EXPECT_TRUE(terms.unknownIndex(values.isNonNull(weak)));
  EXPECT_EQ(values.isNonNull(weak), values.isNonNull(weak));
}

TEST_F(ValueTest, AWeakNumberIsANumber) {
  EXPECT_FALSE(values[values.weakened(values.null())].isWeak);
}

TEST_F(ValueTest, AnImageKeepsTheConditions) {
  const Value p = values.ite(c, values.address(x), values.address(y));
  const Value moved = values.map(p, [](Cell cell) { return Cell{cell.loc, cell.offset.plus(8)}; });
  EXPECT_EQ(moved, values.ite(c, values.address(xNext), values.address({y.loc, Offset::at(8)})));
}

} // namespace
