#include "engines/summary/state.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using heap::Cell;
using heap::ContentsId;
using heap::FieldValue;
using heap::LocId;

// Without branches that nobody can foresee: this is asked more often than anything else.
size_t State::searchPosition(LocId loc) const {
  const ObjectEntry *at = objects.data();
  for (size_t count = objects.size(); count != 0;) {
    const size_t half = (count + 1) / 2;
    at += at[half - 1].loc < loc ? half : 0;
    count -= half;
  }
  return at - objects.data();
}

void State::setContents(LocId loc, ContentsId id) {
  const size_t at = positionOf(loc);
  const ContentsId before = isAt(at, loc) ? objects[at].contents : heap::ContentsTable::Nothing;
  if (before == id)
    return;
  noteChange(before, id);
  if (id == heap::ContentsTable::Nothing)
    objects.erase(objects.begin() + at);
  else if (before == heap::ContentsTable::Nothing)
    objects.insert(objects.begin() + at, {loc, id});
  else
    objects[at].contents = id;
}

std::vector<CellEntry> State::cells() const {
  std::vector<CellEntry> all;
  all.reserve(cellCount);
  forEachObject([&](LocId loc, ContentsId id) {
    for (const FieldValue &field : (*contents)[id])
      all.push_back({{loc, field.offset}, field.value});
  });
  return all;
}

PlaceEntries State::entriesAt(Cell cell) const {
  PlaceEntries found;
  const llvm::ArrayRef<FieldValue> fields = cellsOf(cell.loc);
  if (fields.empty())
    return found;
  if (fields[0].offset.isUnknown()) // the least of all offsets
    found.anywhere = &fields[0].value;
  const size_t at = lowerBound(fields, cell.offset);
  if (at < fields.size() && fields[at].offset == cell.offset)
    found.there = &fields[at].value;
  if (fields.back().offset.isAny())
    found.elements = fields.drop_front(lowerBound(fields, heap::Offset::firstElement()));
  return found;
}

void State::addLoss(const Loss &loss) {
  auto at = llvm::lower_bound(losses, loss);
  if (at == losses.end() || *at != loss)
    losses.insert(at, loss);
}

} // namespace custody::engines::summary
