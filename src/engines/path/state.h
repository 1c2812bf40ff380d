// The memory of a function on the ways that lead to one point: the environment of the paper, with its attributes.
//
// A cell without an entry holds what it held on entry, or nothing anybody knows. An object's entry at an unknown offset
// is what all cells without an entry of their own hold: zero after calloc, anything after others could write there.
//
// Of the elements of an array, whose cells are one, those that were looked at or written last are known apart:
//
//     if (!a[i]) a[i] = make();       a[i] is not null, whatever the others are
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
  PersistentMap elements;   // number of an element that is known to number of a value
  uint32_t epoch = 0;       // 0: globals without an entry are as they were; else since which call nobody knows
};

// An element of an array by its index.
struct ArrayElement {
  uint32_t cell; // number of the cell that is any of them
  Word index;
};

// Numbers for elements, and which there are in the array of a cell.
class Elements {
public:
  uint32_t idOf(ArrayElement element) {
    auto [id, isNew] = ids.try_emplace({element.cell, element.index.id}, elements.size());
    if (isNew) {
      elements.push_back(element);
      byCell[element.cell].push_back(id->second);
    }
    return id->second;
  }
  const ArrayElement &operator[](uint32_t id) const { return elements[id]; }
  llvm::ArrayRef<uint32_t> of(uint32_t cell) const {
    const auto known = byCell.find(cell);
    return known == byCell.end() ? llvm::ArrayRef<uint32_t>() : known->second;
  }

private:
  std::vector<ArrayElement> elements;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> ids;
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 4>> byCell;
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
