// Conditions that were decided on the way, for those that numbers cannot express.
//
//     if (flags & OWN) p = strdup(s);       the second test has the outcome of the first,
//     ...                                   as long as nobody wrote `flags` in between
//     if (flags & OWN) free(p);
//
// `flags |= SEEN` in between leaves the outcome alone: the condition reads other bits.
//
// A condition is known by its text: equal trees over the same variables are one condition, and a comparison and its
// negation are one. Each knows what it reads, so that a write forgets it.
#pragma once

#include "ir/function.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace custody::engines::summary {

struct Condition {
  uint64_t key = 0; // equal for equal trees
  bool isNegated = false;
  bool readsMemory = false;     // through a pointer
  uint64_t bits = ~uint64_t(0); // of its only variable: those that decide
  llvm::SmallVector<ir::VarId, 2> vars;
  llvm::SmallVector<ir::GlobalId, 1> globals;
};

// The bits of the variable that `variable = value` may change: not all of them in `x = x | 4` and `x = x & ~4`.
uint64_t changedBits(const ir::Function &function, ir::ExprId place, ir::ExprId value);

class Conditions {
public:
  explicit Conditions(const ir::Function &function) : function(function) {}

  // None for conditions that are too simple (numbers express them) or too large to be remembered.
  const Condition *of(ir::ExprId condition);
  const Condition &byKey(uint64_t key) const { return *table.find(key)->second; }

private:
  std::optional<Condition> describe(ir::ExprId id) const;
  bool addTree(ir::ExprId id, Condition &into, unsigned depth) const;

  const ir::Function &function;
  llvm::DenseMap<ir::ExprId, std::unique_ptr<Condition>> known; // null: not remembered
  llvm::DenseMap<uint64_t, const Condition *> table;
};

} // namespace custody::engines::summary
