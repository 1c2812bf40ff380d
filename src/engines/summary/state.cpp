#include "engines/summary/state.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::summary {

using heap::Cell;
using heap::ContentsId;
using heap::FieldValue;
using heap::LocId;

void State::setContents(LocId loc, ContentsId id) {
  if (loc.index >= objects.size()) {
    if (id == heap::ContentsTable::Nothing)
      return;
    objects.resize(loc.index + 1);
  }
  ContentsId &object = objects[loc.index];
  if (object == id)
    return;
  changes |= ((object | id) & heap::HasSites ? ChangedMarks | MayBeDone : 0) | (id & heap::IsVague ? MayBeVague : 0);
  cellCount += (*contents)[id].size() - (*contents)[object].size();
  object = id;
  while (!objects.empty() && objects.back() == heap::ContentsTable::Nothing) // equal states have equal arrays
    objects.pop_back();
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

uint64_t State::withProgress(uint64_t fates) const {
  return llvm::hash_combine(fates, firstIteration.index, uint8_t(unwinding));
}

} // namespace custody::engines::summary
