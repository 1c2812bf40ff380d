// The path engine: every function is looked at on all its ways at once, callees first, and a solver says which ways
// there are (saturn-leaks-2005). docs/engines/path.md describes it.
#pragma once

#include "engines/engine.h"
#include "engines/path/execute.h"
#include "engines/path/options.h"
#include "engines/path/question.h"
#include "engines/path/summary.h"
#include "engines/summary/engine.h"

namespace custody::engines::path {

struct FunctionResult {
  Summary summary;
  std::vector<report::Finding> findings;
  std::set<Question> open; // what the solver could not answer
  std::string cutOff;      // why the summary engine's view was taken instead; empty: it was not
  uint64_t steps = 0;      // nodes of formulas that were made: what takes the time
  uint32_t looks = 0;
};

class PathEngine {
public:
  // `others` has run. It knows what specifications say, and serves for what is too costly here.
  PathEngine(const EngineInput &input, const Options &options, const summary::SummaryEngine &others);

  // Summarises the whole program, and finds all there is.
  void run();
  // Only what is needed to answer.
  void answer(const Questions &questions);

  // Null: it has no body, or its specification replaces it.
  const FunctionResult *result(program::ProgFuncId id) const { return results.find(id); }
  // What callers believe of the function. Null: nothing.
  const Summary *summary(program::ProgFuncId id) const;

  EngineResult takeFindings() const;

private:
  enum class Wanted { Summary, All }; // of a look: findings, too, if somebody asks for them
  struct Attempt {
    std::string overBudget; // why it was given up
    bool cameFar = true;    // then: to so many statements that a look with more room may come to the end
    uint64_t steps = 0;
  };
  using Asked = std::optional<const std::set<Question> *>; // none: nothing; null: everything
  std::optional<FunctionResult> analyse(program::ProgFuncId id, const Options &chosen, Asked asked,
                                        Attempt &attempt) const;
  FunctionResult analyse(program::ProgFuncId id, Wanted wanted) const;
  Summary summaryOf(Context &context, const Execution &execution) const;
  FunctionResult asOthersSee(program::ProgFuncId id) const;
  Asked askedOf(program::ProgFuncId id) const;
  void runFor(llvm::function_ref<bool(program::ProgFuncId)> isNeeded);
  void solve(const summary::Circle &circle);

  const EngineInput &input;
  const Options options;
  const summary::SummaryEngine &others;
  const program::GivenParameters given;
  const Questions *questions = nullptr; // none: everything
  std::vector<bool> isCalled;           // by those that are needed: it needs a summary; empty: all do
  program::SummaryTable<FunctionResult> results;
  // By function: what is known of it without a look. Of libraries, and of what lies deeper than is looked at.
  std::vector<std::optional<Summary>> known;
};

// What the summary engine needs to know of the options.
summary::Options optionsOfOthers(const Options &options);

// For the table of engines.
llvm::Error checkSettings(llvm::ArrayRef<std::string> settings);
EngineResult runPathEngine(const EngineInput &input);

} // namespace custody::engines::path
