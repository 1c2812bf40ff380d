#pragma once

#include "llvm/ADT/StringRef.h"

namespace custody::cli {

llvm::StringRef version(); // "0.1.0"

} // namespace custody::cli
