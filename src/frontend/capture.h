// Runs a build and listens to what it compiles.
#pragma once

#include "frontend/compile_database.h"

namespace custody::frontend {

struct Capture {
  int buildStatus = 0; // of the build itself; 128 + n if signal n ended it
  CompileDatabase database;
};

// Runs the command with the caller's streams and environment. An error if it could not be run, or compiled nothing.
llvm::Expected<Capture> captureBuild(llvm::ArrayRef<std::string> command);

} // namespace custody::frontend
