// Result files of earlier runs, in any form that is written: JSON lines or SARIF. And what one may ask of two of them.
#pragma once

#include "report/results.h"
#include "llvm/Support/Error.h"

namespace custody::report {

llvm::Expected<std::vector<Result>> readResults(llvm::StringRef text, llvm::StringRef name);
llvm::Expected<std::vector<Result>> readResultFile(llvm::StringRef path); // "-" is standard input

// Marks the results that an earlier run had.
void markKnown(std::vector<Result> &results, llvm::ArrayRef<Result> baseline);

// Two runs compared by fingerprint, kind by kind. A suppressed finding is neither introduced nor fixed.
struct Difference {
  std::vector<Result> introduced; // as they are in the new run
  std::vector<Result> fixed;      // as they were in the old one
  size_t unchanged = 0;
};

Difference differenceOf(llvm::ArrayRef<Result> oldResults, llvm::ArrayRef<Result> newResults);

} // namespace custody::report
