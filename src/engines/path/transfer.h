// What each statement does to a state.
#pragma once

#include "engines/path/calls.h"
#include "engines/path/eval.h"

namespace custody::engines::path {

class Transfer {
public:
  Transfer(Context &context, SummaryLookup summaryOf) : calls(context, summaryOf), context(context) {}

  // The state becomes that after the statement, or dead.
  void run(State &state, ir::StmtId stmt);

  Calls calls;

private:
  void allocate(Memory &memory, const ir::Alloc &op);
  void reallocate(Memory &memory, const ir::Realloc &op);
  bool isOfCallerInPlace(Evaluator &eval, const ir::Realloc &op, Value old);
  void moveContents(Memory &memory, Value from, heap::LocId to);

  Context &context;
};

} // namespace custody::engines::path
