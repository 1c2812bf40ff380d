// What `custody specs check FILE...` and `custody specs show FUNCTION` do; the command line only passes words on.
//
//     const CheckOutcome outcome = checkSpecFiles(files, store);
//     outs << outcome.text;  return outcome.errors ? 1 : 0;
#pragma once

#include "specs/store.h"
#include "llvm/ADT/StringSet.h"

namespace custody::specs {

struct CheckOutcome {
  std::string text;               // the messages, then one line that sums up
  std::vector<SourceRef> sources; // what was read; a pipe cannot be read twice
  unsigned files = 0;
  unsigned functions = 0;
  unsigned errors = 0;
  unsigned warnings = 0;
};

// Checks the files together, against each other and against the names that `known` (usually the bundled models)
// declares. `program`: the keys of a program's functions, if there is one to compare with.
CheckOutcome checkSpecFiles(const std::vector<std::string> &paths, const SpecStore &known,
                            std::optional<llvm::StringSet<>> program = std::nullopt);
CheckOutcome checkSpecText(llvm::StringRef name, llvm::StringRef text, const SpecStore &known);

struct ShowOutcome {
  bool found = false;
  std::string text;
};

// `function` is a C name, a C++ qualified name, or a demangled signature. Shows every overload when only a C++ name is
// given. If nothing is known, the text says what that means and which known names are near.
ShowOutcome showFunction(const SpecStore &store, llvm::StringRef function);

} // namespace custody::specs
