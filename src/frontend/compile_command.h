// One entry of a compile database: how one file is compiled.
#pragma once

#include <string>
#include <vector>

namespace custody::frontend {

struct CompileCommand {
  std::string directory;              // the working directory of the compiler
  std::string file;                   // as the database spells it
  std::vector<std::string> arguments; // [0] is the compiler

  bool operator==(const CompileCommand &) const = default;
};

} // namespace custody::frontend
