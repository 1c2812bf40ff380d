// From the command line of any GCC-like compiler to one that Clang's driver takes without complaint.
#pragma once

#include "frontend/compile_command.h"
#include <string>
#include <vector>

namespace llvm::vfs {
class FileSystem;
}

namespace custody::frontend {

enum class Keep {
  WhatMatters, // all options that may change the meaning of the source
  Essentials,  // macros, include paths, language: for when the driver refuses the others
};

// The result begins with a driver's path, compiles exactly `command.file` and nothing else, and writes nothing.
// Response files are read through `files`.
std::vector<std::string> adjustArguments(const CompileCommand &command, llvm::vfs::FileSystem &files,
                                         Keep keep = Keep::WhatMatters);

} // namespace custody::frontend
