// What the look at one function has cost, and how exactly it goes on.
//
// Problem: a few functions cost more than all others together, and most of that goes into states that differ in little.
//
// Idea: a function begins with all its states apart. The more of its budget is spent, the fewer states stay apart at a
// point, down to one, as in the paper; when all is spent the look ends. Steps are counted, so the same program has the
// same result on every machine.
#pragma once

#include <algorithm>
#include <cstdint>

namespace custody::engines::summary {

class Effort {
public:
  Effort(uint64_t budget, unsigned states) : budget(budget), states(states) {}

  void spend(uint64_t steps) { spent += steps; }
  uint64_t steps() const { return spent; }
  bool isOver() const { return spent > budget; }

  // Does it take more than nearly all functions do?
  bool isCostly() const { return spent > tenths(1); }

  // How many states may stay apart at a point from now on.
  unsigned maxStates() const {
    if (spent <= tenths(3))
      return states;
    const unsigned share = spent <= tenths(5) ? states / 2 : spent <= tenths(7) ? states / 3 : 1;
    return std::max(share, 1u);
  }

private:
  uint64_t tenths(unsigned n) const { return budget / 10 * n; }

  uint64_t budget;
  unsigned states;
  uint64_t spent = 0;
};

} // namespace custody::engines::summary
