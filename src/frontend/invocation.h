// From a compile command to a configured Clang.
#pragma once

#include "frontend/compile_command.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <memory>

namespace clang {
class CompilerInvocation;
class DiagnosticsEngine;
} // namespace clang

namespace llvm::vfs {
class FileSystem;
}

namespace custody::frontend {

// Null if Clang's driver finds nothing to compile; it has then told `engine` why.
std::unique_ptr<clang::CompilerInvocation> createInvocation(const CompileCommand &command,
                                                            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                            llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine);

} // namespace custody::frontend
