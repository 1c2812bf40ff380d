// What a unit read when it was compiled, each time it was compiled. A unit's arguments are known before it is parsed,
// the headers it will read are not; so the cache first looks up the arguments and finds a manifest: lists of files with
// the contents they had. The list whose files still have those contents names the result.
//
//   unit (arguments, directory, tool) ─▶ manifest ─▶ the first version that still holds ─▶ result
//
// Versions are newest first, and few: they pay when one switches between branches.
#pragma once

#include "support/hash.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace custody::driver {

struct FileVersion {
  std::string path;
  support::Hash content;

  bool operator==(const FileVersion &) const = default;
};

using FileVersions = std::vector<FileVersion>;

struct Manifest {
  static constexpr size_t MaxVersions = 8;
  std::vector<FileVersions> versions;

  void add(FileVersions version); // in front; the oldest give way
};

// The name of the result that belongs to one version.
support::Hash resultKey(const support::Hash &unit, const FileVersions &version);

// One line a file, a blank line after each version.
std::string printManifest(const Manifest &manifest);
std::optional<Manifest> parseManifest(llvm::StringRef text);

bool isManifestPath(llvm::StringRef path); // one that fits on a line

} // namespace custody::driver
