// What each statement does to a state.
#pragma once

#include "engines/callees.h"
#include "engines/path/eval.h"
#include "engines/path/instantiate.h"

namespace custody::engines::path {

// What callers believe of a function. Null: nothing.
using SummaryLookup = llvm::function_ref<const Summary *(program::ProgFuncId)>;

class Transfer {
public:
  Transfer(Context &context, SummaryLookup summaryOf) : context(context), summaryOf(summaryOf) {}

  // The state becomes that after the statement, or dead.
  void run(State &state, ir::StmtId stmt);

  // Can an exception leave the statement? What allocations and library functions throw is left out by default: nobody
  // survives it.
  bool mayThrow(ir::StmtId stmt) const;
  // Whether a function that the call may run frees what the argument points to.
  bool mayRelease(ir::StmtId call, unsigned arg) const;
  // The state if the last statement of a block throws.
  State thrown(State before, ir::StmtId stmt);

private:
  struct Holder {
    heap::Cell cell;
    Guard when;
  };
  bool pointsBack(ir::ExprId place) const;
  void unlink(Memory &memory, Value address, Value next);
  std::vector<Holder> holdersOf(const Memory &memory, heap::LocId element, heap::Cell back) const;
  void copy(Memory &memory, const ir::Copy &op);
  void fill(Memory &memory, const ir::Fill &op);
  void allocate(Memory &memory, const ir::Alloc &op);
  void reallocate(Memory &memory, const ir::Realloc &op);
  bool isOfCallerInPlace(Evaluator &eval, const ir::Realloc &op, Value old);
  void moveContents(Memory &memory, Value from, heap::LocId to);
  void notePassed(const Memory &memory, const CallSite &site);
  void call(Memory &memory, const ir::Call &op);
  void supposeGiven(Memory &memory, const ir::Call &op);
  void escapeSupposed(Memory &memory, const CallSite &site);
  void forgetFilled(Memory &memory, const CallSite &site);
  void callOne(State &state, CallSite &site);
  void callBeyond(State &state, const CallSite &site, Summary summary);
  void setCallee(CallSite &site, program::ProgFuncId callee, Value receiver) const;
  void callSeveral(State &state, CallSite &site, llvm::ArrayRef<program::ProgFuncId> callees);
  CallSite siteOf(Memory &memory, const ir::Call &op);
  Callees calleesOf(Memory &memory, const ir::Call &op, const CallSite &site);
  std::optional<program::ProgFuncId> dispatch(Memory &memory, const ir::Call &op, Value object);
  void shareFates(const State &before, const State &after, State &merged);

  Context &context;
  SummaryLookup summaryOf;
};

} // namespace custody::engines::path
