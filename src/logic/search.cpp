#include "logic/search.h"
#include "logic/cadical.h"
#include "logic/propagate.h"
#include <algorithm>
#include <limits>

namespace custody::logic {

Search::Search(const Terms &terms, Depth depth, llvm::ArrayRef<Guard> facts)
    : cadical(std::make_unique<CaDiCaL::Solver>()) {
  configure(*cadical);
  blaster = std::make_unique<Blaster>(terms, *cadical, depth);
  Propagation propagation(terms);
  isContradictory = !propagation.run(facts);
  if (!isContradictory)
    blaster->fix(propagation.consequences());
}

Search::~Search() = default;

// What a conflict costs grows with the clauses, and what is possible in a large formula is mostly found with few.
uint64_t Search::affordable(uint64_t conflicts) const {
  constexpr uint64_t Small = 50000;
  return clauses() <= Small ? conflicts : std::max<uint64_t>(1, conflicts * Small / clauses());
}

Verdict Search::check(llvm::ArrayRef<Guard> assumptions, uint64_t conflicts) {
  if (isContradictory)
    return Verdict::Unsatisfiable;
  std::vector<int> literals;
  for (Guard assumption : assumptions)
    literals.push_back(blaster->literalOf(assumption));
  for (int literal : literals)
    cadical->assume(literal);
  cadical->limit("conflicts", std::min<uint64_t>(affordable(conflicts), std::numeric_limits<int>::max()));
  switch (cadical->solve()) {
  case 10:
    return Verdict::Satisfiable;
  case 20:
    return Verdict::Unsatisfiable;
  default:
    return Verdict::Unknown;
  }
}

std::vector<uint64_t> Search::model() {
  std::vector<uint64_t> values;
  for (uint32_t unknown : blaster->unknowns()) {
    if (values.size() <= unknown)
      values.resize(unknown + 1);
    llvm::ArrayRef<int> bits = blaster->bitsOfUnknown(unknown);
    for (size_t i = 0; i < bits.size(); ++i)
      values[unknown] |= uint64_t(cadical->val(bits[i]) > 0) << i;
  }
  return values;
}

bool Search::valueOf(Guard guard) {
  return cadical->val(blaster->literalOf(guard)) > 0;
}

} // namespace custody::logic
