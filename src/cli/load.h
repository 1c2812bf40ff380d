// The first half of every command that looks at programs: from inputs to heap IR, with the user told what went wrong.
#pragma once

#include "cli/console.h"
#include "cli/inputs.h"
#include "specs/store.h"

namespace custody::cli {

// How to run, as the command line says.
struct RunOptions {
  unsigned jobs = 1;
  std::string cacheDir; // empty: no cache
  bool verbose = false;
};

llvm::Expected<RunOptions> runOptions(const CommandLine &line);

struct Loaded {
  std::vector<ir::Module> modules;           // in the order of the inputs
  std::vector<driver::UnitFailure> failures; // the inputs that are not among them
  bool isComplete() const { return failures.empty(); }
};

// Shows the errors of units that cannot be analysed, and warnings. Without modules there is nothing to go on with, and
// the user was told so.
Loaded load(const Inputs &inputs, const RunOptions &options, const Console &console);

// The inputs cannot even be listed.
ExitStatus inputError(llvm::Error error, const Console &console);

// Either one to go on with, or how to end.
struct LoadResult {
  Loaded loaded;
  std::unique_ptr<specs::SpecStore> specs; // what is known about functions without a body
  std::optional<ExitStatus> stop;
};

LoadResult loadFrom(const CommandLine &line, const Console &console);

} // namespace custody::cli
