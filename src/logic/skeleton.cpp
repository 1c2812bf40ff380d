#include "logic/skeleton.h"

namespace custody::logic {

Verdict Skeleton::check(llvm::ArrayRef<Guard> assumptions) {
  std::vector<Guard> conditions = facts;
  conditions.insert(conditions.end(), assumptions.begin(), assumptions.end());
  if (!propagation.run(conditions))
    return Verdict::Unsatisfiable;
  if (!search)
    search.emplace(terms, Depth::Skeleton, facts);
  return search->check(assumptions, conflicts);
}

} // namespace custody::logic
