#include "heap/numbers.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace custody::heap {

Numbers Numbers::range(int64_t lo, int64_t hi) {
  Numbers result;
  if (lo <= hi) {
    result.parts[0] = {lo, hi};
    result.count = 1;
  }
  return result;
}

Numbers Numbers::except(int64_t n) {
  if (n == Min || n == Max)
    return n == Min ? range(Min + 1, Max) : range(Min, Max - 1);
  Numbers result;
  result.parts[0] = {Min, n - 1};
  result.parts[1] = {n + 1, Max};
  result.count = 2;
  return result;
}

bool Numbers::isDisjoint(const Numbers &other) const {
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = 0; j < other.count; ++j)
      if (parts[i].lo <= other.parts[j].hi && other.parts[j].lo <= parts[i].hi)
        return false;
  return true;
}

bool Numbers::contains(int64_t n) const {
  for (unsigned i = 0; i < count; ++i)
    if (parts[i].lo <= n && n <= parts[i].hi)
      return true;
  return false;
}

static bool touch(const Interval &a, const Interval &b) { // a starts first
  return a.hi == Numbers::Max || a.hi + 1 >= b.lo;
}

// How much is lost by closing the gap between two intervals. A gap at zero is worth most.
static uint64_t gapWorth(const Interval &a, const Interval &b) {
  bool isAtZero = a.hi < 0 && b.lo > 0;
  return isAtZero ? std::numeric_limits<uint64_t>::max() : uint64_t(b.lo) - uint64_t(a.hi);
}

Numbers Numbers::fit(Interval *list, unsigned n) {
  if (n > 1)
    std::sort(list, list + n, [](const Interval &a, const Interval &b) { return a.lo < b.lo; });
  unsigned used = 0;
  for (unsigned i = 0; i < n; ++i) {
    if (used && touch(list[used - 1], list[i]))
      list[used - 1].hi = std::max(list[used - 1].hi, list[i].hi);
    else
      list[used++] = list[i];
  }
  while (used > 2) {
    unsigned close = 0;
    for (unsigned i = 1; i + 1 < used; ++i)
      if (gapWorth(list[i], list[i + 1]) < gapWorth(list[close], list[close + 1]))
        close = i;
    list[close].hi = list[close + 1].hi;
    std::move(list + close + 2, list + used, list + close + 1);
    --used;
  }
  Numbers result;
  result.count = used;
  std::copy(list, list + used, result.parts);
  return result;
}

Numbers Numbers::join(const Numbers &other) const {
  if (*this == other || other.isNone())
    return *this;
  Interval list[4];
  unsigned n = 0;
  for (const Numbers *side : {this, &other})
    for (unsigned i = 0; i < side->count; ++i)
      list[n++] = side->parts[i];
  return fit(list, n);
}

Numbers Numbers::meet(const Numbers &other) const {
  Interval list[4];
  unsigned n = 0;
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = 0; j < other.count; ++j) {
      int64_t lo = std::max(parts[i].lo, other.parts[j].lo), hi = std::min(parts[i].hi, other.parts[j].hi);
      if (lo <= hi)
        list[n++] = {lo, hi};
    }
  return fit(list, n);
}

Numbers Numbers::widen(const Numbers &next) const {
  Numbers joined = join(next);
  if (joined == *this || isNone())
    return joined;
  Interval list[2];
  for (unsigned i = 0; i < joined.count; ++i)
    list[i] = joined.parts[i];
  // A gap at zero survives if neither side grew into it: it is what null checks are about.
  if (joined.count == 2 && count == 2 && joined.parts[0].hi == parts[0].hi && joined.parts[1].lo == parts[1].lo) {
    if (joined.parts[0].lo != parts[0].lo)
      list[0].lo = Min;
    if (joined.parts[1].hi != parts[1].hi)
      list[1].hi = Max;
    return fit(list, 2);
  }
  return range(joined.min() < min() ? Min : min(), joined.max() > max() ? Max : max());
}

static int64_t saturatingAdd(int64_t a, int64_t b) {
  if (a == Numbers::Min || a == Numbers::Max)
    return a;
  int64_t sum;
  if (b == Numbers::Min || b == Numbers::Max)
    return b;
  return llvm::AddOverflow(a, b, sum) ? (a > 0 ? Numbers::Max : Numbers::Min) : sum;
}

Numbers Numbers::plus(const Numbers &other) const {
  Interval list[4];
  unsigned n = 0;
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = 0; j < other.count; ++j)
      list[n++] = {saturatingAdd(parts[i].lo, other.parts[j].lo), saturatingAdd(parts[i].hi, other.parts[j].hi)};
  return fit(list, n);
}

Numbers Numbers::negated() const {
  auto flip = [](int64_t n) { return n == Min ? Max : n == Max ? Min : -n; };
  Interval list[2];
  for (unsigned i = 0; i < count; ++i)
    list[i] = {flip(parts[i].hi), flip(parts[i].lo)};
  return fit(list, count);
}

Numbers Numbers::times(const Numbers &other) const {
  if (isNone() || other.isNone())
    return none();
  if (isOne() && other.isOne()) {
    int64_t product;
    if (!llvm::MulOverflow(min(), other.min(), product))
      return exactly(product);
  }
  bool isSigned = min() < 0 || other.min() < 0;
  return isSigned ? all() : range(0, Max);
}

Numbers Numbers::maskedBy(const Numbers &other) const {
  if (isNone() || other.isNone())
    return none();
  if (isOne() && other.isOne())
    return exactly(min() & other.min());
  if (other.isOne() && other.min() >= 0)
    return range(0, other.min());
  if (isOne() && min() >= 0)
    return range(0, min());
  return all();
}

std::string Numbers::str() const {
  if (isNone())
    return "[]";
  auto end = [](int64_t n) { return n == Min ? "-inf" : n == Max ? "inf" : std::to_string(n); };
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += "[" + end(parts[i].lo) + "," + end(parts[i].hi) + "]";
  return text;
}

} // namespace custody::heap
