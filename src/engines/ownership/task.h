// A function that is looked at, and what is believed of the others: what every step of the engine begins with.
#pragma once

#include "engines/ownership/options.h"
#include "engines/ownership/system.h"
#include "program/facts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace custody::engines::ownership {

// The signature that is believed at calls of a function. Null: nothing is known.
using Signatures = llvm::function_ref<const Signature *(ProgFuncId)>;

struct Task {
  const program::ProgramModel &model;
  const Options &options;
  Signatures signatures;
  ProgFuncId id;

  const ir::Function &function() const { return model.program.function(id); }
  const ir::Module &module() const { return model.program.moduleOf(id); }
  bool isMain() const { return model.program.linkName(id) == "main"; }
};

// The one function that the statement calls, if there is no other and something is known of it; else no signature.
struct OneCallee {
  ProgFuncId id;
  const Signature *signature = nullptr;
};
OneCallee calleeAt(const Task &task, ir::StmtId stmt);

} // namespace custody::engines::ownership
