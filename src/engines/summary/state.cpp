#include "engines/summary/state.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using heap::Cell;
using heap::LocId;
using heap::Value;

static auto lowerBound(const std::vector<CellEntry> &cells, Cell cell) {
  return llvm::lower_bound(cells, cell, [](const CellEntry &entry, Cell c) { return entry.cell < c; });
}

const Value *State::find(Cell cell) const {
  auto at = lowerBound(cells, cell);
  return at != cells.end() && at->cell == cell ? &at->value : nullptr;
}

void State::set(Cell cell, Value value) {
  auto at = cells.begin() + (lowerBound(cells, cell) - cells.begin());
  if (at != cells.end() && at->cell == cell)
    at->value = value;
  else
    cells.insert(at, {cell, value});
}

void State::erase(Cell cell) {
  auto at = lowerBound(cells, cell);
  if (at != cells.end() && at->cell == cell)
    cells.erase(cells.begin() + (at - cells.begin()));
}

static std::pair<size_t, size_t> rangeOf(const std::vector<CellEntry> &cells, LocId loc) {
  auto begin = llvm::lower_bound(cells, loc, [](const CellEntry &entry, LocId l) { return entry.cell.loc < l; });
  auto end = begin;
  while (end != cells.end() && end->cell.loc == loc)
    ++end;
  return {begin - cells.begin(), end - cells.begin()};
}

llvm::ArrayRef<CellEntry> State::cellsOf(LocId loc) const {
  auto [begin, end] = rangeOf(cells, loc);
  return llvm::ArrayRef(cells).slice(begin, end - begin);
}

llvm::ArrayRef<CellEntry> State::elementsOf(LocId loc) const {
  auto begin = lowerBound(cells, {loc, heap::Offset::firstElement()});
  auto end = begin;
  while (end != cells.end() && end->cell.loc == loc)
    ++end;
  return llvm::ArrayRef(cells).slice(begin - cells.begin(), end - begin);
}

void State::eraseCellsOf(LocId loc) {
  auto [begin, end] = rangeOf(cells, loc);
  cells.erase(cells.begin() + begin, cells.begin() + end);
}

uint8_t State::statusOf(LocId loc) const {
  auto at = llvm::lower_bound(status, loc, [](const StatusEntry &entry, LocId l) { return entry.loc < l; });
  return at != status.end() && at->loc == loc ? at->bits : 0;
}

void State::setStatus(LocId loc, uint8_t bits) {
  auto at = llvm::lower_bound(status, loc, [](const StatusEntry &entry, LocId l) { return entry.loc < l; });
  bool isThere = at != status.end() && at->loc == loc;
  if (bits == 0) {
    if (isThere)
      status.erase(at);
  } else if (isThere) {
    at->bits = bits;
  } else {
    status.insert(at, {loc, bits});
  }
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
  for (const StatusEntry &entry : status)
    if (uint8_t bits = entry.bits & mask)
      add(uint64_t(entry.loc.index) << 8 | bits);
  return key;
}

} // namespace custody::engines::summary
