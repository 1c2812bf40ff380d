// One region a type. Region i + 1 is type i; all count as escaped, so that External covers them.
#include "program/aliasing.h"

namespace custody::program {

using namespace ir;

static constexpr unsigned MaxDepth = 64;

RegionId TypeRegions::regionOf(ProgTypeId type) const {
  while (type && program->types()[type].kind == TypeKind::Array)
    type = program->types()[type].inner;
  return type ? RegionId::of(1 + type.index, true) : RegionId::external();
}

RegionSet TypeRegions::pt(ProgFuncId in, ExprId value) const {
  if (!value)
    return {};
  const Expr &e = program->function(in)[value];
  if (e.kind == ExprKind::Null || e.kind == ExprKind::Int || e.kind == ExprKind::Float)
    return {};
  if (e.kind == ExprKind::AddrOf)
    return regionsOf(in, e.a);
  ProgTypeId id = program->resolve(in, e.type);
  if (!id)
    return RegionId::external();
  const ProgType &type = program->types()[id];
  if (type.kind != TypeKind::Pointer)
    return {};
  bool isAnything = !type.inner || program->types()[type.inner].kind == TypeKind::Void ||
                    (program->types()[type.inner].kind == TypeKind::Int && program->types()[type.inner].bits == 8);
  return isAnything ? RegionId::external() : regionOf(type.inner);
}

RegionSet TypeRegions::regionsOf(ProgFuncId in, ExprId place) const {
  if (!place)
    return {};
  const Expr &e = program->function(in)[place];
  if (e.kind == ExprKind::Deref)
    return pt(in, e.a);
  return regionOf(program->resolve(in, e.type));
}

RegionSet TypeRegions::spread(ProgFuncId in, ExprId place, uint64_t) const {
  llvm::SmallVector<RegionId, 4> ids;
  for (RegionId id : regionsOf(in, place)) {
    ids.push_back(id);
    if (!id.isExternal())
      addMembers(ProgTypeId(id.index() - 1), ids, 0);
  }
  return RegionSet::from(std::move(ids));
}

void TypeRegions::addMembers(ProgTypeId id, llvm::SmallVector<RegionId, 4> &out, unsigned depth) const {
  while (id && program->types()[id].kind == TypeKind::Array)
    id = program->types()[id].inner;
  if (!id || depth > MaxDepth)
    return;
  out.push_back(regionOf(id));
  const ProgType &type = program->types()[id];
  if (type.kind != TypeKind::Record)
    return;
  llvm::SmallVector<ProgRecordId, 4> records{type.record};
  for (size_t i = 0; i < records.size() && i < 256; ++i) {
    ModuleId module = (*program)[records[i]].module;
    const Record &record = program->record(records[i]);
    for (const Field &field : record.fields)
      addMembers(program->resolve(module, field.type), out, depth + 1);
    for (const BaseClass &base : record.bases)
      records.push_back(program->resolve(module, base.record));
  }
}

std::string TypeRegions::name(RegionId id) const {
  return id.isExternal() ? "anything" : "type" + std::to_string(id.index() - 1);
}

} // namespace custody::program
