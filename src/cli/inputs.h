// What to analyse: units of a compile database, files with compiler arguments, heap IR in text form; given on the
// command line or found in the directory.
#pragma once

#include "cli/command_line.h"
#include "driver/units.h"
#include "frontend/compile_database.h"

namespace custody::cli {

struct Inputs {
  std::vector<driver::UnitInput> units;
  std::vector<std::string> missing; // files that were named and do not exist
  std::vector<std::string> notes;   // for people, one line each
};

// The named inputs cannot be read at all. Anything else that goes wrong here is a mistake in the command line.
class UnreadableInputs : public llvm::ErrorInfo<UnreadableInputs, llvm::StringError> {
public:
  static char ID;
  explicit UnreadableInputs(const llvm::Twine &message) : ErrorInfo(message, llvm::inconvertibleErrorCode()) {}
};

llvm::Expected<Inputs> findInputs(const CommandLine &line);
Inputs inputsOf(frontend::CompileDatabase database);

} // namespace custody::cli
