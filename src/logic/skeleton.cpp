#include "logic/skeleton.h"

namespace custody::logic {

Skeleton::Skeleton(const Terms &terms, uint64_t conflictBudgetPerQuery)
    : terms(terms), solver(own, conflictBudgetPerQuery) {}

Guard Skeleton::copy(Guard a) {
  pending.push_back(a.node());
  while (!pending.empty()) {
    const uint32_t index = pending.back();
    if (copies.contains(index)) {
      pending.pop_back();
      continue;
    }
    const Node &node = terms.node(index);
    if (node.op == Op::False) {
      copies[index] = own.never();
    } else if (node.op != Op::And) {
      copies[index] = own.variable();
    } else {
      const Guard x{node.a}, y{node.b};
      const auto cx = copies.find(x.node()), cy = copies.find(y.node());
      if (cx == copies.end() || cy == copies.end()) {
        if (cx == copies.end())
          pending.push_back(x.node());
        if (cy == copies.end())
          pending.push_back(y.node());
        continue;
      }
      const Guard p = x.isNegated() ? !cx->second : cx->second, q = y.isNegated() ? !cy->second : cy->second;
      copies[index] = own.both(p, q);
    }
    pending.pop_back();
  }
  const Guard result = copies.lookup(a.node());
  return a.isNegated() ? !result : result;
}

Verdict Skeleton::check(llvm::ArrayRef<Guard> assumptions) {
  std::vector<Guard> copied;
  for (Guard a : assumptions)
    copied.push_back(copy(a));
  return solver.check(copied);
}

bool Skeleton::valueOf(Guard a) {
  return solver.valueOf(copy(a));
}

} // namespace custody::logic
