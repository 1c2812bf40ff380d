#include "heap/location.h"

namespace custody::heap {

Offset Offset::at(int64_t bytes) {
  return bytes > -Limit && bytes < Limit ? Offset(int32_t(bytes)) : unknown();
}

Offset Offset::plus(int64_t bytes) const {
  if (isUnknown())
    return *this;
  Offset moved = at(int64_t(this->bytes()) + bytes);
  return isAny() ? moved.anyElement() : moved;
}

Offset Offset::index(std::optional<int64_t> i, int64_t stride) const {
  if (isUnknown() || isAny()) // an element of an element: the array's elements are one
    return *this;
  if (!i)
    return anyElement();
  if (stride != 0 && (*i > Limit / stride || *i < -Limit / stride))
    return anyElement();
  return at(bytes() + *i * stride);
}

Offset Offset::anyElement() const {
  return isUnknown() || isAny() ? *this : Offset(AnyBase + code);
}

Offset Offset::plus(Offset more) const {
  if (isUnknown() || more.isUnknown())
    return unknown();
  const Offset sum = plus(more.bytes());
  return more.isAny() ? sum.anyElement() : sum;
}

unsigned LocTable::KeyInfo::getHashValue(const Key &key) {
  using llvm::detail::combineHashValue;
  return combineHashValue(combineHashValue(unsigned(key.kind), key.a), combineHashValue(key.b, key.c));
}

LocId LocTable::append(const Loc &loc) {
  locs.push_back(loc);
  kinds.push_back(loc.kind);
  depths.push_back(loc.kind == LocKind::Input ? depthOf(loc.from.loc) + 1 : 0);
  siteBytes.push_back(loc.kind == LocKind::Site ? 0xff : 0);
  nearBytes.push_back(depths.back() <= MaxNear ? 0xff : 0);
  nearestBytes.push_back(depths.back() <= 1 ? 0xff : 0);
  return LocId(locs.size() - 1);
}

LocId LocTable::add(const Loc &loc, const Key &key) {
  auto [entry, isNew] = ids.try_emplace(key, locs.size());
  return isNew ? append(loc) : LocId(entry->second);
}

LocId LocTable::var(ir::VarId id) {
  if (id.index >= varIds.size())
    varIds.resize(id.index + 1);
  uint32_t &known = varIds[id.index];
  if (known == 0)
    known = add({.kind = LocKind::Var, .entity = id.index}, {LocKind::Var, id.index, 0, 0}).index;
  return LocId(known);
}

LocId LocTable::global(program::ProgGlobalId id) {
  return add({.kind = LocKind::Global, .entity = id.index}, {LocKind::Global, id.index, 0, 0});
}

LocId LocTable::frame(ir::StmtId id) {
  return add({.kind = LocKind::Frame, .entity = id.index}, {LocKind::Frame, id.index, 0, 0});
}

LocId LocTable::site(ir::StmtId id, uint32_t node, bool isOlder) {
  return add({.kind = LocKind::Site, .isMany = isOlder, .entity = id.index, .node = node},
             {LocKind::Site, id.index, node, isOlder});
}

LocId LocTable::findInput(Cell from) const {
  auto entry = inputIds.find(inputKey(from));
  return entry == inputIds.end() ? LocId() : LocId(entry->second);
}

LocId LocTable::input(Cell from, ir::StmtId at) {
  if (LocId known = findInput(from))
    return known;
  // The k-bound: the last of a chain that one statement makes points to itself. Chains that several statements make in
  // turn are bounded too, or walks over trees would name every path.
  unsigned depth = 0, length = 0;
  for (LocId up = from.loc; locs[up.index].kind == LocKind::Input; up = locs[up.index].from.loc, ++length)
    depth += locs[up.index].madeAt == at;
  if (depth >= bound || length > bound) {
    LocId last = from.loc;
    while (depth >= bound && locs[last.index].madeAt != at)
      last = locs[last.index].from.loc;
    locs[last.index].isMany = true;
    inputIds[inputKey(from)] = last.index;
    return last;
  }
  if (inputCount >= (length < 2 ? MaxInputs : maxFarInputs)) {
    isLacking = true;
    return foreign();
  }
  ++inputCount;
  bool isMany = !from.offset.isExact() || locs[from.loc.index].isMany;
  const LocId made = append({.kind = LocKind::Input, .isMany = isMany, .from = from, .madeAt = at});
  inputIds[inputKey(from)] = made.index;
  return made;
}

} // namespace custody::heap
