// CaDiCaL with the clauses that it has so far, for one formula after the other.
//
// What is the same in all queries are facts. They are carried through the formula first (propagate.h), and what they
// decide becomes a constant: of
//
//     if (c) { ... 1000 nodes ... }          with the fact not c
//
// nothing is left to search. Without arithmetic, every comparison of words is an unknown of its own: what contradicts
// itself then does so with arithmetic, and most contradictions between the ways through a function are of that kind.
#pragma once

#include "logic/blast.h"
#include <memory>

namespace custody::logic {

enum class Verdict { Satisfiable, Unsatisfiable, Unknown };

class Search {
public:
  Search(const Terms &terms, Depth depth, llvm::ArrayRef<Guard> facts);
  ~Search();

  Verdict check(llvm::ArrayRef<Guard> assumptions, uint64_t conflicts);

  // After Satisfiable: by number of the unknown.
  std::vector<uint64_t> model();
  bool valueOf(Guard guard);

  uint64_t clauses() const { return blaster->clauses(); }

private:
  uint64_t affordable(uint64_t conflicts) const;

  std::unique_ptr<CaDiCaL::Solver> cadical;
  std::unique_ptr<Blaster> blaster;
  bool isContradictory = false; // the facts are
};

} // namespace custody::logic
