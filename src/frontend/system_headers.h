// Which headers are not the project's own.
//
// Clang takes what lies in its own search path for a system header, and what `-I` names for the user's. But most
// libraries are found by `-I`: pkg-config answers `-I/usr/include/python3.11`. What is installed is of the system,
// however it is found, so that models are believed before the inline functions there, and nothing is told about those.
#pragma once

#include "clang/Basic/SourceLocation.h"

namespace clang {
class SourceManager;
}

namespace custody::frontend {

bool isInSystemHeader(const clang::SourceManager &sources, clang::SourceLocation location);

} // namespace custody::frontend
