// Calls: which functions may be meant, what they do by their summaries, and what is supposed of them.
#pragma once

#include "engines/callees.h"
#include "engines/path/instantiate.h"

namespace custody::engines::path {

// What callers believe of a function. Null: nothing.
using SummaryLookup = llvm::function_ref<const Summary *(program::ProgFuncId)>;

class Calls {
public:
  Calls(Context &context, SummaryLookup summaryOf) : context(context), summaryOf(summaryOf) {}

  // The state becomes that after the call, or dead.
  void run(Memory &memory, const ir::Call &op);

  // Can an exception leave the statement? What allocations and library functions throw is left out by default: nobody
  // survives it.
  bool mayThrow(ir::StmtId stmt) const;
  // Whether a function that the call may run frees what the argument points to.
  bool mayRelease(ir::StmtId call, unsigned arg) const;
  // The state if the last statement of a block throws.
  State thrown(State before, ir::StmtId stmt);

private:
  struct Chosen {
    program::ProgFuncId callee;
    Guard when;
  };
  std::vector<Chosen> chosenAt(Memory &memory, const ir::Call &op);
  void callChosen(State &state, CallSite &site, llvm::ArrayRef<Chosen> chosen);
  void noteThrow(const Memory &memory, const ir::Call &op);
  void notePassed(const Memory &memory, const CallSite &site);
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
