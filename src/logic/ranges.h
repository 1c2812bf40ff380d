// A comparison with a constant, as the set of values for which it holds.
//
// All of them, negated or not, signed or not, and of a word plus a constant, are a run of values around the circle of
// 2^width numbers: x == 3 is [3,3], not (x == 3) is [4,2], x <s 5 is [-2^31,4]. So whether one comparison follows from
// another, or excludes it, is arithmetic on two ends.
#pragma once

#include "logic/terms.h"

namespace custody::logic {

// The numbers first, first + 1 ... first + more, around the circle. Neither empty nor all.
struct Run {
  uint64_t first, more;
  unsigned width;

  uint64_t last() const { return (first + more) & maskOf(width); }
  Run complement() const;
  bool isWithin(const Run &other) const;
  bool isDisjoint(const Run &other) const { return isWithin(other.complement()); }
};

struct RangeTest {
  Word of;
  Run run;
};

// None if the guard is not a comparison of a word with a constant.
std::optional<RangeTest> rangeTest(const Terms &terms, Guard guard);

} // namespace custody::logic
