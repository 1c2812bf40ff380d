// The engines that are built in. `check` runs those that are asked for, or the default ones in this order; messages
// list them. To add one: a row in engines.cpp.
#pragma once

#include "cli/command_line.h"
#include "engines/engine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace custody::cli {

using engines::Engine;

llvm::ArrayRef<Engine> builtInEngines();

// `names` are separated by commas; empty means the default pipeline. An unknown name is an error that lists the known
// ones.
llvm::Expected<std::vector<Engine>> chooseEngines(llvm::ArrayRef<Engine> engines, llvm::StringRef names);

// What the command line sets for the engine; an error if it makes no sense.
llvm::Expected<std::vector<std::string>> engineSettings(const CommandLine &line, const Engine &engine);

} // namespace custody::cli
