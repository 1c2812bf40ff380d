#include "logic/propagate.h"
#include "logic/simulate.h"
#include "logic/solver.h"
#include <gtest/gtest.h>

using namespace custody::logic;

namespace {

class SolverTest : public testing::Test {
protected:
  Word k(uint64_t value) { return terms.constant(32, value); }

  Terms terms;
  Word x = terms.unknown(32), y = terms.unknown(32);
  Guard c = terms.variable(), d = terms.variable();
  Solver solver{terms, 10000};
};

TEST_F(SolverTest, NothingIsSatisfiable) {
  EXPECT_EQ(solver.check({}), Verdict::Satisfiable);
  EXPECT_EQ(solver.check(terms.always()), Verdict::Satisfiable);
  EXPECT_EQ(solver.check(terms.never()), Verdict::Unsatisfiable);
  EXPECT_EQ(solver.check({c, terms.negate(c)}), Verdict::Unsatisfiable);
}

TEST_F(SolverTest, ModelsHoldForTermsOutsideTheQuery) {
  Guard sum = terms.equal(terms.add(x, y), k(1000));
  ASSERT_EQ(solver.check({sum, terms.lessSigned(x, k(10)), terms.lessSigned(k(3), x)}), Verdict::Satisfiable);
  EXPECT_GT(solver.valueOf(x), 3u);
  EXPECT_LT(solver.valueOf(x), 10u);
  EXPECT_EQ(solver.valueOf(terms.add(x, terms.add(y, k(1)))), 1001u);
  EXPECT_TRUE(solver.valueOf(sum));
  Word later = terms.unknown(8); // the arena grows after the query
  EXPECT_EQ(solver.valueOf(terms.bitXor(later, later)), 0u);
  solver.valueOf(later);
}

TEST_F(SolverTest, AssumptionsHoldForOneQuery) {
  EXPECT_EQ(solver.check(terms.equal(x, k(77777))), Verdict::Satisfiable);
  EXPECT_EQ(solver.check(terms.equal(x, k(88888))), Verdict::Satisfiable);
  EXPECT_EQ(solver.valueOf(x), 88888u);
  EXPECT_EQ(solver.check({terms.equal(x, k(77777)), terms.equal(x, k(88888))}), Verdict::Unsatisfiable);
  EXPECT_EQ(solver.check(terms.equal(x, k(77777))), Verdict::Satisfiable);
}

TEST_F(SolverTest, StepsAreCounted) {
  solver.check({c, terms.lessUnsigned(x, k(5)), terms.lessUnsigned(k(7), x)});
  EXPECT_EQ(solver.counts().byPropagation, 1u);
  solver.check({c, d});
  EXPECT_EQ(solver.counts().bySimulation, 1u);
  solver.check({c, terms.equal(x, k(123456))});
  EXPECT_EQ(solver.counts().bySuggestion, 1u);
  EXPECT_EQ(solver.counts().clauses, 0u); // CaDiCaL was not needed
  solver.check(terms.equal(terms.multiply(x, k(3)), k(123456789)));
  EXPECT_EQ(solver.counts().satisfiable, 1u);
  solver.check(terms.lessUnsigned(terms.multiply(terms.bitAnd(x, k(0xf0)), k(3)), terms.bitAnd(y, k(0))));
  solver.check({terms.lessUnsigned(x, y), terms.lessUnsigned(y, x)});
  EXPECT_EQ(solver.counts().unsatisfiable, 1u);
  EXPECT_GT(solver.counts().clauses, 0u);
  EXPECT_EQ(solver.counts().queries, 6u);
  EXPECT_EQ(solver.counts().unknown, 0u);
}

TEST_F(SolverTest, ModelsAreTriedAgain) {
  Guard hard = terms.equal(terms.multiply(x, k(3)), k(123456789));
  ASSERT_EQ(solver.check(hard), Verdict::Satisfiable);
  uint64_t value = solver.valueOf(x);
  ASSERT_EQ(solver.check({hard, terms.either(c, terms.negate(d))}), Verdict::Satisfiable);
  EXPECT_EQ(solver.valueOf(x), value);
  EXPECT_EQ(solver.counts().bySimulation, 1u);
}

TEST_F(SolverTest, BudgetIsInConflicts) {
  // Two factors of a product of primes.
  Terms wide;
  Word p = wide.unknown(64), q = wide.unknown(64);
  auto k64 = [&](uint64_t value) { return wide.constant(64, value); };
  Guard product = wide.equal(wide.multiply(p, q), k64(2147483647ull * 2147483629ull));
  Guard small[] = {product, wide.lessUnsigned(p, k64(1ull << 32)), wide.lessUnsigned(q, k64(1ull << 32)),
                   wide.lessUnsigned(k64(1), p), wide.lessUnsigned(k64(1), q)};
  Solver limited(wide, 50);
  EXPECT_EQ(limited.check(small), Verdict::Unknown);
  EXPECT_EQ(limited.counts().unknown, 1u);
  EXPECT_EQ(limited.check(wide.lessUnsigned(p, q)), Verdict::Satisfiable); // usable afterwards
}

TEST(PropagationTest, TakesConditionsApart) {
  Terms terms;
  Word x = terms.unknown(16);
  Guard a = terms.variable(), b = terms.variable(), c = terms.variable();
  auto k = [&](uint64_t value) { return terms.constant(16, value); };
  Propagation propagation(terms);
  EXPECT_TRUE(propagation.run({a, b}));
  EXPECT_FALSE(propagation.run({a, terms.negate(a)}));
  EXPECT_FALSE(propagation.run({a, b, terms.negate(terms.both(a, b))}));
  // Chains: a, a -> b, b -> c, not c.
  EXPECT_FALSE(propagation.run({terms.implies(a, b), terms.implies(b, c), a, terms.negate(c)}));
  EXPECT_TRUE(propagation.run({terms.implies(a, b), terms.implies(b, c), a}));
  EXPECT_EQ(propagation.adjusted({}), (std::vector<uint64_t>{0, 1, 1, 1}));
  // Ranges that meet in one value, which is taken out.
  Guard upTo5 = terms.lessSigned(x, k(6)), from5 = terms.atMostSigned(k(5), x);
  EXPECT_TRUE(propagation.run({upTo5, from5}));
  EXPECT_EQ(propagation.adjusted({77})[0], 5u);
  EXPECT_FALSE(propagation.run({upTo5, from5, terms.negate(terms.equal(x, k(5)))}));
  EXPECT_FALSE(propagation.run({terms.equal(x, k(5)), terms.either(terms.equal(x, k(4)), terms.equal(x, k(6)))}));
}

TEST(SimulationTest, FindsAndKeepsAssignments) {
  Terms terms;
  Word x = terms.unknown(32);
  Guard c = terms.variable();
  Simulation simulation(terms);
  EXPECT_TRUE(simulation.satisfying({}));
  std::optional<unsigned> pattern = simulation.satisfying({c, terms.isZero(x)});
  ASSERT_TRUE(pattern);
  EXPECT_EQ(simulation.assignment(*pattern)[0] & maskOf(32), 0u);
  EXPECT_EQ(simulation.assignment(*pattern)[1] & 1, 1u);
  Guard rare = terms.equal(x, terms.constant(32, 0x12345678));
  EXPECT_FALSE(simulation.satisfying(rare));
  simulation.keep({0x12345678, 0});
  EXPECT_TRUE(simulation.satisfying({rare, terms.negate(c)}));
  EXPECT_FALSE(simulation.satisfying({rare, c}));
  for (unsigned i = 0; i < Simulation::Patterns; ++i)
    simulation.keep({i, 0});
  EXPECT_FALSE(simulation.satisfying(rare)); // the oldest made room
}

} // namespace
