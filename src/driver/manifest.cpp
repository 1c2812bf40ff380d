#include "driver/manifest.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::driver {

void Manifest::add(FileVersions version) {
  llvm::erase(versions, version);
  versions.insert(versions.begin(), std::move(version));
  if (versions.size() > MaxVersions)
    versions.resize(MaxVersions);
}

support::Hash resultKey(const support::Hash &unit, const FileVersions &version) {
  support::Hasher hasher;
  hasher.add(unit);
  for (const FileVersion &file : version)
    hasher.add(file.path).add(file.content);
  return hasher.finish();
}

std::string printManifest(const Manifest &manifest) {
  std::string text;
  for (const FileVersions &version : manifest.versions) {
    for (const FileVersion &file : version)
      text += support::toHex(file.content) + " " + file.path + "\n";
    text += "\n";
  }
  return text;
}

std::optional<Manifest> parseManifest(llvm::StringRef text) {
  Manifest manifest;
  FileVersions version;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.empty()) {
      manifest.versions.push_back(std::exchange(version, {}));
      continue;
    }
    auto [hex, path] = line.split(' ');
    std::optional<support::Hash> content = support::hashFromHex(hex);
    if (!content || path.empty())
      return std::nullopt;
    version.push_back({path.str(), *content});
  }
  if (!version.empty())
    return std::nullopt;
  return manifest;
}

bool isManifestPath(llvm::StringRef path) {
  return !path.empty() && !path.contains('\n');
}

} // namespace custody::driver
