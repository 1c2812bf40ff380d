#include "ir/strings.h"

namespace custody::ir {

StringTable::StringTable(const StringTable &other) {
  for (llvm::StringRef text : other.texts)
    intern(text);
}

StringTable &StringTable::operator=(const StringTable &other) {
  if (this != &other)
    *this = StringTable(other);
  return *this;
}

Sym StringTable::intern(llvm::StringRef text) {
  auto [entry, isNew] = indices.try_emplace(text, texts.size());
  if (isNew)
    texts.push_back(entry->getKey());
  return Sym(entry->second);
}

Sym StringTable::find(llvm::StringRef text) const {
  auto entry = indices.find(text);
  return entry == indices.end() ? Sym() : Sym(entry->second);
}

} // namespace custody::ir
