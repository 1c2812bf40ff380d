// How the files of a program are compiled: read from compile_commands.json, or given on Custody's command line.
#pragma once

#include "frontend/compile_command.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace custody::frontend {

struct CompileDatabase {
  std::vector<CompileCommand> commands; // C and C++ only, in the database's order, no two alike
  std::vector<std::string> missing;     // sources that are named but do not exist; each also has its note
  std::vector<std::string> notes;       // for people, one line each: what was left out and why
};

// `path` is a directory that holds compile_commands.json, or that file itself. The error is one line that says what is
// wrong and what to try; a database without any C or C++ file is an error too.
llvm::Expected<CompileDatabase> loadDatabase(llvm::StringRef path);

// The same for files with one set of compiler arguments (`custody check a.c b.c -- -Iinclude`). If the arguments begin
// with a word that is no option, it is the compiler.
llvm::Expected<CompileDatabase> databaseOfFiles(llvm::ArrayRef<std::string> files,
                                                llvm::ArrayRef<std::string> arguments, llvm::StringRef directory);

} // namespace custody::frontend
