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

struct EngineResult {
  std::vector<report::Finding> findings; // in any order; the report layer sorts
  std::vector<CutOff> cutOff;
};

struct Engine {
  llvm::StringRef name;
  llvm::StringRef summary;
  llvm::Error (*checkSettings)(llvm::ArrayRef<std::string> settings);
  EngineResult (*run)(const EngineInput &input);
};

} // namespace custody::engines
