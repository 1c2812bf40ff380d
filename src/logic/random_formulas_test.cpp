// Random formulas, made twice: with Terms, and as clauses with no simplification. Both must be satisfiable or not at
// the same time, and a model of either must satisfy the other.
#include "logic/evaluate.h"
#include "logic/import.h"
#include "logic/serialize.h"
#include "logic/skeleton.h"
#include "logic/solver.h"
#include "logic/test_support.h"
#include <gtest/gtest.h>

using namespace custody::logic;

namespace {

class RandomFormulas {
public:
  explicit RandomFormulas(uint64_t seed, unsigned size) : random(seed) {
    for (unsigned i = 0; i < 4; ++i)
      guards.push_back({terms.variable(), naive.fresh()});
    numVariables = guards.size();
    for (unsigned width : {1, 3, 3, 4, 8, 8})
      unknowns.push_back({terms.unknown(width), naive.unknown(width)});
    words = unknowns;
    for (unsigned i = 0; i < size; ++i)
      below(2) ? addGuard() : addWord();
  }

  struct BothGuards {
    Guard ours;
    int plain;
  };
  struct BothWords {
    Word ours;
    NaiveClauses::Bits plain;
  };

  Terms terms;
  NaiveClauses naive;
  std::vector<BothGuards> guards; // variables first
  std::vector<BothWords> words, unknowns;
  unsigned numVariables;

  unsigned below(unsigned end) { return random() % end; }

  // The variables and unknowns have the values that a model of ours gives them.
  std::vector<int> pinned(const Solver &solver) {
    std::vector<int> literals;
    for (unsigned i = 0; i < numVariables; ++i)
      literals.push_back(solver.valueOf(guards[i].ours) ? guards[i].plain : -guards[i].plain);
    for (const BothWords &word : unknowns)
      for (size_t bit = 0; bit < word.plain.size(); ++bit)
        literals.push_back(solver.valueOf(word.ours) >> bit & 1 ? word.plain[bit] : -word.plain[bit]);
    return literals;
  }

  std::vector<uint64_t> plainModel() {
    std::vector<uint64_t> values;
    for (unsigned i = 0; i < numVariables; ++i)
      values.push_back(naive.value({guards[i].plain}));
    for (const BothWords &word : unknowns)
      values.push_back(naive.value(word.plain));
    return values;
  }

private:
  BothGuards anyGuard() {
    // Recent ones more often, so that formulas become deep.
    size_t index = below(3) ? guards.size() - 1 - below(std::min<size_t>(6, guards.size())) : below(guards.size());
    BothGuards guard = guards[index];
    return below(2) ? guard : BothGuards{terms.negate(guard.ours), -guard.plain};
  }
  const BothWords &anyWord() {
    return words[below(3) ? words.size() - 1 - below(std::min<size_t>(6, words.size())) : below(words.size())];
  }
  BothWords anyWord(unsigned width) {
    if (below(3) == 0) {
      uint64_t value = random() & maskOf(width);
      return {terms.constant(width, value), naive.constant(width, value)};
    }
    BothWords word = anyWord();
    unsigned from = terms.width(word.ours);
    if (from > width)
      return {terms.truncate(word.ours, width), naive.truncate(word.plain, width)};
    if (below(2))
      return {terms.signExtend(word.ours, width), naive.extend(word.plain, width, true)};
    return {terms.zeroExtend(word.ours, width), naive.extend(word.plain, width, false)};
  }

  void addGuard() {
    BothGuards a = anyGuard(), b = anyGuard(), c = anyGuard();
    switch (below(6)) {
    case 0:
    case 1:
      guards.push_back({terms.both(a.ours, b.ours), naive.both(a.plain, b.plain)});
      return;
    case 2:
      guards.push_back({terms.either(a.ours, b.ours), naive.either(a.plain, b.plain)});
      return;
    case 3:
      guards.push_back({terms.ite(a.ours, b.ours, c.ours), naive.ite(a.plain, b.plain, c.plain)});
      return;
    default: {
      BothWords x = anyWord(), y = anyWord(terms.width(x.ours));
      Op op = BinaryOps[below(3)];
      guards.push_back({Guard{terms.apply(op, x.ours, y.ours)}, naive.apply(op, x.plain, y.plain)[0]});
    }
    }
  }

  void addWord() {
    BothWords x = anyWord(), y = anyWord(terms.width(x.ours));
    if (below(3) == 0) {
      BothGuards c = anyGuard();
      words.push_back({terms.ite(c.ours, x.ours, y.ours), naive.ite(c.plain, x.plain, y.plain)});
      return;
    }
    Op op = BinaryOps[3 + below(9)];
    words.push_back({Word{terms.apply(op, x.ours, y.ours)}, naive.apply(op, x.plain, y.plain)});
  }

  std::mt19937_64 random;
};

class RandomFormulasTest : public testing::TestWithParam<unsigned> {};

TEST_P(RandomFormulasTest, AgreeWithPlainClausesInBothDirections) {
  unsigned satisfiable = 0, unsatisfiable = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomFormulas formulas(GetParam() * 1000 + seed, 40);
    SolverOptions options;
    options.propagate = seed % 3 != 0;
    options.simulate = seed % 3 == 1;
    Solver solver(formulas.terms, options);
    for (unsigned query = 0; query < 12; ++query) {
      std::vector<Guard> ours;
      std::vector<int> plain;
      for (unsigned i = 0; i <= query % 4; ++i) {
        const auto &guard = formulas.guards[formulas.guards.size() - 1 - formulas.below(formulas.guards.size())];
        bool isNegated = formulas.below(2);
        ours.push_back(isNegated ? formulas.terms.negate(guard.ours) : guard.ours);
        plain.push_back(isNegated ? -guard.plain : guard.plain);
      }
      bool expected = formulas.naive.isSatisfiable(plain);
      if (expected) {
        Evaluator evaluator(formulas.terms, formulas.plainModel());
        for (Guard guard : ours)
          ASSERT_TRUE(evaluator.valueOf(guard)) << formulas.terms.text(guard);
      }
      ASSERT_EQ(solver.check(ours), expected ? Verdict::Satisfiable : Verdict::Unsatisfiable) << seed;
      if (expected) {
        ++satisfiable;
        for (int literal : formulas.pinned(solver))
          plain.push_back(literal);
        ASSERT_TRUE(formulas.naive.isSatisfiable(plain)) << seed;
      } else {
        ++unsatisfiable;
      }
    }
  }
  EXPECT_GT(satisfiable, 300u);
  EXPECT_GT(unsatisfiable, 100u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFormulasTest, testing::Range(0u, 4u));

TEST(RandomFormulasTest, ConjunctionIsTheSameAsAllConditions) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomFormulas formulas(seed + 77000, 40);
    Solver solver(formulas.terms, 100000);
    for (unsigned i = 0; i + 1 < formulas.guards.size(); ++i) {
      Guard a = formulas.guards[i].ours, b = formulas.guards[i + 1].ours;
      Verdict apart = solver.check({a, b});
      Verdict together = solver.check(formulas.terms.both(a, b));
      ASSERT_EQ(apart, together);
    }
  }
}

// With search alone, so that nothing else decides; what is found satisfies both.
TEST(RandomFormulasTest, FactsAreTheSameAsAssumptions) {
  unsigned satisfiable = 0, unsatisfiable = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomFormulas formulas(seed + 31000, 40);
    const SolverOptions searchOnly{100000, 100000, false, false};
    Solver plain(formulas.terms, 100000);
    for (unsigned i = 0; i + 2 < formulas.guards.size(); i += 3) {
      const Guard facts[] = {formulas.guards[i].ours, !formulas.guards[i + 1].ours};
      const Guard assumption = formulas.guards[i + 2].ours;
      Solver withFacts(formulas.terms, searchOnly, facts);
      const Verdict verdict = plain.check({facts[0], facts[1], assumption});
      ASSERT_EQ(withFacts.check(assumption), verdict) << seed;
      if (verdict == Verdict::Satisfiable) {
        ++satisfiable;
        EXPECT_TRUE(withFacts.valueOf(facts[0]) && withFacts.valueOf(facts[1]) && withFacts.valueOf(assumption));
        EXPECT_NE(Skeleton(formulas.terms, 100000, facts).check(assumption), Verdict::Unsatisfiable);
      } else {
        ++unsatisfiable;
      }
    }
  }
  EXPECT_GT(satisfiable, 100u);
  EXPECT_GT(unsatisfiable, 100u);
}

TEST(RandomFormulasTest, CopiesAndBytesMeanTheSame) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomFormulas formulas(seed + 5000, 60);
    Terms copy, read;
    copy.unknown(5); // numbers differ
    std::vector<Guard> guards;
    std::vector<Word> words;
    for (const auto &guard : formulas.guards)
      guards.push_back(guard.ours);
    for (const auto &word : formulas.words)
      words.push_back(word.ours);

    Importer importer(formulas.terms, copy);
    std::vector<Guard> copiedGuards;
    std::vector<Word> copiedWords;
    for (Guard guard : guards)
      copiedGuards.push_back(importer.import(guard));
    for (Word word : words)
      copiedWords.push_back(importer.import(word));

    std::string bytes = serialize(formulas.terms, guards, words);
    EXPECT_EQ(bytes, serialize(formulas.terms, guards, words));
    llvm::Expected<Formulas> result = deserialize(bytes, read);
    ASSERT_TRUE(bool(result));
    ASSERT_EQ(result->guards.size(), guards.size());
    ASSERT_EQ(result->words.size(), words.size());

    for (unsigned round = 0; round < 20; ++round) {
      uint64_t bits = (seed * 20 + round + 1) * 0x9e3779b97f4a7c15;
      std::vector<uint64_t> original(formulas.terms.numUnknowns()), ofCopy(copy.numUnknowns()),
          ofRead(read.numUnknowns());
      for (uint32_t i = 0; i < original.size(); ++i) {
        bits = bits * 6364136223846793005 + 1442695040888963407;
        original[i] = bits >> 32;
        bool isGuardUnknown = formulas.terms.isGuardUnknown(i);
        uint32_t inCopy = isGuardUnknown ? *copy.unknownIndex(importer.import(formulas.terms.guardUnknown(i)))
                                         : *copy.unknownIndex(importer.import(formulas.terms.wordUnknown(i)));
        ofCopy.resize(copy.numUnknowns());
        ofCopy[inCopy] = original[i];
      }
      for (const Formulas::Unknown &unknown : result->unknowns)
        ofRead[unknown.isGuard ? *read.unknownIndex(unknown.guard) : *read.unknownIndex(unknown.word)] =
            original[unknown.index];
      Evaluator a(formulas.terms, original), b(copy, ofCopy), c(read, ofRead);
      for (size_t i = 0; i < guards.size(); ++i) {
        ASSERT_EQ(a.valueOf(guards[i]), b.valueOf(copiedGuards[i]));
        ASSERT_EQ(a.valueOf(guards[i]), c.valueOf(result->guards[i]));
      }
      for (size_t i = 0; i < words.size(); ++i) {
        ASSERT_EQ(a.valueOf(words[i]), b.valueOf(copiedWords[i]));
        ASSERT_EQ(a.valueOf(words[i]), c.valueOf(result->words[i]));
      }
    }
  }
}

// Reading bytes that are cut or changed gives an error or some formula, and nothing else.
TEST(RandomFormulasTest, DamagedBytesAreHarmless) {
  RandomFormulas formulas(3, 60);
  std::vector<Guard> guards;
  for (const auto &guard : formulas.guards)
    guards.push_back(guard.ours);
  std::string bytes = serialize(formulas.terms, guards);
  for (size_t length = 0; length < bytes.size(); ++length) {
    Terms terms;
    llvm::Expected<Formulas> result = deserialize(llvm::StringRef(bytes).take_front(length), terms);
    EXPECT_FALSE(bool(result)) << length;
    llvm::consumeError(result.takeError());
  }
  std::mt19937_64 random(1);
  for (unsigned round = 0; round < 20000; ++round) {
    std::string changed = bytes;
    for (unsigned i = 0; i <= round % 3; ++i)
      changed[random() % changed.size()] = random();
    Terms terms;
    llvm::Expected<Formulas> result = deserialize(changed, terms);
    if (!result)
      llvm::consumeError(result.takeError());
  }
}

} // namespace
