// The choices of the ownership engine, each by its name on the command line (docs/engines/ownership.md).
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace custody::engines::ownership {

struct Options {
  bool audit = false;          // also what only the tightened constraints refuse: ownership that is not followed
  bool unconfirmed = false;    // also what does not fit, but no single path shows: mostly flags that tell who owns
  bool receiverFields = false; // also methods that leave an owning field as its class does not expect it
  bool abortLeaks = false;     // also what is lost because the program ends abnormally
  bool exceptions = false;     // also paths on which an exception is thrown
  bool exitLeaks = false;      // also what is lost when main ends
  bool constraints = false;    // `sigs`: also the constraints of each body, and their graph
  bool neverCopied = false;    // also classes that own, would be copied wrongly, and are not copied
  bool resources = false;      // also families that are no memory: files, directories
};

// From `name=value`. An unknown name or value is an error that lists what is known.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings);

} // namespace custody::engines::ownership
