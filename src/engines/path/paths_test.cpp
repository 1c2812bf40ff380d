#include "engines/path/paths.h"
#include <gtest/gtest.h>

using namespace custody::engines::path;

namespace {

class PathsTest : public testing::Test {
protected:
  Terms terms;
  Paths paths{terms};
  const PathId entry = Paths::entry();
  Guard a = terms.variable(), b = terms.variable(), c = terms.variable();
};

TEST_F(PathsTest, TheEntryIsAlwaysReached) {
  EXPECT_EQ(paths.condition(entry), terms.always());
  EXPECT_EQ(paths.depth(entry), 0u);
}

TEST_F(PathsTest, WhatIsKnownAlreadyMakesNoPath) {
  const PathId path = paths.assume(paths.assume(entry, a), b);
  EXPECT_EQ(paths.assume(path, a), path);
  EXPECT_EQ(paths.assume(path, terms.always()), path);
  EXPECT_EQ(paths.depth(path), 2u);
}

TEST_F(PathsTest, NobodyGetsWhereBothHold) {
  const PathId path = paths.assume(paths.assume(entry, a), b);
  EXPECT_FALSE(paths.assume(path, !a));
  EXPECT_FALSE(paths.assume(path, terms.never()));
}

TEST_F(PathsTest, AContradictionOfSeveralConditions) {
  const PathId path = paths.assume(paths.assume(entry, a), b);
  EXPECT_FALSE(paths.assume(path, !terms.both(a, b)));
}

TEST_F(PathsTest, TheConditionIsAllThatWasAssumed) {
  const PathId first = paths.assume(entry, a), path = paths.assume(first, !b);
  EXPECT_EQ(paths.condition(path), terms.both(a, !b));
  EXPECT_EQ(paths.since(path, entry), terms.both(a, !b));
  EXPECT_EQ(paths.since(path, first), !b);
  EXPECT_EQ(paths.since(path, path), terms.always());
}

// if (c) ... else ...: the two ways meet where they parted.
TEST_F(PathsTest, WhatTwoWaysShare) {
  const PathId before = paths.assume(paths.assume(entry, a), b);
  const PathId then = paths.assume(before, c), otherwise = paths.assume(paths.assume(before, !c), terms.variable());
  EXPECT_EQ(paths.common(then, otherwise), before);
  EXPECT_EQ(paths.common(otherwise, then), before);
  EXPECT_EQ(paths.common(then, before), before);
  EXPECT_EQ(paths.common(then, paths.assume(entry, b)), entry);
}

TEST_F(PathsTest, TheNewestConjunctComesFirst) {
  const PathId path = paths.assume(paths.assume(entry, a), b);
  const std::vector<Guard> conjuncts = paths.conjuncts(path);
  ASSERT_GE(conjuncts.size(), 2u);
  EXPECT_EQ(conjuncts[0], b);
  EXPECT_EQ(conjuncts[1], a);
}

} // namespace
