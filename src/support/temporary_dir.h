// A directory for one test, removed with all it holds.
#pragma once

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <string>

namespace custody::support {

class TemporaryDir {
public:
  explicit TemporaryDir(llvm::StringRef prefix) { llvm::sys::fs::createUniqueDirectory("custody-" + prefix, dir); }
  ~TemporaryDir() { llvm::sys::fs::remove_directories(dir); }
  TemporaryDir(const TemporaryDir &) = delete;
  TemporaryDir &operator=(const TemporaryDir &) = delete;

  std::string root() const { return dir.str().str(); }
  std::string path(llvm::StringRef name) const {
    llvm::SmallString<256> result(dir);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  bool empty() const {
    std::error_code code;
    return llvm::sys::fs::directory_iterator(dir, code) == llvm::sys::fs::directory_iterator();
  }

private:
  llvm::SmallString<128> dir;
};

} // namespace custody::support
