// Where the result of a command goes: standard output, or the file that -o names. A file
// appears when it is complete; a device, a pipe or a link is written through.
#pragma once

#include "cli/command_line.h"
#include "cli/console.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace custody::cli {

// False if it could not be written; the user was told.
bool writeResult(const CommandLine &line, const Console &console, llvm::function_ref<void(llvm::raw_ostream &)> write);

// The value of an option for formats, which must be one of `known`; the first is the default.
llvm::Expected<llvm::StringRef> chooseFormat(const CommandLine &line, Opt option,
                                             llvm::ArrayRef<llvm::StringRef> known);

} // namespace custody::cli
