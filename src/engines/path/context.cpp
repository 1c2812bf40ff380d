#include "engines/path/context.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::path {

uint32_t Cells::idOf(heap::Cell cell) {
  auto [known, isNew] = ids.try_emplace(key(cell), cells.size());
  if (isNew) {
    cells.push_back(cell);
    if (byLoc.size() <= cell.loc.index)
      byLoc.resize(cell.loc.index + 1);
    byLoc[cell.loc.index].push_back(known->second);
  }
  return known->second;
}

void Cells::notePointer(uint32_t id) {
  if (isPointer.size() <= id)
    isPointer.resize(cells.size());
  isPointer[id] = true;
}

llvm::ArrayRef<uint32_t> Cells::of(heap::LocId loc) const {
  return loc.index < byLoc.size() ? llvm::ArrayRef<uint32_t>(byLoc[loc.index]) : llvm::ArrayRef<uint32_t>();
}

Guard Context::entryNonNull(heap::Cell cell) {
  auto [known, isNew] = nonNulls.try_emplace(cells.idOf(cell));
  if (isNew) {
    known->second = terms.variable();
    entryUnknowns[*terms.unknownIndex(known->second)] = {cell, true};
  }
  return known->second;
}

Guard Context::entryIsGlobal(heap::Cell cell, program::ProgGlobalId global) {
  auto [known, isNew] = areGlobals.try_emplace({cells.idOf(cell), global.index});
  if (isNew) {
    known->second = terms.variable();
    entryUnknowns[*terms.unknownIndex(known->second)] = {cell, false, global};
  }
  return known->second;
}

Word Context::entryNumber(heap::Cell cell, unsigned width) {
  auto [known, isNew] = numbers.try_emplace({cells.idOf(cell), width});
  if (isNew) {
    known->second = terms.unknown(width);
    entryUnknowns[*terms.unknownIndex(known->second)] = {cell, false};
  }
  return known->second;
}

void Context::noteNamed(Guard nonNull) {
  named.insert(*terms.unknownIndex(nonNull));
}

void Context::noteTested(Guard nonNull) {
  tested.insert(*terms.unknownIndex(nonNull));
}

std::vector<Guard> Context::untestedPointers() const {
  std::vector<Guard> guards;
  for (const auto &[unknown, entry] : entryUnknowns)
    if (entry.isNonNull && !tested.contains(unknown))
      guards.push_back(terms.guardUnknown(unknown));
  llvm::sort(guards);
  return guards;
}

std::vector<Guard> Context::grantedPointers() const {
  std::vector<Guard> guards = untestedPointers();
  llvm::erase_if(guards, [&](Guard guard) { return !named.contains(*terms.unknownIndex(guard)); });
  for (const auto &[unknown, entry] : entryUnknowns) {
    const heap::Loc &loc = locs[entry.cell.loc];
    if (entry.isNonNull && loc.kind == heap::LocKind::Var && entry.cell.offset == heap::Offset() &&
        function.vars[loc.entity].kind == ir::VarKind::Param && given.isGiven(id, function.vars[loc.entity].index))
      guards.push_back(terms.guardUnknown(unknown));
  }
  llvm::sort(guards);
  guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
  return guards;
}

std::vector<Context::Alias> Context::aliasesOf(ir::VarId param) {
  std::vector<Alias> found;
  for (ir::VarId other : function.params) {
    if (other == param)
      break;
    if (function[other].type != function[param].type)
      continue;
    auto [known, isNew] = aliases.try_emplace({other.index, param.index});
    if (isNew)
      known->second = terms.variable();
    found.push_back({other, known->second});
  }
  return found;
}

Word Context::laterNumber(uint32_t cell, uint32_t epoch, unsigned width) {
  auto [known, isNew] = laters.try_emplace({(uint64_t(epoch) << 32) | cell, width});
  if (isNew)
    known->second = terms.unknown(width);
  return known->second;
}

} // namespace custody::engines::path
