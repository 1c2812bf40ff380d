#include "logic/skeleton.h"
#include "logic/solver.h"
#include <gtest/gtest.h>

namespace custody::logic {
namespace {

TEST(SkeletonTest, SeesContradictionsOfConditionsOnly) {
  Terms terms;
  const Word x = terms.unknown(32), y = terms.unknown(32);
  const Guard a = terms.lessSigned(x, y), b = terms.lessSigned(y, x), c = terms.variable();
  Skeleton skeleton(terms, 1000);
  EXPECT_EQ(skeleton.check({terms.either(a, c), !c, !a}), Verdict::Unsatisfiable);
  EXPECT_EQ(skeleton.check({a, b}), Verdict::Satisfiable); // arithmetic knows better
  EXPECT_TRUE(skeleton.valueOf(a));
  EXPECT_EQ(Solver(terms, 1000).check({a, b}), Verdict::Unsatisfiable);
}

TEST(SkeletonTest, TakesDeepFormulas) {
  Terms terms;
  Guard all = terms.variable();
  for (int i = 0; i < 100000; ++i)
    all = i % 2 ? terms.both(all, terms.variable()) : terms.either(all, terms.variable());
  Skeleton skeleton(terms, 1000);
  EXPECT_EQ(skeleton.check({all}), Verdict::Satisfiable);
  EXPECT_TRUE(skeleton.valueOf(all));
}

} // namespace
} // namespace custody::logic
