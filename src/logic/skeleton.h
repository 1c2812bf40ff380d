// Conditions without arithmetic: every comparison of words is taken for an unknown of its own.
//
// What contradicts itself without arithmetic does so with it; most contradictions between the paths of a function are
// of that kind. A question about the skeleton is cheap: no word is taken apart into bits.
#pragma once

#include "logic/solver.h"

namespace custody::logic {

class Skeleton {
public:
  Skeleton(const Terms &terms, uint64_t conflictBudgetPerQuery);

  // Satisfiable: nothing but arithmetic speaks against it.
  Verdict check(llvm::ArrayRef<Guard> assumptions);
  // After Satisfiable, in the assignment that was found.
  bool valueOf(Guard a);

private:
  Guard copy(Guard a);

  const Terms &terms;
  Terms own;
  Solver solver;
  llvm::DenseMap<uint32_t, Guard> copies; // node of `terms`
  std::vector<uint32_t> pending;
};

} // namespace custody::logic
