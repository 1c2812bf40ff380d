// Results that are kept between runs, by content: the heap IR of a unit under what the unit was made from, namely its
// compiler arguments, its directory, the tool's own build and the contents of every file that the parse read.
//
//   DIRECTORY/ab/cdef….manifest   which files a unit read (manifest.h)
//   DIRECTORY/ab/cdef….ir         the result
//   DIRECTORY/tmp/                files being written
//
// Nothing in it is trusted and nothing is needed. Files are sealed (support/sealed_file.h), so a damaged one is
// noticed, told in one line and made again. Several processes may share a directory: files are replaced as a whole, two
// writers of one result write the same bytes, and of two writers of a manifest one may lose its entry, which costs a
// parse. When the directory cannot be written (read-only, a full disk) that is told once, and the run goes on with what
// it can read.
//
// Two things could make a wrong result look right, and are excluded:
// - a file edited while the run is under way would be kept under the hash of one text and the result of another: a unit
//   is not kept if one of its files changed after the run began;
// - a changed tool: its build is part of the key.
// One is accepted, as compiler caches do: a new header that hides one further down the search path is not noticed until
// some file that was read changes.
#pragma once

#include "driver/file_hashes.h"
#include "driver/manifest.h"
#include "frontend/compile_command.h"
#include "support/sealed_file.h"
#include "llvm/ADT/ArrayRef.h"
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

namespace custody::driver {

// The identity of a unit before it is parsed. `arguments` are the adjusted ones, response files expanded.
support::Hash unitKey(const frontend::CompileCommand &command, const support::Hash &tool);

class Cache {
public:
  explicit Cache(std::string directory);

  struct Found {
    std::optional<support::SealedFile> result;
    std::string complaint; // one line: what was damaged; empty if nothing
  };

  Found find(const support::Hash &unit);
  void keep(const support::Hash &unit, llvm::ArrayRef<std::string> files, llvm::StringRef result);

  // Why results are not kept, in one line; empty while all is well.
  std::string trouble() const;

  llvm::StringRef directory() const { return root; }

private:
  bool stillHolds(const FileVersions &version);
  std::optional<FileVersions> versionOf(llvm::ArrayRef<std::string> files);
  std::string pathOf(const support::Hash &key, llvm::StringRef extension) const;
  bool write(llvm::StringRef path, llvm::StringRef tag, llvm::StringRef content);
  void giveUpWriting(llvm::Twine reason);
  void prepareDirectory();

  std::string root;
  std::string temporaryDir;
  std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
  FileHashes hashes;

  std::atomic<bool> writable = true;
  mutable std::mutex mutex; // guards `whyNot`
  std::string whyNot;
};

} // namespace custody::driver
