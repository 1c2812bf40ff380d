#include "cli/version.h"

namespace custody::cli {

llvm::StringRef version() {
  return CUSTODY_VERSION;
}

} // namespace custody::cli
