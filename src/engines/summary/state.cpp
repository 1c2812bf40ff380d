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

void State::replaceContents(size_t at, LocId loc, ContentsId before, ContentsId now) {
  noteChange(before, now);
  if (now == heap::ContentsTable::Nothing)
    objects.erase(objects.begin() + at);
  else if (before == heap::ContentsTable::Nothing)
    objects.insert(objects.begin() + at, {loc, now});
  else
    objects[at].contents = now;
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

void State::addLoss(const Loss &loss) {
  auto at = llvm::lower_bound(losses, loss);
  if (at == losses.end() || *at != loss)
    losses.insert(at, loss);
}

} // namespace custody::engines::summary
