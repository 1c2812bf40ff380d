// A summary at a call: its nodes and unknowns are what the caller has there, then its effects happen under the
// conditions that result (saturn-leaks-2005, section 4.5.3).
#pragma once

#include "engines/path/memory.h"
#include "engines/path/summary.h"

namespace custody::engines::path {

// An argument as the caller has it: a scalar, or the place of a structure.
struct Actual {
  Value value;
  bool isStructure = false; // then `value` is its address
  bool isConst = false;     // the parameter points to const
};

struct CallSite {
  ir::StmtId stmt;
  program::ProgFuncId callee;
  std::vector<Actual> args;
  std::optional<Value> result; // address of where the result goes
  ReadAs resultType;
  std::vector<uint32_t> replaced; // arguments that the result replaces (growth.h)
  bool isCertain = true;          // the callee is the one that is called, not one of several that may be
};

// The state becomes that after the call, or nobody gets there.
void instantiate(Context &context, State &state, const CallSite &site, const Summary &summary);

// A call of which nothing is known.
void callUnknown(Memory &memory, const CallSite &site);

} // namespace custody::engines::path
