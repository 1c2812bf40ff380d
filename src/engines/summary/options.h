// The choices of the summary engine, each by its name on the command line (docs/engines/summary.md). The defaults are
// the paper's where the paper has the choice.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace custody::engines::summary {

struct Options {
  unsigned exploreBound = 5;         // k: inputs that one statement may make in a chain
  bool mergeGlobals = true;          // a global is never overwritten: what it held is still visible to somebody
  bool escapeOnAnyPath = true;       // what escapes on one path into a join counts as escaped
  bool freeOnAnyPath = true;         // what a callee frees on some path counts as freed
  bool preferAllocatingPaths = true; // of exits that a caller cannot tell apart, those that allocate are the summary
  bool loopsRunOnce = true;          // a loop that can be entered is
  bool siteNames = true;             // one allocation that is reachable by two ways is one object to the caller

  // Not in the paper.
  bool globalArguments = true; // a global that only carries something from a function to its callees is an argument
  unsigned maxStates = 6;      // kept apart at a program point; 1 is the paper's
  unsigned maxCases = 8;       // kept apart in a summary
  unsigned maxWrites = 48;     // cells that a case of a summary speaks of
  unsigned maxSites = 32;      // objects that a summary hands to its caller
  unsigned maxFrees = 32;      // objects of the caller that a case frees by name
  uint64_t stepsPerStatement = 300; // the budget of a function
  uint64_t baseSteps = 10000;
  bool exitLeaks = false;        // also what is lost when main ends
  bool allocationThrows = false; // also what is lost only because an allocation throws
  bool resources = false;        // also families that are no memory: files, directories
};

// From `name=value`. An unknown name or value is an error that lists what is known.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings);

} // namespace custody::engines::summary
