// Ids for values that are equal by content: the same content has the same id, ids count from 0.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/xxhash.h"
#include <vector>

namespace custody::heap {

inline uint64_t hashOfBytes(const void *data, size_t size) {
  return llvm::xxh3_64bits(llvm::ArrayRef(static_cast<const uint8_t *>(data), size)) >> 2; // below the table's marks
}

// The contents themselves are kept by whoever uses this, by id.
class InternedIds {
public:
  // The id of an equal entry, or `next`, which is then the id of the new one.
  template <class IsEqual>
  uint32_t findOrAdd(uint64_t hash, uint32_t next, IsEqual isEqual) {
    auto [entry, isNew] = latest.try_emplace(hash, next);
    for (uint32_t id = isNew ? None : entry->second; id != None; id = others[id])
      if (isEqual(id))
        return id;
    others.push_back(isNew ? None : entry->second);
    entry->second = next;
    return next;
  }

private:
  static constexpr uint32_t None = ~0u;
  llvm::DenseMap<uint64_t, uint32_t> latest; // by hash
  std::vector<uint32_t> others;              // by id: the one before it of the same hash
};

} // namespace custody::heap
