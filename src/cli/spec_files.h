// Where the specification files are: the ones that come with the program, and the user's own.
#pragma once

#include "specs/store.h"

namespace custody::cli {

// $CUSTODY_SPECS_DIR, else `specs` beside the executable (a build tree), else share/custody/specs (an installation).
// Empty if there is none.
std::string bundledSpecsDir();

// Bundled models and the user's own.
llvm::Expected<std::unique_ptr<specs::SpecStore>> loadSpecs();

} // namespace custody::cli
