#include "driver/compile.h"
#include "driver/cache.h"
#include "frontend/arguments.h"
#include "frontend/parse.h"
#include "lower/lower.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace custody::driver {

CompiledUnit compileUnit(const frontend::CompileCommand &command) {
  CompiledUnit unit;
  frontend::ParseOutcome outcome =
      frontend::parseUnit(command, [&](frontend::ParsedUnit &parsed) { unit.module = lower::lowerUnit(parsed); });
  unit.files = std::move(outcome.files);
  unit.errors = std::move(outcome.errors);
  if (!outcome.succeeded)
    unit.module.reset();
  return unit;
}

support::Hash compileKey(const frontend::CompileCommand &command, const support::Hash &tool) {
  auto files = llvm::vfs::createPhysicalFileSystem();
  frontend::CompileCommand adjusted = command;
  // A directory that is gone is the parser's to report.
  if (!files->setCurrentWorkingDirectory(command.directory))
    adjusted.arguments = frontend::adjustArguments(command, *files);
  return unitKey(adjusted, tool);
}

} // namespace custody::driver
