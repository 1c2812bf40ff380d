// Where Clang's own headers (stddef.h, stdarg.h, the intrinsics) are.
#pragma once

#include <string>

namespace custody::frontend {

// The resource directory of the Clang library this process runs; empty if there is none. $CUSTODY_RESOURCE_DIR wins.
std::string resourceDirectory();

// The directory that holds `clang` beside that resource directory: what the driver takes as its own place.
std::string driverDirectory();

} // namespace custody::frontend
