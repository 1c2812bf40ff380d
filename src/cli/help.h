// Help in two shapes, for terminals and for docs/commands.md, from the same tables.
#pragma once

#include "cli/commands.h"

namespace custody::cli {

void printOverview(llvm::raw_ostream &out);
void printHelp(llvm::raw_ostream &out, const CommandSpec &command);
void printMarkdown(llvm::raw_ostream &out);

} // namespace custody::cli
