#include "engines/summary/state.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using heap::Cell;
using heap::LocId;
using heap::Value;

// In the order of cells.
static uint64_t keyOf(Cell cell) {
  return uint64_t(cell.loc.index) << 32 | (uint32_t(cell.offset.key()) ^ (1u << 31));
}

// The first entry from `first` on that is not before the cell. Without branches that nobody can foresee: this is where
// most of the time goes.
static size_t lowerBound(const std::vector<CellEntry> &cells, Cell cell, size_t first = 0) {
  const uint64_t key = keyOf(cell);
  const CellEntry *at = cells.data() + first;
  for (size_t count = cells.size() - first; count != 0;) {
    const size_t half = (count + 1) / 2;
    at += keyOf(at[half - 1].cell) < key ? half : 0;
    count -= half;
  }
  return at - cells.data();
}

// The same, where it is mostly one of the next few.
static size_t lowerBoundNear(const std::vector<CellEntry> &cells, Cell cell, size_t first) {
  constexpr size_t Near = 8;
  const uint64_t key = keyOf(cell);
  for (const size_t end = std::min(cells.size(), first + Near); first < end; ++first)
    if (keyOf(cells[first].cell) >= key)
      return first;
  return lowerBound(cells, cell, first);
}

static bool isAt(const std::vector<CellEntry> &cells, size_t index, Cell cell) {
  return index < cells.size() && cells[index].cell == cell;
}

const Value *State::find(Cell cell) const {
  const size_t at = lowerBound(cells, cell);
  return isAt(cells, at, cell) ? &cells[at].value : nullptr;
}

Value *State::find(Cell cell) {
  return const_cast<Value *>(std::as_const(*this).find(cell));
}

void State::set(Cell cell, Value value) {
  const size_t at = lowerBound(cells, cell);
  if (isAt(cells, at, cell))
    cells[at].value = value;
  else
    cells.insert(cells.begin() + at, {cell, value});
}

void State::erase(Cell cell) {
  if (const size_t at = lowerBound(cells, cell); isAt(cells, at, cell))
    cells.erase(cells.begin() + at);
}

llvm::ArrayRef<CellEntry> State::cellsOf(LocId loc) const {
  const size_t begin = lowerBound(cells, {loc, heap::Offset::unknown()}); // the least of all offsets
  size_t end = begin;
  while (end < cells.size() && cells[end].cell.loc == loc)
    ++end;
  return llvm::ArrayRef(cells).slice(begin, end - begin);
}

PlaceEntries State::entriesAt(Cell cell) const {
  PlaceEntries found;
  size_t at = lowerBound(cells, {cell.loc, heap::Offset::unknown()});
  auto isOfObject = [&](size_t index) { return index < cells.size() && cells[index].cell.loc == cell.loc; };
  if (!isOfObject(at))
    return found;
  if (cells[at].cell.offset.isUnknown())
    found.anywhere = &cells[at].value;
  at = lowerBoundNear(cells, cell, at);
  if (isAt(cells, at, cell))
    found.there = &cells[at].value;
  if (!isOfObject(at))
    return found;
  at = lowerBoundNear(cells, {cell.loc, heap::Offset::firstElement()}, at);
  size_t end = at;
  while (isOfObject(end))
    ++end;
  found.elements = llvm::ArrayRef(cells).slice(at, end - at);
  return found;
}

void State::eraseCellsOf(LocId loc) {
  const llvm::ArrayRef<CellEntry> gone = cellsOf(loc);
  const auto begin = cells.begin() + (gone.data() - cells.data());
  cells.erase(begin, begin + gone.size());
}

void State::addLoss(const Loss &loss) {
  auto at = llvm::lower_bound(losses, loss);
  if (at == losses.end() || *at != loss)
    losses.insert(at, loss);
}

uint64_t State::partition(bool withEscapes) const {
  uint64_t key = uint64_t(firstIteration.index) << 8 | uint64_t(unwinding);
  auto add = [&](uint64_t part) {
    key = (key ^ part) * 0x9E3779B97F4A7C15; // odd, its bits spread: no two keys fall together by a product
    key ^= key >> 32;
  };
  const uint8_t mask = Allocated | Freed | (withEscapes ? Escaped : 0);
  status.forEach(mask, [&](StatusEntry entry) { add(uint64_t(entry.loc.index) << 8 | (entry.bits & mask)); });
  return key;
}

} // namespace custody::engines::summary
