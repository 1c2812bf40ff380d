#include "cli/spec_files.h"
#include "cli/console.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

llvm::Expected<std::unique_ptr<specs::SpecStore>> loadSpecs() {
  auto store = std::make_unique<specs::SpecStore>();
  std::string bundled = bundledSpecsDir();
  if (bundled.empty())
    return usage("the bundled specifications are not beside the program; say where with CUSTODY_SPECS_DIR");
  if (llvm::Error error = store->addDirectory(bundled, specs::Authority::Bundled))
    return error;
  llvm::SmallString<256> here;
  fs::current_path(here);
  for (const std::string &file : specs::findUserSpecs(here))
    if (llvm::Error error = store->addFile(file, specs::Authority::User))
      return error;
  return store;
}

} // namespace custody::cli
