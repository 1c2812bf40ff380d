#include "logic/combinations.h"
#include "logic/evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace custody::logic {
namespace {

using Values = Combinations::Values;

TEST(CombinationsTest, FindsWhatTheAssumptionsLeave) {
  Terms terms;
  const Guard a = terms.variable(), b = terms.variable();
  Combinations combinations(terms, {!terms.both(a, b)}, {a, b}, 1000);
  EXPECT_EQ(combinations.of({0, 1}, 10), (std::vector<Values>{{false, false}, {false, true}, {true, false}}));
  EXPECT_EQ(combinations.of({1}, 10), (std::vector<Values>{{false}, {true}}));
  EXPECT_EQ(combinations.of({}, 10), std::vector<Values>{{}});
}

TEST(CombinationsTest, SeesNoArithmetic) {
  Terms terms;
  const Word x = terms.unknown(8);
  const Guard three = terms.equal(x, terms.constant(8, 3)), four = terms.equal(x, terms.constant(8, 4));
  EXPECT_EQ(Combinations(terms, {}, {three, four}, 1000).of({0, 1}, 10)->size(), 4u);
}

TEST(CombinationsTest, EndsWithTooMany) {
  Terms terms;
  std::vector<Guard> predicates;
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < 6; ++i) {
    predicates.push_back(terms.variable());
    all.push_back(i);
  }
  Combinations combinations(terms, {}, predicates, 1000);
  EXPECT_EQ(combinations.of(all, 63), std::nullopt);
  EXPECT_EQ(combinations.of(all, 64)->size(), 64u);
  EXPECT_EQ(combinations.of({0, 3}, 4)->size(), 4u); // what was excluded before is not excluded any more
}

TEST(CombinationsTest, HasNoneOfWhatContradictsItself) {
  Terms terms;
  const Guard a = terms.variable(), b = terms.variable(), c = terms.variable();
  EXPECT_EQ(Combinations(terms, {a, !a}, {b}, 1000).of({0}, 10), std::vector<Values>());
  const Guard odd = terms.same(terms.same(a, b), c);
  EXPECT_EQ(Combinations(terms, {odd, terms.same(a, b), !c}, {b}, 1000).of({0}, 10), std::vector<Values>());
}

// Conditions of variables only, against all assignments.
TEST(CombinationsTest, AgreesWithBruteForce) {
  std::mt19937 random(7);
  auto below = [&](size_t end) { return random() % end; };
  for (int round = 0; round < 200; ++round) {
    Terms terms;
    std::vector<Guard> pool;
    constexpr unsigned Variables = 7;
    for (unsigned i = 0; i < Variables; ++i)
      pool.push_back(terms.variable());
    auto any = [&] {
      const Guard guard = pool[below(pool.size())];
      return below(2) ? guard : !guard;
    };
    for (int i = 0; i < 30; ++i)
      pool.push_back(below(3) ? terms.both(any(), any()) : terms.ite(any(), any(), any()));
    const std::vector<Guard> assumptions{terms.either(any(), any()), any()}, predicates{any(), any(), any(), any()};
    std::set<Values> expected;
    for (uint64_t bits = 0; bits < 1u << Variables; ++bits) {
      std::vector<uint64_t> values;
      for (unsigned i = 0; i < Variables; ++i)
        values.push_back(bits >> i & 1);
      Evaluator evaluator(terms, values);
      if (!llvm::all_of(assumptions, [&](Guard guard) { return evaluator.valueOf(guard); }))
        continue;
      Values combination;
      for (Guard predicate : predicates)
        combination.push_back(evaluator.valueOf(predicate));
      expected.insert(combination);
    }
    Combinations combinations(terms, assumptions, predicates, 1000);
    EXPECT_EQ(combinations.of({0, 1, 2, 3}, 16), std::vector<Values>(expected.begin(), expected.end()));
  }
}

TEST(CombinationsTest, TakesDeepFormulas) {
  Terms terms;
  Guard all = terms.variable();
  for (int i = 0; i < 100000; ++i)
    all = i % 2 ? terms.both(all, terms.variable()) : terms.either(all, terms.variable());
  EXPECT_EQ(Combinations(terms, {all}, {all}, 1000).of({0}, 10), std::vector<Values>{{true}});
}

} // namespace
} // namespace custody::logic
