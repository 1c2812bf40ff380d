#include "driver/cache.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace custody::driver {

namespace {

namespace fs = llvm::sys::fs;

constexpr llvm::StringLiteral ManifestTag = "custody manifest 1";
constexpr llvm::StringLiteral ResultTag = "custody result 1";
constexpr auto TemporaryLifetime = std::chrono::hours(24);

// Clang's driver reads these beside its arguments.
constexpr const char *CompilerEnvironment[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "GCC_EXEC_PREFIX",
                                               "COMPILER_PATH"};

std::string joined(llvm::StringRef directory, llvm::Twine name) {
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

// A writer that was killed left its file behind. A living writer needs its own for a moment only.
void removeOldTemporaries(llvm::StringRef directory) {
  std::error_code code;
  auto now = std::chrono::system_clock::now();
  for (fs::directory_iterator it(directory, code), end; it != end && !code; it.increment(code)) {
    fs::file_status status;
    if (!fs::status(it->path(), status) && now - status.getLastModificationTime() > TemporaryLifetime)
      fs::remove(it->path());
  }
}

// Keeps the cache out of version control wherever it stands.
void ignoreInGit(llvm::StringRef directory) {
  std::string path = joined(directory, ".gitignore");
  if (fs::exists(path))
    return;
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (!code)
    out << "*\n";
  out.clear_error();
}

std::string damaged(llvm::StringRef path, llvm::StringRef reason) {
  return ("cache file " + path + " is damaged (" + reason + "); it is made again").str();
}

} // namespace

support::Hash unitKey(const frontend::CompileCommand &command, const support::Hash &tool) {
  support::Hasher hasher;
  hasher.add(tool).add(command.directory).add(command.file);
  for (const std::string &argument : command.arguments)
    hasher.add(argument);
  hasher.add("environment");
  for (const char *name : CompilerEnvironment)
    if (const char *value = std::getenv(name))
      hasher.add(name).add(value);
  return hasher.finish();
}

Cache::Cache(std::string directory) : root(std::move(directory)), temporaryDir(joined(root, "tmp")) {
  prepareDirectory();
}

void Cache::prepareDirectory() {
  if (std::error_code code = fs::create_directories(temporaryDir))
    return giveUpWriting(root + ": " + code.message());
  if (fs::access(temporaryDir, fs::AccessMode::Write))
    return giveUpWriting(root + ": not writable");
  removeOldTemporaries(temporaryDir);
  ignoreInGit(root);
}

Cache::Found Cache::find(const support::Hash &unit) {
  std::string manifestPath = pathOf(unit, "manifest");
  support::SealedRead read = support::readSealed(manifestPath, ManifestTag);
  if (read.state == support::SealState::Absent)
    return {};
  if (read.state == support::SealState::Damaged)
    return {std::nullopt, damaged(manifestPath, read.reason)};
  std::optional<Manifest> manifest = parseManifest(read.file.content);
  if (!manifest)
    return {std::nullopt, damaged(manifestPath, "it is no manifest")};

  for (const FileVersions &version : manifest->versions) {
    if (!stillHolds(version))
      continue;
    std::string resultPath = pathOf(resultKey(unit, version), "ir");
    support::SealedRead result = support::readSealed(resultPath, ResultTag);
    if (result.state == support::SealState::Whole)
      return {std::move(result.file), {}};
    if (result.state == support::SealState::Damaged)
      return {std::nullopt, damaged(resultPath, result.reason)};
  }
  return {};
}

void Cache::keep(const support::Hash &unit, llvm::ArrayRef<std::string> files, llvm::StringRef result) {
  if (!writable)
    return;
  std::optional<FileVersions> version = versionOf(files);
  if (!version)
    return;
  // First the result, then what leads to it: no manifest ever promises what is not there.
  if (!write(pathOf(resultKey(unit, *version), "ir"), ResultTag, result))
    return;

  std::string manifestPath = pathOf(unit, "manifest");
  Manifest manifest;
  support::SealedRead read = support::readSealed(manifestPath, ManifestTag);
  if (read.state == support::SealState::Whole)
    manifest = parseManifest(read.file.content).value_or(Manifest());
  manifest.add(std::move(*version));
  write(manifestPath, ManifestTag, printManifest(manifest));
}

std::string Cache::trouble() const {
  std::lock_guard lock(mutex);
  return whyNot;
}

bool Cache::stillHolds(const FileVersions &version) {
  for (const FileVersion &file : version)
    if (hashes.of(file.path) != file.content)
      return false;
  return true;
}

// None if the unit should not be kept: a file is gone, or was edited under the parser's eyes.
std::optional<FileVersions> Cache::versionOf(llvm::ArrayRef<std::string> files) {
  FileVersions version;
  for (const std::string &path : files) {
    if (!isManifestPath(path) || changedSince(path, started))
      return std::nullopt;
    std::optional<support::Hash> content = hashes.of(path);
    if (!content)
      return std::nullopt;
    version.push_back({path, *content});
  }
  return version;
}

// 256 folders keep each one small.
std::string Cache::pathOf(const support::Hash &key, llvm::StringRef extension) const {
  std::string hex = support::toHex(key);
  llvm::StringRef name = hex;
  return joined(root, name.take_front(2) + "/" + name.drop_front(2) + "." + extension);
}

bool Cache::write(llvm::StringRef path, llvm::StringRef tag, llvm::StringRef content) {
  std::error_code code = fs::create_directory(llvm::sys::path::parent_path(path));
  if (code) {
    giveUpWriting(llvm::sys::path::parent_path(path) + ": " + code.message());
    return false;
  }
  if (llvm::Error error = support::writeSealed(path, temporaryDir, tag, content)) {
    giveUpWriting(llvm::toString(std::move(error)));
    return false;
  }
  return true;
}

// The first reason is the one to tell.
void Cache::giveUpWriting(llvm::Twine reason) {
  std::lock_guard lock(mutex);
  writable = false;
  if (whyNot.empty())
    whyNot = ("results are not kept for the next run: " + reason).str();
}

} // namespace custody::driver
