#include "cli/inputs.h"
#include "cli/console.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace custody::cli {

char UnreadableInputs::ID;

namespace {

namespace fs = llvm::sys::fs;

constexpr llvm::StringLiteral DatabaseName = "compile_commands.json";

llvm::Expected<frontend::CompileDatabase> readable(llvm::Expected<frontend::CompileDatabase> database) {
  if (database)
    return database;
  return llvm::make_error<UnreadableInputs>(llvm::toString(database.takeError()));
}

std::string currentDirectory() {
  llvm::SmallString<256> directory;
  fs::current_path(directory);
  return directory.str().str();
}

// One name for a file, however it is reached.
std::string identity(llvm::StringRef file, llvm::StringRef directory) {
  llvm::SmallString<256> absolute(file), real;
  fs::make_absolute(directory, absolute);
  return (fs::real_path(absolute, real) ? absolute : real).str().str();
}

// `-p DIR FILES`: those units of the database whose main file is named.
llvm::Error choose(Inputs &inputs, llvm::ArrayRef<std::string> files) {
  llvm::StringSet<> wanted;
  for (const std::string &file : files)
    wanted.insert(identity(file, currentDirectory()));
  llvm::StringSet<> seen;
  llvm::erase_if(inputs.units, [&](const driver::UnitInput &unit) {
    std::string name = identity(unit.command.file, unit.command.directory);
    seen.insert(name);
    return !wanted.contains(name);
  });
  for (const std::string &file : files)
    if (!seen.contains(identity(file, currentDirectory())))
      return llvm::make_error<UnreadableInputs>("'" + file + "' is not in the compile database");
  inputs.notes.clear(); // they speak of the whole database
  inputs.missing.clear();
  return llvm::Error::success();
}

llvm::Expected<Inputs> fromDatabase(llvm::StringRef directory) {
  auto database = readable(frontend::loadDatabase(directory));
  if (!database)
    return database.takeError();
  return inputsOf(std::move(*database));
}

llvm::Error refuseDirectories(llvm::ArrayRef<std::string> files) {
  for (const std::string &file : files)
    if (fs::is_directory(file))
      return usage("'" + file + "' is a directory; if it holds " + DatabaseName + ", say -p " + file);
  return llvm::Error::success();
}

llvm::Expected<Inputs> fromFiles(llvm::ArrayRef<std::string> files, llvm::ArrayRef<std::string> arguments) {
  if (llvm::Error error = refuseDirectories(files))
    return error;
  std::vector<std::string> texts, sources;
  for (const std::string &file : files)
    (llvm::StringRef(file).ends_with(".hir") ? texts : sources).push_back(file);

  Inputs inputs;
  if (!sources.empty()) {
    auto database = readable(frontend::databaseOfFiles(sources, arguments, currentDirectory()));
    if (!database)
      return database.takeError();
    inputs = inputsOf(std::move(*database));
  }
  for (const std::string &text : texts) {
    if (!fs::exists(text))
      return llvm::make_error<UnreadableInputs>("'" + text + "' does not exist");
    inputs.units.push_back({{currentDirectory(), text, {}}, /*isHeapIr=*/true});
  }
  return inputs;
}

llvm::Expected<Inputs> autodetect() {
  for (const char *directory : {"build", "."}) {
    llvm::SmallString<64> path(directory);
    llvm::sys::path::append(path, DatabaseName);
    if (fs::exists(path))
      return fromDatabase(directory);
  }
  return usage("nothing to analyse: there is neither ./" + DatabaseName + " nor ./build/" + DatabaseName +
               "; say -p DIR, name files, or let 'custody run -- make' watch the build");
}

} // namespace

Inputs inputsOf(frontend::CompileDatabase database) {
  Inputs inputs;
  for (frontend::CompileCommand &command : database.commands)
    inputs.units.push_back({std::move(command)});
  inputs.missing = std::move(database.missing);
  inputs.notes = std::move(database.notes);
  return inputs;
}

llvm::Expected<Inputs> findInputs(const CommandLine &line) {
  if (!line.has(Opt::BuildDir)) {
    if (!line.operands.empty())
      return fromFiles(line.operands, line.afterDashes);
    if (line.hasDashes)
      return usage("compiler arguments were given after '--', but no file to compile with them");
    return autodetect();
  }
  if (line.hasDashes)
    return usage("compiler arguments after '--' go with files; with -p they come from the compile database");
  llvm::Expected<Inputs> inputs = fromDatabase(line.value(Opt::BuildDir));
  if (inputs && !line.operands.empty())
    if (llvm::Error error = choose(*inputs, line.operands))
      return error;
  return inputs;
}

} // namespace custody::cli
