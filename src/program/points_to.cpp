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
  return index < regionTable.size() ? std::optional(regionTable[index].offset) : std::nullopt;
}

int64_t PointsTo::normalise(uint32_t object, int64_t at) const {
  ObjectSort sort = objects[object].sort;
  if (sort == ObjectSort::External || sort == ObjectSort::Function || isCollapsed[object])
    return 0;
  return objects[object].type ? layouts->normalise(objects[object].type, at) : at;
}

RegionId PointsTo::regionAt(uint32_t object, int64_t at) const {
  at = normalise(object, at);
  auto first = regionTable.begin() + firstRegion[object], last = regionTable.begin() + firstRegion[object + 1];
  auto found = std::lower_bound(first, last, at, [](const Region &r, int64_t want) { return r.offset < want; });
  uint32_t index = found != last && found->offset == at ? found - regionTable.begin() : regionTable.size() + object;
  return RegionId::of(index, objectEscaped[object]);
}

RegionId PointsTo::region(ProgGlobalId global, int64_t at) const {
  return regionAt(1 + global.index, at);
}

RegionId PointsTo::region(ProgFuncId function, VarId var, int64_t at) const {
  return regionAt(varBase[function.index] + var.index, at);
}

std::vector<RegionId> PointsTo::regionsOfGlobal(ProgGlobalId global) const {
  uint32_t object = 1 + global.index;
  std::vector<RegionId> result;
  for (uint32_t r = firstRegion[object]; r < firstRegion[object + 1]; ++r)
    result.push_back(RegionId::of(r, objectEscaped[object]));
  result.push_back(RegionId::of(regionTable.size() + object, objectEscaped[object]));
  return result;
}

bool PointsTo::isEscaped(ProgGlobalId global) const {
  return objectEscaped[1 + global.index];
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
    if (id.index() < regionTable.size())
      result.add(setTable[regionTable[id.index()].contents]);
  return result;
}

RegionSet PointsTo::spread(const RegionSet &regions, uint64_t size) const {
  llvm::SmallVector<RegionId, 4> ids;
  for (RegionId id : regions) {
    uint32_t object = objectOf(id);
    int64_t start = offset(id).value_or(0);
    // A whole object, or more than one: from the beginning.
    ProgTypeId type = objects[object].type;
    bool isAll = size == 0 || isCollapsed[object] || !type || start + size > program->types()[type].size;
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

RegionSet PointsTo::shifted(const RegionSet &regions, int64_t distance) const {
  if (distance == 0)
    return regions;
  llvm::SmallVector<RegionId, 4> ids;
  for (RegionId id : regions) {
    uint32_t object = objectOf(id);
    if (std::optional<uint32_t> at = offset(id)) {
      ids.push_back(regionAt(object, *at + distance));
      continue;
    }
    for (uint32_t r = firstRegion[object]; r < firstRegion[object + 1]; ++r)
      ids.push_back(RegionId::of(r, objectEscaped[object]));
    ids.push_back(id);
  }
  return RegionSet::from(std::move(ids));
}

RegionSet PointsTo::pt(ProgFuncId in, ExprId value) const {
  return evalValue(in, program->function(in), value);
}

RegionSet PointsTo::regionsOf(ProgFuncId in, ExprId place) const {
  return evalPlace(in, program->function(in), place, 0);
}

// Steps from a place to what it lies in: false at a variable, global or pointer. Array indices count for nothing.
static bool stepOutward(const Module &module, const Function &function, ExprId &place, int64_t &offset) {
  const Expr &e = function[place];
  switch (e.kind) {
  case ExprKind::Field:
    offset += module[e.record].fields[e.entity].offsetBits / 8;
    break;
  case ExprKind::Base:
    offset += module[e.record].bases[e.entity].offset;
    break;
  case ExprKind::Offset:
    offset += e.imm;
    break;
  case ExprKind::Index:
    break;
  default:
    return false;
  }
  place = e.a;
  return true;
}

RegionSet PointsTo::evalPlace(ProgFuncId in, const Function &function, ExprId place, int64_t distance) const {
  if (!place)
    return {};
  while (stepOutward(program->moduleOf(in), function, place, distance))
    ;
  const Expr &e = function[place];
  if (e.kind == ExprKind::Var)
    return region(in, e.var(), distance);
  if (e.kind == ExprKind::Deref)
    return shifted(evalValue(in, function, e.a), distance);
  RegionSet result;
  if (e.kind == ExprKind::Global)
    for (ProgGlobalId target : program->resolve(in, e.global()))
      result.add(region(target, distance));
  return result;
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
    return contents(evalPlace(in, function, e.a, 0));
  case ExprKind::AddrOf:
    return evalPlace(in, function, e.a, 0);
  case ExprKind::Unary:
    return evalValue(in, function, e.a);
  case ExprKind::Binary: {
    bool isMove = e.op == Op::Add || e.op == Op::Sub;
    if (isMove && function[e.b].kind == ExprKind::Int)
      return shifted(evalValue(in, function, e.a), e.op == Op::Add ? function[e.b].imm : -function[e.b].imm);
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

std::vector<PointsTo::GlobalOffset> PointsTo::globalsAt(ProgFuncId in, ExprId place) const {
  std::vector<GlobalOffset> out;
  if (place)
    globalsAt(in, program->function(in), place, 0, out);
  return out;
}

std::vector<PointsTo::GlobalOffset> PointsTo::globalsAtPointer(ProgFuncId in, ExprId pointer) const {
  std::vector<GlobalOffset> out;
  for (RegionId id : pt(in, pointer))
    if (object(id).sort == ObjectSort::Global)
      out.push_back({ProgGlobalId(object(id).index), offset(id)});
  return out;
}

void PointsTo::globalsAt(ProgFuncId in, const Function &function, ExprId place, int64_t distance,
                         std::vector<GlobalOffset> &out) const {
  while (stepOutward(program->moduleOf(in), function, place, distance))
    ;
  const Expr &e = function[place];
  if (e.kind == ExprKind::Global) {
    for (ProgGlobalId target : program->resolve(in, e.global()))
      out.push_back({target, normalise(1 + target.index, distance)});
  } else if (e.kind == ExprKind::Deref) {
    for (GlobalOffset at : globalsAtPointer(in, e.a)) {
      bool isKnown = at.offset && !isCollapsed[1 + at.global.index];
      if (isKnown)
        at.offset = normalise(1 + at.global.index, *at.offset + distance);
      else
        at.offset.reset();
      out.push_back(at);
    }
  }
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
  std::optional<uint32_t> at = offset(id);
  if (!at)
    out << "+?";
  else if (*at != 0)
    out << '+' << *at;
  return text;
}

} // namespace custody::program
