#include "ir/module.h"

namespace custody::ir {

uint64_t sizeOf(const Module &module, TypeId id) {
  if (!id)
    return 0;
  const Type &type = module[id];
  switch (type.kind) {
  case TypeKind::Void:
  case TypeKind::Function:
    return 0;
  case TypeKind::Int:
  case TypeKind::Float:
    return (type.bits + 7) / 8;
  case TypeKind::Pointer:
    return module.pointerSize;
  case TypeKind::Array:
    return type.count * sizeOf(module, type.inner);
  case TypeKind::Record:
    return module[type.record].size;
  case TypeKind::MemberPointer:
    return module[type.inner].kind == TypeKind::Function ? 2 * module.pointerSize : module.pointerSize;
  case TypeKind::Opaque:
    return type.count;
  }
  return 0;
}

} // namespace custody::ir
