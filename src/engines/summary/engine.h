// The summary engine: every function is looked at once, callees first, with the summaries of what it calls
// (sparrow-2008). docs/engines/summary.md describes it.
#pragma once

#include "engines/summary/result.h"

namespace custody::engines::summary {

struct Claims; // check_specs.h

// Functions that call each other, as far as calls are followed; or one that does not call itself.
struct Circle {
  std::vector<program::ProgFuncId> members;
  bool isRecursive = false;
};

class SummaryEngine {
public:
  SummaryEngine(const EngineInput &input, const Options &options);

  // Summarises the whole program.
  void run();

  // Null: it has no body, or its specification replaces it.
  const FunctionResult *result(program::ProgFuncId id) const { return summaries.find(id); }
  // What callers believe of the function. Null: nothing.
  const heap::Summary *summary(program::ProgFuncId id) const;

  // What a specification says in place of a body. Null: there is none.
  const heap::Summary *library(program::ProgFuncId id) const {
    return libraries[id.index] ? &*libraries[id.index] : nullptr;
  }

  EngineResult takeFindings() const;

  // Where the body does not do what is specified of it. Callees are believed as in run(), which goes before.
  std::vector<report::Finding> contradictions(program::ProgFuncId id, const specs::FunctionSpec &claim,
                                              const Claims &claims);

  const GlobalArguments &globals() const { return globalArguments; }

  // Of the functions of a component of the call graph, callees first.
  std::vector<Circle> circlesOf(llvm::ArrayRef<program::ProgFuncId> component) const;

private:
  FunctionResult analyse(program::ProgFuncId id);
  struct Look {
    FunctionResult result;
    bool isDestructor = false; // and its parts were not told apart
  };
  Look look(program::ProgFuncId id, bool tellsPartsApart);
  std::vector<program::ProgFuncId> followedCalls(program::ProgFuncId caller) const;
  void solve(llvm::ArrayRef<program::ProgFuncId> component);
  void solveCircle(llvm::ArrayRef<program::ProgFuncId> members, bool isRecursive);

  const EngineInput &input;
  const Options options;
  struct Count {
    uint64_t steps = 0;
    uint32_t looks = 0;
    bool isCostly = false;
  };

  Summaries summaries;
  std::vector<Count> counts;                           // by function
  std::vector<std::optional<heap::Summary>> libraries; // by function
  std::vector<uint32_t> circleOf;                      // by function: which functions call each other; ~0: none
  const GlobalArguments globalArguments;
};

// For the table of engines.
llvm::Error checkSettings(llvm::ArrayRef<std::string> settings);
EngineResult runSummaryEngine(const EngineInput &input);

} // namespace custody::engines::summary
