// The ownership engine: who should own, inferred from the whole program (clouseau-2003). docs/engines/ownership.md
// describes it.
//
// Two phases, each bottom-up over the components of the call graph. The first leaves fields open and learns from
// constructors and destructors which of them own; the second judges everything with that knowledge.
#pragma once

#include "engines/engine.h"
#include "engines/ownership/paths.h"
#include "engines/ownership/solve.h"
#include "program/schedule.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace custody::engines::ownership {

struct FunctionResult {
  Signature signature;
  std::vector<FieldEvent> events;        // of the first phase
  std::vector<report::Finding> findings; // of the second
};

// What was found of a function with the signatures that were believed of its callees.
struct Analysis {
  System system;
  Solution solution; // with the signature
};

class OwnershipEngine {
public:
  OwnershipEngine(const EngineInput &input, const Options &options);

  void run();

  // What callers believe of the function. Null: nothing.
  const Signature *signature(ProgFuncId id) const;
  const FieldTypes &fieldTypes() const { return fields; }
  // What the function's body demands, and what is left of it. Nothing for functions that are believed without a look.
  void printConstraints(llvm::raw_ostream &out, ProgFuncId id) const;
  EngineResult takeFindings() const;
  // Of these, what is wrong with a class as a whole: no path of one function shows it.
  llvm::ArrayRef<report::Finding> ofClasses() const { return classFindings; }

private:
  void runPhase(bool isJudging);
  Analysis analyse(WalkContext &walks, bool isJudging) const;
  FunctionResult conclude(WalkContext &walks, Analysis analysis, bool isJudging) const;
  void solveRecursion(llvm::ArrayRef<ProgFuncId> component, bool isJudging);
  void solveComponent(llvm::ArrayRef<ProgFuncId> component, bool isJudging);
  bool isAnalysed(ProgFuncId id, bool isJudging) const;

  const EngineInput &input;
  const Options options;
  program::SummaryTable<FunctionResult> results;
  std::vector<std::optional<Signature>> libraries; // by function
  FieldTypes fields;
  std::vector<report::Finding> classFindings; // fields that nobody frees
};

// For the table of engines.
llvm::Error checkSettings(llvm::ArrayRef<std::string> settings);
EngineResult runOwnershipEngine(const EngineInput &input);

} // namespace custody::engines::ownership
