// Integers as a pair of intervals: the abstract numbers of the summary engine (sparrow-2008, section 4.1).
//
// One interval cannot say "not zero", which is what most conditions of C say; two can: [-inf,-1][1,inf]. The null
// pointer is the number 0. Values are those of 64-bit integers; the ends stand for infinity.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace custody::heap {

struct Interval {
  int64_t lo = 0, hi = 0;
  bool operator==(const Interval &) const = default;
};

class Numbers {
public:
  static constexpr int64_t Min = std::numeric_limits<int64_t>::min();
  static constexpr int64_t Max = std::numeric_limits<int64_t>::max();

  static Numbers none() { return {}; }
  static Numbers all() { return range(Min, Max); }
  static Numbers exactly(int64_t n) { return range(n, n); }
  static Numbers range(int64_t lo, int64_t hi); // none if lo > hi
  static Numbers except(int64_t n);

  bool isNone() const { return count == 0; }
  bool isAll() const { return count == 1 && parts[0] == Interval{Min, Max}; }
  bool contains(int64_t n) const;
  bool isExactly(int64_t n) const { return count == 1 && parts[0].lo == n && parts[0].hi == n; }
  bool isOne() const { return count == 1 && parts[0].lo == parts[0].hi; }
  int64_t min() const { return parts[0].lo; } // of a set that is not empty
  int64_t max() const { return parts[count - 1].hi; }
  unsigned size() const { return count; }
  Interval operator[](unsigned index) const { return parts[index]; }

  Numbers join(const Numbers &other) const; // the smallest pair that the join of up to four intervals fits into
  Numbers meet(const Numbers &other) const;
  Numbers without(int64_t n) const { return contains(n) ? meet(except(n)) : *this; }
  // `this` was seen before `next`: ends that moved go to infinity.
  Numbers widen(const Numbers &next) const;
  bool isDisjoint(const Numbers &other) const;

  Numbers plus(const Numbers &other) const;
  Numbers minus(const Numbers &other) const { return plus(other.negated()); }
  Numbers times(const Numbers &other) const;
  Numbers negated() const;
  Numbers maskedBy(const Numbers &other) const; // bitwise and

  std::string str() const; // "[-inf,-1][1,inf]"
  bool operator==(const Numbers &) const = default;

private:
  static Numbers fit(Interval *sorted, unsigned count);

  Interval parts[2]; // ascending, not touching; unused ones are zero
  uint32_t count = 0;
};

} // namespace custody::heap
