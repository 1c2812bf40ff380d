// Two engines as one: the summary engine looks at the whole program and proposes, the path engine looks again at what
// was proposed and decides. docs/engines/decided.md describes it.
//
// The first is quick and takes branches for independent; the second is exact about branches and slow. So the second
// looks only at functions in which the first found something, and at what they call. What it refutes is dropped; what
// it could not decide within its budget stays.
#pragma once

#include "engines/engine.h"

namespace custody::engines::decided {

// For the table of engines. Settings of the two are `summary.NAME=VALUE` and `path.NAME=VALUE`.
llvm::Error checkSettings(llvm::ArrayRef<std::string> settings);
EngineResult runDecidedEngine(const EngineInput &input);

} // namespace custody::engines::decided
