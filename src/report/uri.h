// Paths as URIs and back. What is not plain in a URI is written as %XX, colons too: a relative path must not look like
// it had a scheme.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace custody::report {

std::string uriOf(llvm::StringRef path);            // file:///… for an absolute path, else relative
std::string directoryUri(llvm::StringRef absolute); // ends with a slash
std::string pathOf(llvm::StringRef uri);            // of a file: URI or of a relative one

} // namespace custody::report
