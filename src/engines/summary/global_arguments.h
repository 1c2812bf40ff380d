// Globals that are arguments in disguise.
//
//     static char *data;                           // `fill` writes it before anybody reads it, and only functions
//     static void sink(void) { puts(data); }       // that `fill` calls read it: when `fill` returns, what it holds
//     void fill(void) { data = malloc(9); sink(); } // is lost, as with a variable of `fill`
//
// Problem: what a global holds is visible to everybody, so nothing that hangs on one is ever lost, and nothing that a
// callee does to it is known to its caller.
//
// Idea: such a global has an *owner*: a function that writes it on every path before it or a callee reads it, and
// through which every call of another function that uses it goes. To the owner the global is a local variable; to the
// functions below it is one more argument.
#pragma once

#include "engines/function_facts.h"
#include "program/facts.h"
#include "llvm/ADT/DenseMap.h"

namespace custody::engines::summary {

class GlobalArguments {
public:
  GlobalArguments() = default; // there are none
  explicit GlobalArguments(const program::ProgramModel &model);

  // The function to which the global is a local variable; none if it is a global like others.
  program::ProgFuncId owner(program::ProgGlobalId id) const { return owners.lookup(id); }

private:
  llvm::DenseMap<program::ProgGlobalId, program::ProgFuncId> owners;
};

} // namespace custody::engines::summary
