// The conditions of a summary, as far as a caller can tell them apart.
//
// Problem: the exact conditions of a function with many branches are large, and they would be copied into all of its
// callers. Replacing each by an unknown makes them small, but then nobody knows any more that the buffer is freed
// exactly when it is replaced.
//
// Idea: what callers care about is which effects go together. The solver enumerates the combinations of effects (this
// is allocated, that is freed, the result is -1) and of simple conditions on entry (the first argument is null) that
// some path has, as far as is seen without arithmetic; everything else is projected away. A combination is a case;
// which case happens is a choice that nobody outside can see.
#pragma once

#include "engines/path/context.h"

namespace custody::engines::path {

// How much depends on it. When there are too many combinations, the last are left out first.
enum class Weight : uint8_t {
  Essential, // what is handed over or released, and what the result says about it
  Interface, // a caller can decide it
  Detail,
};

class Projection {
public:
  explicit Projection(Context &context) : context(context) {}

  // Of one weight the important ones first.
  void add(Guard predicate, Weight weight);

  // All combinations under the assumptions. False: they are too many.
  bool enumerate(llvm::ArrayRef<Guard> assumptions);

  size_t size() const { return combinations.size(); }
  // None: it was left out.
  std::optional<bool> valueOf(size_t combination, Guard predicate) const;
  bool knows(Guard predicate) const { return indexOf.contains(predicate.node()); }

private:
  struct Predicate {
    Guard guard; // not negated
    Weight weight;
  };

  enum class Detail { Least, Less, More, All };

  std::vector<uint32_t> select(Detail detail) const;
  bool isPossible(llvm::ArrayRef<uint32_t> chosen, const std::vector<bool> &values) const;

  Context &context;
  std::vector<Predicate> all;
  std::vector<uint32_t> predicates;           // those that are told apart
  llvm::DenseMap<uint32_t, uint32_t> indexOf; // node of a guard to predicate; before `enumerate`: of all
  std::vector<std::vector<bool>> combinations;
};

} // namespace custody::engines::path
