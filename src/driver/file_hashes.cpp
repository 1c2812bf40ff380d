#include "driver/file_hashes.h"
#include "llvm/Support/MemoryBuffer.h"
#include <sys/stat.h>

namespace custody::driver {

std::optional<support::Hash> FileHashes::of(llvm::StringRef path) {
  Entry *entry;
  {
    std::lock_guard lock(mutex);
    std::unique_ptr<Entry> &slot = entries[path];
    if (!slot)
      slot = std::make_unique<Entry>();
    entry = slot.get();
  }
  std::call_once(entry->once, [&] {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (buffer)
      entry->hash = support::hashOf((*buffer)->getBuffer());
  });
  return entry->hash;
}

size_t FileHashes::filesRead() const {
  std::lock_guard lock(mutex);
  return entries.size();
}

bool changedSince(llvm::StringRef path, std::chrono::system_clock::time_point time) {
  struct stat status;
  if (stat(path.str().c_str(), &status) != 0)
    return true;
  auto changed = std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
  return changed >= time.time_since_epoch();
}

} // namespace custody::driver
