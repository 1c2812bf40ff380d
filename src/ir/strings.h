// Interned strings of a module. Symbols are numbered in the order of their first use, so that two runs agree.
#pragma once

#include "ir/ids.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace custody::ir {

class StringTable {
public:
  StringTable() = default;
  StringTable(const StringTable &other);
  StringTable &operator=(const StringTable &other);
  StringTable(StringTable &&) noexcept = default; // else a growing vector of modules copies them
  StringTable &operator=(StringTable &&) noexcept = default;

  Sym intern(llvm::StringRef text);
  Sym find(llvm::StringRef text) const; // none if it was never interned
  llvm::StringRef operator[](Sym sym) const { return texts[sym.index]; }
  uint32_t size() const { return texts.size(); }

  bool operator==(const StringTable &other) const { return texts == other.texts; }

private:
  llvm::StringMap<uint32_t> indices; // owns the characters
  std::vector<llvm::StringRef> texts;
};

} // namespace custody::ir
