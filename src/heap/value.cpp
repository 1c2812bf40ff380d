#include "heap/value.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::heap {

ValueTable::ValueTable(const LocTable &locs) : locs(locs) {
  intern(std::vector<Target>());
  intern(Numbers::none());
}

// Too many offsets of one object become "any element from the first on".
static void collapseOffsets(std::vector<Target> &targets) {
  for (size_t i = 0; i < targets.size();) {
    size_t end = i;
    while (end < targets.size() && targets[end].loc == targets[i].loc)
      ++end;
    if (end - i > MaxOffsets) {
      bool isUnknown = llvm::any_of(llvm::ArrayRef(targets).slice(i, end - i),
                                    [](const Target &target) { return target.offset.isUnknown(); });
      targets[i].offset = isUnknown ? Offset::unknown() : targets[i].offset.anyElement();
      targets.erase(targets.begin() + i + 1, targets.begin() + end);
      end = i + 1;
    }
    i = end;
  }
}

void ValueTable::collapseInputs(std::vector<Target> &targets) const {
  for (Target &target : targets)
    if (locs[target.loc].kind == LocKind::Input)
      target = {LocTable::foreign(), Offset::unknown()};
  llvm::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
}

uint32_t ValueTable::intern(std::vector<Target> targets) {
  llvm::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  if (targets.size() > MaxOffsets)
    collapseOffsets(targets);
  if (targets.size() > MaxTargets)
    collapseInputs(targets);
  uint64_t hash = targets.size();
  for (const Target &target : targets)
    hash = llvm::hash_combine(hash, target.loc.index, target.offset.isUnknown() ? 0 : target.offset.bytes(),
                              target.offset.isAny());
  auto &bucket = targetIds[hash & ~(uint64_t(3) << 62)];
  for (uint32_t id : bucket)
    if (targetSets[id] == targets)
      return id;
  withSites.push_back(llvm::any_of(targets, [&](Target t) { return locs[t.loc].kind == LocKind::Site; }));
  targetSets.push_back(std::move(targets));
  bucket.push_back(targetSets.size() - 1);
  return targetSets.size() - 1;
}

uint32_t ValueTable::intern(const Numbers &numbers) {
  uint64_t hash = numbers.size();
  for (unsigned i = 0; i < numbers.size(); ++i)
    hash = llvm::hash_combine(hash, numbers[i].lo, numbers[i].hi);
  auto &bucket = numberIds[hash & ~(uint64_t(3) << 62)];
  for (uint32_t id : bucket)
    if (numberSets[id] == numbers)
      return id;
  numberSets.push_back(numbers);
  bucket.push_back(numberSets.size() - 1);
  return numberSets.size() - 1;
}

uint32_t ValueTable::symbolOf(Cell cell) {
  auto [entry, isNew] = symbols.try_emplace(cell, symbolCells.size() + 1);
  if (isNew)
    symbolCells.push_back(cell);
  return entry->second;
}

Value ValueTable::make(std::vector<Target> targets, const Numbers &numbers) {
  return {intern(std::move(targets)), intern(numbers), 0};
}

uint32_t ValueTable::joinTargets(uint32_t a, uint32_t b) {
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  auto key = std::minmax(a, b);
  if (auto known = joins.find(key); known != joins.end())
    return known->second;
  std::vector<Target> both = targetSets[a];
  both.insert(both.end(), targetSets[b].begin(), targetSets[b].end());
  uint32_t result = intern(std::move(both));
  joins[key] = result;
  return result;
}

Value ValueTable::join(Value a, Value b) {
  if (a == b || b.isBottom())
    return a;
  if (a.isBottom())
    return b;
  uint32_t numbers = a.numbers == b.numbers ? a.numbers : intern(numberSets[a.numbers].join(numberSets[b.numbers]));
  return {joinTargets(a.targets, b.targets), numbers, a.symbol == b.symbol ? a.symbol : 0};
}

Value ValueTable::widen(Value before, Value now) {
  uint32_t numbers =
      before.numbers == now.numbers ? now.numbers : intern(numberSets[before.numbers].widen(numberSets[now.numbers]));
  return {joinTargets(before.targets, now.targets), numbers, before.symbol == now.symbol ? now.symbol : 0};
}

} // namespace custody::heap
