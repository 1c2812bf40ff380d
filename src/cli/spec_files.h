// Where the specification files are: the ones that come with the program, and the user's own.
//
//     custody check -p build --spec strings.own
//
// reads, the strongest first, strings.own, every `.custody/*.own` beside or above a source file, and the bundled
// models. A user's file that cannot be read or says what cannot be so ends the run before any work: a specification
// that is silently left out would show as wrong findings.
#pragma once

#include "cli/console.h"
#include "cli/inputs.h"
#include "specs/store.h"

namespace custody::cli {

// $CUSTODY_SPECS_DIR, else `specs` beside the executable (a build tree), else share/custody/specs (an installation).
// Empty if there is none.
std::string bundledSpecsDir();

// The directories of the source files, each once.
std::vector<std::string> sourceDirectories(const Inputs &inputs);

// Null if a file is wrong or missing: the user was told, as `custody specs check` would, and the run ends with
// ExitStatus::Usage. `directories` are where the search for `.custody` begins.
std::unique_ptr<specs::SpecStore> loadSpecs(const CommandLine &line, llvm::ArrayRef<std::string> directories,
                                            const Console &console);

} // namespace custody::cli
