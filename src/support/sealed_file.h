// Files that are either whole or not there. A sealed file carries a tag (what kind of file, which version) and a
// checksum of its contents, and is written beside its place and then renamed. So a reader sees the old file or the new
// one and never half of it, whoever else writes at the same time and whenever a writer is killed; and what a disk or a
// stranger did to it is noticed.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace custody::support {

struct SealedFile {
  std::unique_ptr<llvm::MemoryBuffer> buffer; // owns the bytes
  llvm::StringRef content;
};

// What reading found.
enum class SealState {
  Whole,
  Absent,  // there is no such file
  Damaged, // truncated, altered, foreign or unreadable; `reason` says which
};

struct SealedRead {
  SealState state = SealState::Absent;
  SealedFile file;    // when Whole
  std::string reason; // when Damaged
};

SealedRead readSealed(llvm::StringRef path, llvm::StringRef tag);

// `temporaryDir` must be on the same file system as `path`. What a killed writer leaves behind is there and nowhere
// else.
llvm::Error writeSealed(llvm::StringRef path, llvm::StringRef temporaryDir, llvm::StringRef tag,
                        llvm::StringRef content);

} // namespace custody::support
