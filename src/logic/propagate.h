// Whether a conjunction contradicts itself in a way that is seen without search.
//
// The conditions are taken apart: both sides of a conjunction hold; of a negated one, once one side holds, the other
// does not. Comparisons with constants narrow the values that a word can have.
//
//     c, d, not (c and d)            not (c and d) and c leave not d
//     x == 3, x == 4                 nothing is left for x
//     x + 1 < 5, x >= 7              the same word x
//
// This is unit propagation without the auxiliary variables of clauses, and without bits. It visits what it makes true
// once. What it finds out tells how an assignment that satisfies nearly all must be changed.
#pragma once

#include "logic/ranges.h"
#include "logic/terms.h"
#include "llvm/ADT/SmallVector.h"

namespace custody::logic {

// The values that a word can have, as intervals, ascending.
class Domain {
public:
  explicit Domain(unsigned width) : intervals{{0, maskOf(width)}} {}

  void restrictTo(const Run &run);
  bool isEmpty() const { return intervals.empty(); }
  uint64_t nearest(uint64_t value) const;            // the value itself, if it can be, else an end of an interval
  std::optional<bool> decides(const Run &run) const; // if all of the values are in it, or none

private:
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 2> intervals; // first and last
};

class Propagation {
public:
  explicit Propagation(const Terms &terms) : terms(terms) {}

  // False if they contradict each other. Forgets what was before.
  bool run(llvm::ArrayRef<Guard> conditions);

  // After a run without contradiction: what holds, the conditions first; and an assignment of the unknowns, changed
  // where what was found does not allow it.
  llvm::ArrayRef<Guard> consequences() const { return queue; }
  std::vector<uint64_t> adjusted(std::vector<uint64_t> values) const;

private:
  void require(Guard guard);
  void takeApart(Guard guard);
  void takeApartSum(Guard sum);
  void narrow(const RangeTest &test);
  std::optional<bool> isKnown(Guard guard, unsigned depth = 0) const;

  const Terms &terms;
  llvm::DenseMap<uint32_t, bool> known;                          // by node, of guards
  llvm::DenseMap<Guard, llvm::SmallVector<uint32_t, 2>> waiting; // a side, to the negated conjunctions it is of
  llvm::DenseMap<uint32_t, Domain> domains;                      // by node, of words
  std::vector<Guard> queue;
  bool contradiction = false;
};

} // namespace custody::logic
