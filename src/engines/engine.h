// What every engine is: a function of the program and of what is known about libraries, to findings.
#pragma once

#include "program/facts.h"
#include "report/finding.h"
#include "specs/store.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace custody::engines {

struct EngineInput {
  const program::ProgramModel &model;
  const specs::SpecStore &specs;
  unsigned jobs = 1;
  std::vector<std::string> settings = {}; // of this engine: `name=value`, known to be good
};

// A function that cost more than its budget and was not analysed to the end.
struct CutOff {
  std::string function;
  std::string reason;

  auto operator<=>(const CutOff &) const = default;
};

// What a function cost, in steps of the engine's own. Counted, not timed: every run gives the same numbers.
struct Effort {
  program::ProgFuncId id;
  std::string function;
  uint64_t steps = 0;
  uint32_t looks = 0; // how often it was analysed; more than once in circles of calls
  uint32_t statements = 0;
};

struct EngineResult {
  std::vector<report::Finding> findings; // in any order; the report layer sorts
  std::vector<CutOff> cutOff;
  std::vector<Effort> efforts; // by function, in the program's order
};

struct Engine {
  llvm::StringRef name;
  llvm::StringRef summary;
  llvm::Error (*checkSettings)(llvm::ArrayRef<std::string> settings);
  EngineResult (*run)(const EngineInput &input);
  bool isDefault = true;                      // runs when no engine is named
  llvm::ArrayRef<llvm::StringRef> parts = {}; // engines that it runs itself: their settings are its own, with the name
};

} // namespace custody::engines
