// What each step of a query saves, on the queries of programs that are made up.
//
// A program is interpreted while it is made, as the path engine does it: branches conjoin a condition, joins make
// disjunctions and choices, each side of a branch is asked about, and at each return whether a block that was allocated
// has not been freed. Conditions come back, as in programs where `if (flag)` allocates and `if (flag)` frees.
//
//     logic_tests --gtest_also_run_disabled_tests --gtest_filter='Measure*'     prints the table of docs/logic.md
#include "logic/solver.h"
#include <ctime>
#include <gtest/gtest.h>
#include <random>

using namespace custody::logic;

namespace {

struct Settings {
  const char *name;
  bool rules, propagate, simulate;
};

constexpr Settings AllSteps = {"all steps", true, true, true};
constexpr Settings Compared[] = {AllSteps,
                                 {"no rules for guards", false, true, true},
                                 {"no propagation", true, false, true},
                                 {"no simulation", true, true, false},
                                 {"CaDiCaL alone", true, false, false},
                                 {"CaDiCaL alone, no rules", false, false, false}};

struct Totals {
  SolverCounts counts;
  uint64_t satisfiable = 0, constant = 0, nodes = 0;
  double seconds = 0;
};

class MadeUpFunction {
public:
  MadeUpFunction(uint64_t seed, const Settings &settings, Totals &totals)
      : terms(settings.rules), solver(terms, {10000, settings.propagate, settings.simulate}), totals(totals),
        random(seed) {
    State state;
    for (unsigned i = 0; i < 6; ++i)
      state.variables.push_back(terms.unknown(32));
    for (unsigned i = 0; i < 3; ++i)
      state.blocks.push_back({terms.never(), terms.never()});
    state.guard = terms.always();
    block(state, 0);
    leave(state);
    totals.nodes += terms.size();
    totals.counts += solver.counts();
  }

private:
  struct Block {
    Guard isAllocated, isFreed;
  };
  struct State {
    Guard guard;
    std::vector<Word> variables;
    std::vector<Block> blocks;
    bool isReachable = true;
  };

  unsigned below(unsigned end) { return random() % end; }
  Word constant(uint64_t value) { return terms.constant(32, value); }

  bool ask(llvm::ArrayRef<Guard> conditions) {
    if (llvm::is_contained(conditions, terms.never())) {
      ++totals.constant;
      return false;
    }
    bool isSatisfiable = solver.check(conditions) != Verdict::Unsatisfiable;
    totals.satisfiable += isSatisfiable;
    return isSatisfiable;
  }

  void block(State &state, unsigned depth) {
    for (unsigned count = 3 + below(depth ? 4 : 12); count && state.isReachable; --count)
      statement(state, depth);
  }

  void statement(State &state, unsigned depth) {
    switch (below(10)) {
    case 0:
    case 1:
    case 2:
      return assign(state);
    case 3:
      return allocate(state);
    case 4:
      return free(state);
    case 5:
      return depth < 4 ? loop(state, depth) : assign(state);
    default:
      if (depth < 4)
        branch(state, depth);
    }
  }

  void assign(State &state) {
    Word &target = state.variables[below(6)];
    Word a = state.variables[below(6)];
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
      target = constant(int(below(4)) - 1);
      return;
    case 3:
      target = terms.add(a, constant(1));
      return;
    case 4:
      target = terms.add(a, constant(-2));
      return;
    case 5:
      target = terms.zeroExtend(terms.truncate(a, 8), 32);
      return;
    case 6:
      target = terms.bitOr(a, constant(1u << below(4)));
      return;
    default:
      target = terms.unknown(32); // the result of a call
    }
  }

  void allocate(State &state) {
    Block &block = state.blocks[below(3)];
    block = {terms.variable(), terms.never()}; // or null
  }
  void free(State &state) { state.blocks[below(3)].isFreed = terms.always(); }

  Guard condition(const State &state) {
    if (!seen.empty() && below(2))
      return seen[below(seen.size())];
    Word a = state.variables[below(6)], b = state.variables[below(6)];
    Guard result;
    switch (below(6)) {
    case 0:
    case 1:
      result = terms.equal(a, constant(int(below(4)) - 1));
      break;
    case 2:
      result = terms.lessSigned(a, constant(below(40)));
      break;
    case 3:
      result = terms.lessUnsigned(constant(below(100)), a);
      break;
    case 4:
      result = terms.isZero(terms.bitAnd(a, constant(1u << below(4))));
      break;
    default:
      result = terms.lessSigned(a, b);
    }
    seen.push_back(result);
    return result;
  }

  State assume(State state, Guard condition) {
    state.guard = terms.both(state.guard, condition);
    state.isReachable = ask(state.guard);
    return state;
  }

  State join(const State &a, const State &b) {
    if (!a.isReachable || !b.isReachable)
      return a.isReachable ? a : b;
    State result = a;
    result.guard = terms.either(a.guard, b.guard);
    for (unsigned i = 0; i < 6; ++i)
      result.variables[i] = terms.ite(a.guard, a.variables[i], b.variables[i]);
    for (unsigned i = 0; i < 3; ++i) {
      result.blocks[i].isAllocated = terms.ite(a.guard, a.blocks[i].isAllocated, b.blocks[i].isAllocated);
      result.blocks[i].isFreed = terms.ite(a.guard, a.blocks[i].isFreed, b.blocks[i].isFreed);
    }
    return result;
  }

  void branch(State &state, unsigned depth) {
    Guard test = condition(state);
    State taken = assume(state, test), other = assume(state, terms.negate(test));
    if (taken.isReachable) {
      block(taken, depth + 1);
      if (below(3) == 0 && taken.isReachable)
        leave(taken);
    }
    if (other.isReachable && below(2))
      block(other, depth + 1);
    state = join(taken, other);
  }

  void loop(State &state, unsigned depth) {
    State exits = state;
    exits.isReachable = false;
    for (unsigned round = 0; round < 3 && state.isReachable; ++round) {
      Guard test = terms.lessSigned(state.variables[0], state.variables[1]);
      exits = join(exits, assume(state, terms.negate(test)));
      state = assume(state, test);
      if (!state.isReachable)
        break;
      state.variables[0] = terms.add(state.variables[0], constant(1));
      if (below(2))
        branch(state, depth + 2);
    }
    state = exits;
  }

  void leave(State &state) {
    if (state.isReachable)
      for (const Block &block : state.blocks)
        ask({state.guard, block.isAllocated, terms.negate(block.isFreed)});
    state.isReachable = false;
  }

  Terms terms;
  Solver solver;
  Totals &totals;
  std::mt19937_64 random;
  std::vector<Guard> seen;
};

Totals measure(unsigned functions, const Settings &settings) {
  Totals totals;
  std::clock_t start = std::clock();
  for (unsigned seed = 0; seed < functions; ++seed)
    MadeUpFunction function(seed, settings, totals);
  totals.seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  return totals;
}

void print(const Settings &settings, const Totals &totals) {
  const SolverCounts &counts = totals.counts;
  double all = counts.queries + totals.constant;
  std::printf("| %s | %llu | %.0f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |\n", settings.name,
              (unsigned long long)totals.nodes, all, 100 * totals.constant / all, 100 * counts.byPropagation / all,
              100 * counts.bySimulation / all, 100 * counts.bySuggestion / all,
              100 * (counts.satisfiable + counts.unsatisfiable + counts.unknown) / all, totals.seconds);
}

// Which steps there are changes nothing but the cost.
TEST(MeasureTest, StepsAgreeAndFewQueriesReachCaDiCaL) {
  Totals all = measure(4, AllSteps);
  EXPECT_EQ(all.counts.unknown, 0u);
  EXPECT_GT(all.counts.queries, 500u);
  EXPECT_LT(all.counts.satisfiable + all.counts.unsatisfiable, all.counts.queries / 4);
  for (const Settings &settings : Compared) {
    Totals totals = measure(4, settings);
    EXPECT_EQ(totals.satisfiable, all.satisfiable) << settings.name;
    EXPECT_EQ(totals.counts.queries + totals.constant, all.counts.queries + all.constant) << settings.name;
  }
}

TEST(MeasureTest, DISABLED_Table) {
  std::printf(
      "| | nodes | queries | constant %% | propagation %% | simulation %% | suggestion %% | CaDiCaL %% | CPU s |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (const Settings &settings : Compared)
    print(settings, measure(20, settings));
}

} // namespace
