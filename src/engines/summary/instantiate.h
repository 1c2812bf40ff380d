// A summary at a call: its nodes are looked up in the caller's memory, then its effects happen there (sparrow-2008,
// section 4.3).
//
// Aliases that the caller knows come in by themselves: if two arguments point to one object, the nodes behind them are
// that object. All nodes are looked up before anything is changed.
#pragma once

#include "engines/summary/memory.h"

namespace custody::engines::summary {

// An argument as the caller has it: a scalar, or the place of a structure.
struct Actual {
  heap::Value value;
  bool isStructure = false; // then `value` is its address
  bool isConst = false;     // the parameter points to const
};

struct CallSite {
  ir::StmtId stmt;
  program::ProgFuncId callee;
  std::vector<Actual> args;
  std::optional<heap::Value> result; // address of where the result goes
  std::vector<uint32_t> replaced;    // arguments that the result replaces (growth.h)
  bool isCertain = true;             // the callee is the one that is called, not one of several that may be
  bool isRecursive = false;          // the callee may call this function: what it allocates is many objects
  bool isResultIgnored = false;      // nobody looks at it
};

// Adds the states after the call. None: it does not return.
void instantiate(Context &context, State before, const CallSite &site, const heap::Summary &summary,
                 std::vector<State> &after);

// A call of which nothing is known but its type. What it takes as `const T *` it reads: those that keep or free such an
// argument are so few that Clang's analyzer believes so, too. What hangs on it may still go anywhere.
void callUnknown(Memory &memory, const CallSite &site, ReadAs result);

} // namespace custody::engines::summary
