// Where a command writes: results to `out`, everything about the run itself to `err`. A value that is handed down, so
// that tests can look at what was written.
#pragma once

#include "cli/exit_status.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::cli {

struct Console {
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  unsigned terminalWidth = 0; // of `err`, in columns; 0: not a terminal

  void error(const llvm::Twine &message) const { err << "custody: error: " << message << '\n'; }
  void warning(const llvm::Twine &message) const { err << "custody: warning: " << message << '\n'; }
  void note(const llvm::Twine &message) const { err << "custody: " << message << '\n'; }

  ExitStatus usageError(llvm::Error problem) const {
    error(llvm::toString(std::move(problem)));
    return ExitStatus::Usage;
  }
};

inline llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace custody::cli
