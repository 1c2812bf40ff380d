// Clang as a library has no program path from which to find its headers, so they are sought from the shared library
// that is loaded. Distributions put that library either in LLVM's own prefix (PREFIX/lib/libclang-cpp.so) or in the
// system's library folder, with the prefix beside it (lib/TRIPLE/libclang-cpp.so and lib/llvm-19). Both are tried, then
// the place where the headers of an unversioned Clang stand. $CUSTODY_RESOURCE_DIR overrides all of it.
#include "frontend/toolchain.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>
#include <optional>
#include <vector>

namespace custody::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string clangLibrary() {
  Dl_info info;
  const auto *const anchor = reinterpret_cast<const void *>(&clang::getClangFullVersion);
  if (!dladdr(anchor, &info) || !info.dli_fname)
    return {};
  llvm::SmallString<256> real;
  if (fs::real_path(info.dli_fname, real))
    return info.dli_fname;
  return real.str().str();
}

static std::optional<std::string> resourcesBelow(llvm::StringRef libraryFolder) {
  llvm::SmallString<256> folder(libraryFolder);
  path::append(folder, "clang", CLANG_VERSION_MAJOR_STRING);
  llvm::SmallString<256> probe(folder);
  path::append(probe, "include", "stddef.h");
  llvm::SmallString<256> real; // distributions link lib/clang/19 to the prefix, where the driver would look first
  if (!fs::exists(probe) || fs::real_path(folder, real))
    return std::nullopt;
  return real.str().str();
}

static std::string findResources() {
  if (auto chosen = llvm::sys::Process::GetEnv("CUSTODY_RESOURCE_DIR"); chosen && !chosen->empty())
    return *chosen;
  const std::string versioned = "llvm-" CLANG_VERSION_MAJOR_STRING;
  llvm::SmallString<256> folder(clangLibrary());
  for (path::remove_filename(folder); !folder.empty() && path::has_relative_path(folder);
       path::remove_filename(folder)) {
    if (auto found = resourcesBelow(folder))
      return *found;
    llvm::SmallString<256> prefix(folder);
    path::append(prefix, versioned, "lib");
    if (auto found = resourcesBelow(prefix))
      return *found;
  }
  if (auto found = resourcesBelow("/usr/lib/" + versioned + "/lib"))
    return *found;
  return resourcesBelow("/usr/lib").value_or("");
}

std::string resourceDirectory() {
  static const std::string found = findResources();
  return found;
}

std::string driverDirectory() {
  llvm::SmallString<256> folder(resourceDirectory()); // PREFIX/lib/clang/19
  path::append(folder, "..", "..", "..", "bin");
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  return folder.str().str();
}

} // namespace custody::frontend
