// The memory of a function on the ways that lead to one point: the environment of the paper, with its attributes.
//
// A cell without an entry holds what it held on entry, or nothing anybody knows. An object's entry at an unknown offset
// is what all cells without an entry of their own hold: zero after calloc, anything after others could write there.
#pragma once

#include "engines/path/value.h"
#include "support/persistent_map.h"

namespace custody::engines::path {

using support::PersistentMap;

// What is said of an object, each a condition.
enum class Attribute : uint8_t {
  Valid,       // this function or one that it called allocated it
  Freed,       // perhaps
  SurelyFreed, // no doubt
  Escaped,     // somebody else can reach it
};

struct State {
  PathId path = Paths::entry();
  PersistentMap cells;      // number of a cell to number of a value
  PersistentMap attributes; // four to a location
  uint32_t epoch = 0;       // 0: globals without an entry are as they were; else since which call nobody knows
};

// Numbers for cells, and which cells an object has.
class Cells {
public:
  uint32_t idOf(heap::Cell cell);
  heap::Cell operator[](uint32_t id) const { return cells[id]; }
  llvm::ArrayRef<uint32_t> of(heap::LocId loc) const; // that anybody spoke of, oldest first
  bool isKnown(heap::Cell cell) const { return ids.contains(key(cell)); }
  // Somebody reads or writes a pointer there. The null in such a cell is not the number 0.
  void notePointer(uint32_t id);
  bool holdsPointer(uint32_t id) const { return id < isPointer.size() && isPointer[id]; }

private:
  using Key = std::pair<uint32_t, int64_t>;
  static Key key(heap::Cell cell) {
    return {cell.loc.index,
            cell.offset.isUnknown() ? INT64_MIN + 2 : int64_t(cell.offset.bytes()) * 2 + cell.offset.isAny()};
  }

  std::vector<heap::Cell> cells;
  std::vector<bool> isPointer; // by cell
  std::vector<llvm::SmallVector<uint32_t, 4>> byLoc;
  llvm::DenseMap<Key, uint32_t> ids;
};

} // namespace custody::engines::path
