// The choices of the path engine, each by its name on the command line (docs/engines/path.md). The defaults are the
// paper's where the paper has the choice.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace custody::engines::path {

struct Options {
  unsigned unroll = 3;          // iterations of a loop that are looked at
  unsigned unrollInner = 2;     // ... of a loop in a loop
  bool lastIterations = false;  // look at the last iteration of each loop, not only to find a way out
  unsigned exploreBound = 5;    // inputs that one statement may make in a chain
  bool mayAlias = false;        // whether different parameters may point to one object
  unsigned callDepth = 2;       // levels of calls that are looked at below a function that is asked about
  unsigned recursionRounds = 2; // how often the functions of a circle of calls are looked at again
  unsigned maxCircle = 32;      // functions of a circle of calls; a larger one is looked at once
  unsigned maxWrites = 48;      // cells that a summary speaks of
  unsigned maxSites = 32;       // objects that a summary hands to its caller
  unsigned maxFormula = 700;    // nodes of the conditions of a summary; more are told apart by cases only
  unsigned maxProjected = 6000; // ... and with more still, the summary engine's summary serves
  unsigned maxPlaces = 4;       // places of loss that are searched for one allocation

  // Budgets of a function.
  uint64_t stepsPerStatement = 60;
  uint64_t baseSteps = 20000;
  unsigned maxNodes = 80000;   // of formulas
  unsigned maxConflicts = 500; // of the solver, for one question

  bool exitLeaks = false;        // also what is lost when main ends
  bool allocationThrows = false; // also what is lost only because an allocation throws
  bool resources = false;        // also families that are no memory: files, directories
};

// From `name=value`. An unknown name or value is an error that lists what is known.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> settings);

} // namespace custody::engines::path
