// The path engine: every function is looked at on all its ways at once, callees first, and a solver says which ways
// there are (saturn-leaks-2005). docs/engines/path.md describes it.
#pragma once

#include "engines/engine.h"
#include "engines/path/options.h"
#include "engines/path/summary.h"
#include "engines/summary/engine.h"

namespace custody::engines::path {

struct FunctionResult {
  Summary summary;
  std::vector<report::Finding> findings;
  std::string cutOff; // why the summary engine's view was taken instead; empty: it was not
  uint64_t steps = 0; // nodes of formulas that were made: what takes the time
  uint32_t looks = 0;
};

class PathEngine {
public:
  PathEngine(const EngineInput &input, const Options &options);

  // Summarises the whole program.
  void run();

  // Null: it has no body, or its specification replaces it.
  const FunctionResult *result(program::ProgFuncId id) const { return results.find(id); }
  // What callers believe of the function. Null: nothing.
  const Summary *summary(program::ProgFuncId id) const;

  EngineResult takeFindings() const;

private:
  std::optional<FunctionResult> analyse(program::ProgFuncId id, const Options &chosen, std::string &why,
                                        uint64_t &steps) const;
  FunctionResult analyse(program::ProgFuncId id) const;
  void solve(const summary::Circle &circle);

  const EngineInput &input;
  const Options options;
  summary::SummaryEngine others; // for specifications, and for what is too costly
  program::SummaryTable<FunctionResult> results;
  std::vector<std::optional<Summary>> libraries; // by function
};

// For the table of engines.
llvm::Error checkSettings(llvm::ArrayRef<std::string> settings);
EngineResult runPathEngine(const EngineInput &input);

} // namespace custody::engines::path
