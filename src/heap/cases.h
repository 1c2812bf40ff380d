// Joining the cases of a summary that a caller cannot tell apart.
#pragma once

#include "heap/summary.h"
#include "llvm/ADT/ArrayRef.h"

namespace custody::heap {

struct MergeRules {
  bool freeOnAnyPath = true;         // freed in one of them is freed
  bool preferAllocatingPaths = true; // if one allocates and the other does not, what holds is what the first says
};

// What holds after one of the two.
Case mergeCases(Summary &summary, Case a, const Case &b, const MergeRules &rules);

// One case for each class of result.
std::vector<Case> mergeByResult(Summary &summary, llvm::ArrayRef<Case> cases, const MergeRules &rules);

// "Null, and nothing happened" beside "a new object" is one case: a new object that may be null. That is how malloc is
// understood, and it keeps callers from having two states for every call.
void foldFailures(const Summary &summary, std::vector<Case> &cases);

} // namespace custody::heap
