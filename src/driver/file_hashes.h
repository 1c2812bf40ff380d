// The content hash of every file that some unit read, computed once a run: a thousand units share their headers.
// Threads may ask for the same file at the same time; one of them reads it and the others wait.
#pragma once

#include "support/hash.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

namespace custody::driver {

class FileHashes {
public:
  std::optional<support::Hash> of(llvm::StringRef path); // none if it cannot be read

  size_t filesRead() const;

private:
  struct Entry {
    std::once_flag once;
    std::optional<support::Hash> hash;
  };

  mutable std::mutex mutex; // guards the map, not the entries
  llvm::StringMap<std::unique_ptr<Entry>> entries;
};

// Was the file made or changed at that time or later? Asks for the time of the last change of the inode, which nobody
// can set back, unlike the time of modification.
bool changedSince(llvm::StringRef path, std::chrono::system_clock::time_point time);

} // namespace custody::driver
