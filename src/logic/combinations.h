// Which values conditions can have together, as far as is seen without arithmetic (skeleton.h).
//
//     assumed: not (a and b)     predicates: a, b     combinations: neither, a, b
//
// The solver finds one combination after the other, each excluded for the next. What it is given is small: assumptions
// are first carried through the formula, so that what they decide is a constant, and only what is then left of the
// predicates and of the assumptions becomes clauses. An assignment that was found for few predicates is a combination
// of more, too, and is not searched again.
#pragma once

#include "logic/terms.h"
#include <memory>

namespace custody::logic {

class Combinations {
public:
  // The arena may grow later; the predicates and the assumptions are what they are.
  Combinations(const Terms &terms, llvm::ArrayRef<Guard> assumptions, llvm::ArrayRef<Guard> predicates,
               uint64_t conflictBudgetPerQuery);
  ~Combinations();

  using Values = std::vector<bool>;
  // Of the predicates with these numbers, in ascending order. None: there are more than `max`, or nobody knows.
  std::optional<std::vector<Values>> of(llvm::ArrayRef<uint32_t> chosen, size_t max);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace custody::logic
