// One unit, from its compiler command to heap IR: parse, lower, drop everything else.
#pragma once

#include "frontend/compile_command.h"
#include "ir/module.h"
#include "support/hash.h"
#include <optional>
#include <string>
#include <vector>

namespace custody::driver {

struct CompiledUnit {
  std::optional<ir::Module> module;
  std::string errors;             // Clang's own, or what the verifier says; empty if there is a module
  std::vector<std::string> files; // every file that was read
};

CompiledUnit compileUnit(const frontend::CompileCommand &command);

// What the result of compiling depends on, the contents of files aside. `tool` is the identity of this program.
support::Hash compileKey(const frontend::CompileCommand &command, const support::Hash &tool);

} // namespace custody::driver
