#include "cli/spec_files.h"
#include "specs/commands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

namespace custody::cli {

namespace fs = llvm::sys::fs;

static std::string besideExecutable(llvm::StringRef relative) {
  llvm::SmallString<256> executable("/proc/self/exe"), real;
  if (fs::real_path(executable, real))
    return "";
  llvm::sys::path::remove_filename(real);
  llvm::sys::path::append(real, relative);
  return fs::is_directory(real) ? real.str().str() : "";
}

std::string bundledSpecsDir() {
  if (const char *given = std::getenv("CUSTODY_SPECS_DIR"); given && *given)
    return given;
  for (llvm::StringRef place : {"specs", "../share/custody/specs"})
    if (std::string found = besideExecutable(place); !found.empty())
      return found;
  return "";
}

std::vector<std::string> sourceDirectories(const Inputs &inputs) {
  std::set<std::string> directories;
  for (const driver::UnitInput &unit : inputs.units) {
    llvm::SmallString<256> file(unit.command.file);
    fs::make_absolute(unit.command.directory, file);
    llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
    directories.insert(llvm::sys::path::parent_path(file).str());
  }
  return {directories.begin(), directories.end()};
}

static llvm::Error addBundled(specs::SpecStore &store) {
  std::string bundled = bundledSpecsDir();
  if (bundled.empty())
    return usage("the bundled specifications are not beside the program; say where with CUSTODY_SPECS_DIR, or go "
                 "without with --no-bundled-specs");
  return store.addDirectory(bundled, specs::Authority::Bundled);
}

// False if one of them is wrong.
static bool addUsers(specs::SpecStore &store, const std::vector<std::string> &files, const Console &console) {
  if (files.empty())
    return true;
  specs::CheckOutcome outcome = specs::checkSpecFiles(files, store);
  if (outcome.errors || outcome.warnings)
    console.err << outcome.text;
  if (outcome.errors)
    return false;
  for (const specs::SourceRef &source : outcome.sources)
    store.add(source, specs::Authority::User);
  return true;
}

std::unique_ptr<specs::SpecStore> loadSpecs(const CommandLine &line, llvm::ArrayRef<std::string> directories,
                                            const Console &console) {
  auto store = std::make_unique<specs::SpecStore>();
  if (!line.has(Opt::NoBundledSpecs))
    if (llvm::Error error = addBundled(*store)) {
      console.error(llvm::toString(std::move(error)));
      return nullptr;
    }
  std::vector<std::string> users = line.values(Opt::Spec);
  llvm::append_range(users, specs::findUserSpecs(directories));
  return addUsers(*store, users, console) ? std::move(store) : nullptr;
}

} // namespace custody::cli
