// What each statement does to a state.
#pragma once

#include "engines/callees.h"
#include "engines/summary/eval.h"
#include "engines/summary/instantiate.h"
#include "engines/summary/result.h"

namespace custody::engines::summary {

// Summaries of functions without a body, from their specifications; computed before the run.
using LibrarySummaries = std::vector<std::optional<heap::Summary>>; // by function

class Transfer {
public:
  Transfer(Context &context, const Summaries &summaries, const LibrarySummaries &libraries,
           llvm::ArrayRef<uint32_t> circleOf)
      : context(context), summaries(summaries), libraries(libraries), circleOf(circleOf) {}

  // The states after the statement, appended to `out`. None: it does not complete.
  void run(State state, ir::StmtId stmt, std::vector<State> &out);

  // Does it release what the expression points to, and nothing else?
  bool releases(ir::StmtId stmt, ir::ExprId pointer) const;

  // Can an exception leave the statement? What allocations and library functions throw is left out by default: nobody
  // survives it.
  bool mayThrow(ir::StmtId stmt) const;
  // The state if the last statement of a block throws.
  State thrown(State before, ir::StmtId stmt);

private:
  void assign(Memory &memory, const ir::Assign &op);
  bool assignTruth(const State &state, ir::StmtId stmt, const ir::Assign &op, std::vector<State> &out);
  void copy(Memory &memory, const ir::Copy &op);
  void fill(Memory &memory, const ir::Fill &op);
  void allocate(Memory &memory, const ir::Alloc &op);
  bool isOfCallerInPlace(Evaluator &eval, const ir::Realloc &op, heap::Value old);
  void reallocate(State state, ir::StmtId stmt, const ir::Realloc &op, std::vector<State> &out);
  void nameContents(Memory &memory, ir::TypeId element, heap::Value blocks);
  std::vector<heap::FieldValue> contentsOf(Memory &memory, ir::ExprId pointer, heap::Value blocks);
  void call(State state, ir::StmtId stmt, const ir::Call &op, std::vector<State> &out);
  void supposeGiven(State &state, ir::StmtId stmt, const Callees &callees);
  void callOne(State state, CallSite &site, ReadAs result, std::vector<State> &out);
  CallSite siteOf(Memory &memory, const ir::Call &op);
  ReadAs resultType(const ir::Call &op) const;
  std::optional<program::ProgFuncId> dispatch(Memory &memory, const ir::Call &op, heap::Value object) const;
  bool isOfCircle(program::ProgFuncId callee) const; // may it call the function that is looked at?
  const heap::Summary *summaryOf(program::ProgFuncId callee) const;

  Context &context;
  const Summaries &summaries;
  const LibrarySummaries &libraries;
  const llvm::ArrayRef<uint32_t> circleOf; // by function
};

} // namespace custody::engines::summary
