#include "heap/value.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::heap {

namespace {

uint64_t hashOf(const Numbers &numbers) {
  int64_t ends[4] = {};
  for (unsigned i = 0; i < numbers.size(); ++i) {
    ends[2 * i] = numbers[i].lo;
    ends[2 * i + 1] = numbers[i].hi;
  }
  return hashOfBytes(ends, sizeof(ends)) ^ numbers.size();
}

uint64_t pairOf(uint32_t a, uint32_t b) {
  return uint64_t(a) << 32 | b;
}

} // namespace

ValueTable::ValueTable(const LocTable &locs) : locs(locs) {
  internSorted({});
  intern(Target{LocTable::foreign(), Offset::unknown()});
  for (const Numbers &numbers : {Numbers::none(), Numbers::all(), Numbers::exactly(0)})
    intern(numbers);
}

// Too many offsets of one object become "any element from the first on", and too many after that "somewhere in it",
// which has room for all others. Nothing leads back, so that a pointer that moves on and on comes to rest.
static void collapseOffsets(llvm::SmallVectorImpl<Target> &targets) {
  auto end = targets.begin();
  for (auto first = targets.begin(); first != targets.end();) {
    auto next = std::find_if(first, targets.end(), [&](const Target &target) { return target.loc != first->loc; });
    const bool hasElements = (next - 1)->offset.isAny(); // in the order of offsets: unknown, exact, elements
    if (first->offset.isUnknown() || (next - first > MaxOffsets && hasElements))
      *end++ = {first->loc, Offset::unknown()};
    else if (next - first > MaxOffsets)
      *end++ = {first->loc, first->offset.anyElement()};
    else
      end = std::copy(first, next, end);
    first = next;
  }
  targets.erase(end, targets.end());
}

void ValueTable::collapseInputs(llvm::SmallVectorImpl<Target> &targets) const {
  for (Target &target : targets)
    if (locs[target.loc].kind == LocKind::Input)
      target = {LocTable::foreign(), Offset::unknown()};
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
}

uint32_t ValueTable::intern(Target target) {
  const uint64_t key = pairOf(target.loc.index, target.offset.key());
  if (const uint32_t *known = recentSingles.find(key))
    return *known;
  auto [entry, isNew] = singles.try_emplace(key);
  if (isNew)
    entry->second = internSorted(target);
  return recentSingles.keep(key, entry->second);
}

uint32_t ValueTable::intern(llvm::ArrayRef<Target> given) {
  if (given.empty())
    return 0;
  if (given.size() == 1)
    return intern(given[0]);
  llvm::SmallVector<Target, 16> targets(given);
  if (!llvm::is_sorted(targets)) // as it mostly is
    std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  collapseOffsets(targets);
  if (targets.size() > MaxTargets)
    collapseInputs(targets);
  return targets.size() == 1 ? intern(targets[0]) : internSorted(targets);
}

uint32_t ValueTable::internSorted(llvm::ArrayRef<Target> targets) {
  static_assert(sizeof(Target) == 8); // no padding: hashed as bytes
  const uint32_t next = targetSets.size();
  const uint32_t id = targetIds.findOrAdd(hashOfBytes(targets.data(), targets.size() * sizeof(Target)), next,
                                          [&](uint32_t known) { return targetSets[known] == targets; });
  if (id == next) {
    const bool hasSites = llvm::any_of(targets, [&](Target t) { return locs[t.loc].kind == LocKind::Site; });
    const bool isVague = targets.size() > MaxFollowed || (targets.size() == 1 && targets[0].loc == LocTable::foreign());
    traits.push_back((hasSites ? HasSites : 0) | (targets.size() > MaxTargets ? IsWide : 0) | (isVague ? IsVague : 0));
    targetSets.push_back(targets.copy(storage));
  }
  return id;
}

uint32_t ValueTable::intern(const Numbers &numbers) {
  if (numberSets.size() > Zero) { // else these are being made
    if (numbers.isNone())
      return None;
    if (numbers.isAll())
      return All;
    if (numbers.isExactly(0))
      return Zero;
  }
  const uint32_t next = numberSets.size();
  const uint32_t id =
      numberIds.findOrAdd(hashOf(numbers), next, [&](uint32_t known) { return *numberSets[known] == numbers; });
  if (id == next)
    numberSets.push_back(new (storage) Numbers(numbers));
  return id;
}

uint32_t ValueTable::symbolOf(Cell cell) {
  auto [entry, isNew] = symbols.try_emplace(cell, symbolCells.size() + 1);
  if (isNew)
    symbolCells.push_back(cell);
  return entry->second;
}

Value ValueTable::make(llvm::ArrayRef<Target> targets, const Numbers &numbers) {
  return {intern(targets), intern(numbers), 0};
}

Value ValueTable::moved(Value address, Offset by) {
  if (by == Offset() || address.targets == 0)
    return address;
  const uint64_t question = pairOf(address.targets, by.key());
  if (const uint32_t *known = recentMoves.find(question))
    return {*known, address.numbers, address.symbol};
  auto [entry, isNew] = moves.try_emplace({address.targets, uint32_t(by.key())});
  if (isNew) {
    llvm::SmallVector<Target, 8> images;
    for (Target target : targets(address))
      images.push_back({target.loc, target.offset.plus(by)});
    entry->second = intern(images);
  }
  return {recentMoves.keep(question, entry->second), address.numbers, address.symbol};
}

uint32_t ValueTable::joinTargets(uint32_t a, uint32_t b) {
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  const uint64_t question = pairOf(a, b);
  if (const uint32_t *known = recentJoins.find(question))
    return *known;
  auto [entry, isNew] = targetJoins.try_emplace(std::minmax(a, b));
  if (isNew) {
    llvm::SmallVector<Target, 16> both;
    std::set_union(targetSets[a].begin(), targetSets[a].end(), targetSets[b].begin(), targetSets[b].end(),
                   std::back_inserter(both));
    entry->second = intern(both);
  }
  return recentJoins.keep(question, entry->second);
}

uint32_t ValueTable::joinNumbers(uint32_t a, uint32_t b) {
  if (a == b || b == None)
    return a;
  if (a == None)
    return b;
  const uint64_t question = pairOf(a, b);
  if (const uint32_t *known = recentNumberJoins.find(question))
    return *known;
  auto [entry, isNew] = numberJoins.try_emplace(std::minmax(a, b));
  if (isNew)
    entry->second = intern(numberSets[a]->join(*numberSets[b]));
  return recentNumberJoins.keep(question, entry->second);
}

Value ValueTable::joinBoth(Value a, Value b) {
  return {joinTargets(a.targets, b.targets), joinNumbers(a.numbers, b.numbers), a.symbol == b.symbol ? a.symbol : 0};
}

Value ValueTable::widen(Value before, Value now) {
  uint32_t numbers =
      before.numbers == now.numbers ? now.numbers : intern(numberSets[before.numbers]->widen(*numberSets[now.numbers]));
  return {joinTargets(before.targets, now.targets), numbers, before.symbol == now.symbol ? now.symbol : 0};
}

} // namespace custody::heap
