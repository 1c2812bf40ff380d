#include "frontend/system_headers.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::frontend {

static bool isInstalled(llvm::StringRef path) {
  return llvm::any_of(std::initializer_list<llvm::StringRef>{"/usr/include/", "/usr/lib/", "/usr/local/include/"},
                      [&](llvm::StringRef folder) { return path.starts_with(folder); });
}

bool isInSystemHeader(const clang::SourceManager &sources, clang::SourceLocation location) {
  return sources.isInSystemHeader(location) || isInstalled(sources.getFilename(sources.getExpansionLoc(location)));
}

} // namespace custody::frontend
