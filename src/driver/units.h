// All units of a run to heap IR, several at a time. Each is found in the cache, or parsed once and lowered, or read
// from heap IR text; AST and LLVM IR of a unit are gone before its thread takes the next, so memory holds heap IR and
// no more than N parses. Results come in the order of the inputs whatever the threads did, so everything after is
// deterministic.
#pragma once

#include "driver/cache.h"
#include "driver/compile.h"
#include "driver/progress.h"
#include "ir/module.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>

namespace custody::driver {

struct UnitInput {
  frontend::CompileCommand command;
  bool isHeapIr = false; // `command.file` is heap IR text, and there is nothing to compile
};

// How a unit is made: the real way, or a test's.
struct UnitMaker {
  std::function<CompiledUnit(const frontend::CompileCommand &)> compile = compileUnit;
  support::Hash tool; // its identity, for the cache
};

struct LoadOptions {
  unsigned jobs = 1;
  Cache *cache = nullptr;
  UnitMaker maker;
};

struct UnitFailure {
  std::string file;
  std::string errors; // ends with a newline
};

struct LoadedUnits {
  std::vector<ir::Module> modules;     // of the inputs that could be read, in their order
  std::vector<UnitFailure> failures;   // the others, in their order
  std::vector<std::string> complaints; // about damaged cache files: a line each
  size_t parsed = 0;                   // how many units Clang saw
  size_t fromCache = 0;
  size_t fromText = 0;
};

LoadedUnits loadUnits(llvm::ArrayRef<UnitInput> inputs, const LoadOptions &options, Progress &progress);

} // namespace custody::driver
