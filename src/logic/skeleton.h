// Conditions without arithmetic: every comparison of words is taken for an unknown of its own.
//
// What contradicts itself without arithmetic does so with it; most contradictions between the paths of a function are
// of that kind. A question about the skeleton is cheap: no word is taken apart into bits.
#pragma once

#include "logic/propagate.h"
#include "logic/search.h"
#include <optional>

namespace custody::logic {

class Skeleton {
public:
  // The facts hold in every query.
  Skeleton(const Terms &terms, uint64_t conflictBudgetPerQuery, llvm::ArrayRef<Guard> facts = {})
      : terms(terms), conflicts(conflictBudgetPerQuery), facts(facts), propagation(terms) {}

  // Satisfiable: nothing but arithmetic speaks against it.
  Verdict check(llvm::ArrayRef<Guard> assumptions);
  // After Satisfiable, in the assignment that was found.
  bool valueOf(Guard a) { return search->valueOf(a); }

private:
  const Terms &terms;
  const uint64_t conflicts;
  const std::vector<Guard> facts;
  Propagation propagation;
  std::optional<Search> search; // made when it is first needed
};

} // namespace custody::logic
