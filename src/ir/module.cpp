#include "ir/module.h"

namespace custody::ir {

// Ids out of range and types that contain themselves count as nothing, for modules that no verifier has seen.
uint64_t sizeOf(const Module &module, TypeId id) {
  auto exists = [&](TypeId type) { return type.index < module.types.size(); };
  uint64_t count = 1;
  while (exists(id) && module[id].kind == TypeKind::Array && module[id].inner < id) {
    count *= module[id].count;
    id = module[id].inner;
  }
  if (!exists(id))
    return 0;
  const Type &type = module[id];
  switch (type.kind) {
  case TypeKind::Void:
  case TypeKind::Function:
  case TypeKind::Array:
    return 0;
  case TypeKind::Int:
  case TypeKind::Float:
    return count * ((uint64_t(type.bits) + 7) / 8);
  case TypeKind::Pointer:
    return count * module.pointerSize;
  case TypeKind::Record:
    return type.record.index < module.records.size() ? count * module[type.record].size : 0;
  case TypeKind::MemberPointer: {
    bool isFunction = exists(type.inner) && module[type.inner].kind == TypeKind::Function;
    return count * (isFunction ? 2 : 1) * module.pointerSize;
  }
  case TypeKind::Opaque:
    return count * type.count;
  }
  return 0;
}

} // namespace custody::ir
