// Queries. They walk over an expression as points_to_builder.cpp does, but over the solution: no node was kept for an
// expression, only for what memory holds.
#include "program/points_to.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::program {

using namespace ir;

uint32_t PointsTo::objectOf(RegionId id) const {
  uint32_t index = id.index();
  return index < regionTable.size() ? regionTable[index].object : index - regionTable.size();
}

std::optional<uint32_t> PointsTo::offset(RegionId id) const {
  uint32_t index = id.index();
  bool isOffset = index < regionTable.size() && !isDividedByField[regionTable[index].object];
  return isOffset ? std::optional(regionTable[index].offset) : std::nullopt;
}

RegionId PointsTo::regionOf(uint32_t object, std::optional<int64_t> cell) const {
  uint32_t index = regionTable.size() + object;
  auto first = regionTable.begin() + firstRegion[object], last = regionTable.begin() + firstRegion[object + 1];
  if (cell) {
    auto found = std::lower_bound(first, last, *cell, [](const Region &r, int64_t want) { return r.offset < want; });
    if (found != last && found->offset == *cell)
      index = found - regionTable.begin();
  }
  return RegionId::of(index, objectEscaped[object]);
}

RegionId PointsTo::regionAt(uint32_t object, int64_t at) const {
  if (isDividedByField[object])
    return regionOf(object, FieldKeys::Scalar);
  return regionOf(object, layouts->normalise(objects[object].type, at));
}

void PointsTo::addAll(uint32_t object, llvm::SmallVector<RegionId, 4> &out) const {
  for (uint32_t r = firstRegion[object]; r < firstRegion[object + 1]; ++r)
    out.push_back(RegionId::of(r, objectEscaped[object]));
  out.push_back(RegionId::of(regionTable.size() + object, objectEscaped[object]));
}

RegionId PointsTo::region(ProgGlobalId global, int64_t at) const {
  return regionAt(objectOf(global), at);
}

RegionId PointsTo::region(ProgFuncId function, VarId var, int64_t at) const {
  return regionAt(varBase[function.index] + var.index, at);
}

std::vector<RegionId> PointsTo::regionsOfGlobal(ProgGlobalId global) const {
  llvm::SmallVector<RegionId, 4> result;
  addAll(objectOf(global), result);
  return {result.begin(), result.end()};
}

bool PointsTo::isEscaped(ProgGlobalId global) const {
  return objectEscaped[objectOf(global)];
}

bool PointsTo::isEscaped(ProgFuncId function) const {
  return objectEscaped[1 + program->numGlobals() + function.index];
}

bool PointsTo::isAddressTaken(ProgFuncId function) const {
  return addressTaken[function.index];
}

RegionSet PointsTo::contents(const RegionSet &regions) const {
  RegionSet result;
  for (RegionId id : regions)
    if (id.isEscaped())
      result.add(RegionId::external());
    else if (id.index() < regionTable.size())
      result.add(setTable[regionTable[id.index()].contents]);
  return result;
}

RegionSet PointsTo::spread(const RegionSet &regions, uint64_t size) const {
  llvm::SmallVector<RegionId, 4> ids;
  std::optional<uint32_t> lastWhole;
  for (RegionId id : regions) {
    uint32_t object = objectOf(id);
    // The regions of an object stand together in a set: a whole object once is enough.
    if (lastWhole == object && !id.isExternal())
      continue;
    int64_t start = offset(id).value_or(0);
    // A whole object, or more than one: from the beginning.
    ProgTypeId type = objects[object].type;
    bool isAll = size == 0 || isDividedByField[object] || !type || start + size > program->types()[type].size;
    if (isAll)
      lastWhole = object;
    for (uint32_t r = firstRegion[object]; r < firstRegion[object + 1]; ++r) {
      int64_t at = regionTable[r].offset;
      if (isAll || (start <= at && at < start + int64_t(size)))
        ids.push_back(RegionId::of(r, objectEscaped[object]));
    }
    ids.push_back(RegionId::of(regionTable.size() + object, objectEscaped[object]));
    if (id.isExternal())
      ids.push_back(id);
  }
  return RegionSet::from(std::move(ids));
}

// In memory divided by field, a pointer stays what it is: only an access tells the field.
RegionSet PointsTo::shifted(const RegionSet &regions, int64_t distance) const {
  if (distance == 0)
    return regions;
  llvm::SmallVector<RegionId, 4> ids;
  for (RegionId id : regions) {
    uint32_t object = objectOf(id);
    if (isDividedByField[object])
      ids.push_back(id);
    else if (std::optional<uint32_t> at = offset(id))
      ids.push_back(regionAt(object, *at + distance));
    else
      addAll(object, ids);
  }
  return RegionSet::from(std::move(ids));
}

// The regions of a place whose root a pointer to these designates.
RegionSet PointsTo::accessed(const RegionSet &regions, const PlacePath &path) const {
  llvm::SmallVector<RegionId, 4> ids;
  for (RegionId id : regions) {
    uint32_t object = objectOf(id);
    std::optional<uint32_t> at = offset(id);
    bool isField = isDividedByField[object] && keys->find(path.seenAs, path.inSeen) == FieldKeys::Scalar;
    if (id.isExternal() || (isField && regionOf(object, FieldKeys::Scalar) != id))
      ids.push_back(id);
    else if (isDividedByField[object])
      addAccessed(object, path, ids);
    else if (at)
      ids.push_back(regionAt(object, *at + path.offset));
    else if (path.offset != 0)
      addAll(object, ids);
    else
      ids.push_back(id);
  }
  return RegionSet::from(std::move(ids));
}

// Bytes may be those of any field.
void PointsTo::addAccessed(uint32_t object, const PlacePath &path, llvm::SmallVector<RegionId, 4> &out) const {
  if (!isDividedByField[object])
    out.push_back(regionAt(object, path.offset));
  else if (isRaw(program->types(), path.seenAs))
    addAll(object, out);
  else
    out.push_back(regionOf(object, keys->find(path.seenAs, path.inSeen)));
}

RegionSet PointsTo::pt(ProgFuncId in, ExprId value) const {
  return evalValue(in, program->function(in), value);
}

RegionSet PointsTo::regionsOf(ProgFuncId in, ExprId place) const {
  return evalPlace(in, program->function(in), place);
}

RegionSet PointsTo::evalPlace(ProgFuncId in, const Function &function, ExprId place) const {
  if (!place)
    return {};
  PlacePath path = pathOf(*program, in, place);
  const Expr &root = function[path.root];
  if (root.kind == ExprKind::Deref)
    return accessed(evalValue(in, function, root.a), path);
  llvm::SmallVector<RegionId, 4> ids;
  if (root.kind == ExprKind::Var)
    addAccessed(varBase[in.index] + root.var().index, path, ids);
  else if (root.kind == ExprKind::Global)
    for (ProgGlobalId target : program->resolve(in, root.global()))
      addAccessed(objectOf(target), path, ids);
  return RegionSet::from(std::move(ids));
}

RegionSet PointsTo::evalValue(ProgFuncId in, const Function &function, ExprId value) const {
  if (!value)
    return {};
  const Expr &e = function[value];
  auto join = [&](ExprId a, ExprId b) {
    RegionSet result = evalValue(in, function, a);
    result.add(evalValue(in, function, b));
    return result;
  };
  switch (e.kind) {
  case ExprKind::FuncAddr: {
    RegionSet result;
    for (ProgFuncId target : program->resolve(in, e.func()))
      result.add(regionAt(1 + program->numGlobals() + target.index, 0));
    return result;
  }
  case ExprKind::Load:
    return contents(evalPlace(in, function, e.a));
  case ExprKind::AddrOf:
    return evalPlace(in, function, e.a);
  case ExprKind::Unary:
    return evalValue(in, function, e.a);
  case ExprKind::Binary: {
    bool isMove = e.op == Op::Add || e.op == Op::Sub;
    if (isMove && function[e.b].kind == ExprKind::Int)
      return shifted(evalValue(in, function, e.a), movement(e.op, function[e.b].imm));
    if (isMove || e.op == Op::And || e.op == Op::Or || e.op == Op::Xor)
      return join(e.a, e.b);
    return {};
  }
  case ExprKind::Cast:
    return e.op == Op::Trunc || e.op == Op::FloatCast ? RegionSet() : evalValue(in, function, e.a);
  case ExprKind::Select:
    return join(e.b, e.c);
  case ExprKind::Unknown:
    return RegionId::external();
  default:
    return {};
  }
}

// Memory without a type has no offsets, except that the elements of an array of bytes are one.
std::optional<int64_t> PointsTo::globalOffset(ProgGlobalId global, int64_t at) const {
  ProgTypeId type = objects[1 + global.index].type;
  if (isDividedByField[objectOf(global)] && !(type && isRaw(program->types(), type)))
    return std::nullopt;
  return layouts->normalise(type, at);
}

std::vector<PointsTo::GlobalOffset> PointsTo::globalsAtPointer(ProgFuncId in, ExprId pointer) const {
  std::vector<GlobalOffset> out;
  for (RegionId id : pt(in, pointer))
    if (object(id).sort == ObjectSort::Global) {
      ProgGlobalId global(object(id).index);
      std::optional<int64_t> at = offset(id);
      if (isDividedByField[objectOf(id)] && objectOf(id) != literals)
        at = globalOffset(global, 0);
      out.push_back({global, at});
    }
  return out;
}

std::vector<PointsTo::GlobalOffset> PointsTo::globalsAt(ProgFuncId in, ExprId place) const {
  std::vector<GlobalOffset> out;
  if (!place)
    return out;
  PlacePath path = pathOf(*program, in, place);
  const Expr &root = program->function(in)[path.root];
  if (root.kind == ExprKind::Global)
    for (ProgGlobalId target : program->resolve(in, root.global()))
      out.push_back({target, globalOffset(target, path.offset)});
  else if (root.kind == ExprKind::Deref)
    for (GlobalOffset at : globalsAtPointer(in, root.a)) {
      if (at.offset)
        at.offset = globalOffset(at.global, *at.offset + path.offset);
      out.push_back(at);
    }
  return out;
}

std::string PointsTo::name(RegionId id) const {
  if (id.isExternal())
    return "external";
  std::string text;
  llvm::raw_string_ostream out(text);
  const ObjectInfo &info = object(id);
  auto functionName = [&] { return program->sourceName(info.function); };
  switch (info.sort) {
  case ObjectSort::External:
    out << "external";
    break;
  case ObjectSort::Global:
    out << program->linkName(ProgGlobalId(info.index));
    break;
  case ObjectSort::Function:
    out << functionName() << "()";
    break;
  case ObjectSort::Variable: {
    const Var &var = program->function(info.function).vars[info.index];
    out << functionName() << '.';
    if (var.name)
      out << program->moduleOf(info.function).text(var.name);
    else
      out << (var.kind == VarKind::Return ? "ret" : "%")
          << (var.kind == VarKind::Return ? "" : std::to_string(info.index));
    break;
  }
  case ObjectSort::Heap:
    out << "heap@" << functionName() << ':' << info.index;
    break;
  case ObjectSort::Stack:
    out << "stack@" << functionName() << ':' << info.index;
    break;
  case ObjectSort::VarArgs:
    out << functionName() << "...";
    break;
  }
  uint32_t at = id.index() < regionTable.size() ? regionTable[id.index()].offset : 0;
  bool hasRegions = firstRegion[objectOf(id)] != firstRegion[objectOf(id) + 1];
  if (id.index() >= regionTable.size())
    out << (hasRegions ? "+?" : "");
  else if (at != 0 && isDividedByField[objectOf(id)])
    out << '.' << program->name(keys->record(at)) << '+' << keys->offset(at);
  else if (at != 0)
    out << '+' << at;
  return text;
}

} // namespace custody::program
