// The commands as data: what each is called, what it is for, and the function that is it. Help text and
// docs/commands.md are made from this table and the options'. To add a command: a bit in options.h, a file with its
// function, and a row in commands.cpp.
#pragma once

#include "cli/command_line.h"
#include "cli/console.h"

namespace custody::cli {

struct Example {
  llvm::StringLiteral command;
  llvm::StringLiteral meaning;
};

struct CommandSpec {
  CommandBit bit;
  llvm::StringLiteral name;
  llvm::StringLiteral usage; // what follows the name
  llvm::StringLiteral summary;
  llvm::StringLiteral description;
  llvm::ArrayRef<Example> examples;
  ExitStatus (*run)(const CommandLine &, const Console &);
};

llvm::ArrayRef<CommandSpec> commands();
const CommandSpec *findCommand(llvm::StringRef name); // null if there is none

ExitStatus checkCommand(const CommandLine &line, const Console &console);
ExitStatus runCommand(const CommandLine &line, const Console &console);
ExitStatus dumpCommand(const CommandLine &line, const Console &console);
ExitStatus sigsCommand(const CommandLine &line, const Console &console);
ExitStatus specsCommand(const CommandLine &line, const Console &console);
ExitStatus reportCommand(const CommandLine &line, const Console &console);
ExitStatus diffCommand(const CommandLine &line, const Console &console);
ExitStatus helpCommand(const CommandLine &line, const Console &console);

} // namespace custody::cli
