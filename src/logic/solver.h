// Whether conditions can hold together, and values with which they do.
//
// A query goes through steps of rising cost, and the first that decides it ends it:
//
//     1. propagation   the conditions, taken apart at their conjunctions, contradict each other: x == 3 and x == 4, or
//                      c, d and not (c and d)                                                        (propagate.h)
//     2. simulation    one of 64 assignments that are kept, some of them models of earlier queries, satisfies them
//                                                                                                    (simulate.h)
//     3. suggestion    the kept assignment that fails the fewest does, once it is changed as propagation says
//     4. skeleton      CaDiCaL sees a contradiction without arithmetic; only if it is asked to       (search.h)
//     5. CaDiCaL       gets clauses for the part of the formula that it has not seen yet, and the conditions as
//                      assumptions                                                                   (blast.h)
//
// What holds in every query, as the way to the place that all queries are about, is given once, as facts: what they
// decide of the formula is never searched again.
//
// How many queries each decides is counted; docs/logic.md has a measurement. Answers, models and counts depend on the
// sequence of terms and queries only. The budget is in conflicts, so it does not depend on the machine either.
#pragma once

#include "logic/evaluate.h"
#include "logic/search.h"
#include "logic/terms.h"
#include <memory>

namespace custody::logic {

struct SolverCounts {
  uint64_t queries = 0;
  uint64_t byPropagation = 0;
  uint64_t bySimulation = 0;
  uint64_t bySuggestion = 0;
  uint64_t bySkeleton = 0;
  uint64_t satisfiable = 0; // the rest, by CaDiCaL
  uint64_t unsatisfiable = 0;
  uint64_t unknown = 0;
  uint64_t clauses = 0; // given to CaDiCaL

  SolverCounts &operator+=(const SolverCounts &other);
};

struct SolverOptions {
  uint64_t conflictBudgetPerQuery = 10000;
  uint64_t skeletonConflicts = 0; // 0: the skeleton is not asked
  bool propagate = true;          // off only to measure, and to test CaDiCaL alone
  bool simulate = true;
};

class Solver {
public:
  Solver(const Terms &terms, uint64_t conflictBudgetPerQuery);
  // The arena may grow between queries.
  Solver(const Terms &terms, const SolverOptions &options, llvm::ArrayRef<Guard> facts = {});
  ~Solver();

  // Whether all can be true at once, and the facts with them.
  Verdict check(llvm::ArrayRef<Guard> assumptions);

  // After a check that said Satisfiable, until the next one: in the assignment that was found. Unknowns that did not
  // matter are 0 or whatever the assignment has.
  bool valueOf(Guard a) const;
  uint64_t valueOf(Word a) const;

  const SolverCounts &counts() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace custody::logic
