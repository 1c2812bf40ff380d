// Three engines as one: the summary engine and the ownership engine look at the whole program and propose, the path
// engine looks again at what was proposed and decides. docs/engines/decided.md describes it.
//
// The first two are quick and take branches for independent; the third is exact about branches and slow. So it looks
// only at functions in which something was proposed, and at what they call. What it refutes is dropped; what
// it could not decide within its budget stays.
#pragma once

#include "engines/engine.h"

namespace custody::engines::decided {

// For the table of engines. Settings of the three are `summary.NAME=VALUE` and so on.
llvm::Error checkSettings(llvm::ArrayRef<std::string> settings);
EngineResult runDecidedEngine(const EngineInput &input);

} // namespace custody::engines::decided
