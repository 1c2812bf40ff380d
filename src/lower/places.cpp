#include "lower/places.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Operator.h"

using namespace custody::ir;

namespace custody::lower {

static bool isScalar(const Type &type) {
  return type.kind == TypeKind::Int || type.kind == TypeKind::Float || type.kind == TypeKind::Pointer ||
         type.kind == TypeKind::MemberPointer || type.kind == TypeKind::Opaque;
}

// Same size, and a pointer where a pointer is wanted.
bool Places::fits(TypeId id, llvm::Type *wanted) const {
  if (!wanted->isSized())
    return false;
  const Type &type = draft.module[id];
  if (sizeOf(draft.module, id) != layout.getTypeAllocSize(wanted).getKnownMinValue())
    return false;
  if (wanted->isPointerTy())
    return type.kind == TypeKind::Pointer;
  if (wanted->isIntegerTy())
    return type.kind == TypeKind::Int || type.kind == TypeKind::MemberPointer;
  if (wanted->isFloatingPointTy())
    return type.kind == TypeKind::Float;
  if (wanted->isArrayTy())
    return type.kind == TypeKind::Array || type.kind == TypeKind::Record;
  return !isScalar(type) || type.kind == TypeKind::Opaque || type.kind == TypeKind::MemberPointer;
}

// One level down: the base, field or element that covers the offset.
std::optional<Places::Step> Places::into(ExprId place, int64_t offset, llvm::Type *wanted) {
  const Type type = draft.typeOf(place);
  if (type.kind == TypeKind::Record)
    return intoRecord(place, type.record, offset, wanted);
  if (type.kind != TypeKind::Array)
    return std::nullopt;
  const int64_t stride = sizeOf(draft.module, type.inner);
  if (stride == 0 || offset < 0 || (type.count && offset >= stride * static_cast<int64_t>(type.count)))
    return std::nullopt;
  ExprId index = draft.intValue(offset / stride, draft.types.intType(draft.module.pointerSize * 8));
  return Step{draft.index(place, index, stride, type.inner), offset % stride};
}

std::optional<Places::Step> Places::intoRecord(ExprId place, RecordId id, int64_t offset, llvm::Type *wanted) {
  const Record &record = draft.types.complete(id);
  if (offset < 0 || (offset > static_cast<int64_t>(record.size) && record.size))
    return std::nullopt;
  std::optional<uint32_t> covering;
  unsigned candidates = 0;
  for (uint32_t i = 0; i < record.fields.size(); ++i) {
    const Field &field = draft.module[id].fields[i];
    const int64_t start = field.offsetBits / 8;
    const int64_t size = sizeOf(draft.module, field.type);
    const bool isFlexible = size == 0 && draft.module[field.type].kind == TypeKind::Array;
    if (field.bitWidth || offset < start || (offset >= start + size && !(isFlexible && offset == start)))
      continue;
    ++candidates;
    if (offset == start && fits(field.type, wanted))
      return Step{draft.field(place, id, i), 0};
    if (!covering)
      covering = i;
  }
  for (uint32_t i = 0; i < record.bases.size(); ++i) {
    const BaseClass base = draft.module[id].bases[i];
    if (base.isVirtual && covering) // where it lies depends on the complete object
      continue;
    const Record &part = draft.types.complete(base.record);
    const int64_t start = base.offset;
    const bool isEmpty = part.fields.empty() && part.bases.empty() && !part.isPolymorphic;
    if (!isEmpty && offset >= start && offset < start + static_cast<int64_t>(part.size))
      return Step{draft.base(place, id, i), offset - start};
  }
  // In a union nobody knows which member is meant, unless one fits.
  if (!covering || candidates > 1)
    return std::nullopt;
  return Step{draft.field(place, id, *covering),
              offset - static_cast<int64_t>(record.fields[*covering].offsetBits / 8)};
}

ExprId Places::part(ExprId place, int64_t offset, llvm::Type *wanted) {
  ExprId at = place;
  int64_t rest = offset;
  while (true) {
    if (rest == 0 && fits(draft[at].type, wanted))
      return at;
    std::optional<Step> step = into(at, rest, wanted);
    if (!step)
      break;
    at = step->place;
    rest = step->rest;
  }
  return draft.offset(place, offset, draft.types.type(wanted));
}

ExprId Places::as(ExprId place, TypeId type) {
  ExprId at = place;
  // A class and its first base, a structure and its first member share their address.
  for (unsigned depth = 0; depth < 32; ++depth) {
    if (draft[at].type == type)
      return at;
    const Type current = draft.typeOf(at);
    if (current.kind != TypeKind::Record)
      break;
    const Record &record = draft.types.complete(current.record);
    if (!record.bases.empty() && record.bases[0].offset == 0 && !record.bases[0].isVirtual)
      at = draft.base(at, current.record, 0);
    else if (!record.fields.empty() && record.kind != RecordKind::Union && record.fields[0].offsetBits == 0 &&
             !record.fields[0].bitWidth)
      at = draft.field(at, current.record, 0);
    else
      break;
  }
  return draft.offset(place, 0, type);
}

ExprId Places::bytesFurther(ExprId place, int64_t bytes) {
  if (bytes == 0)
    return place;
  const Type type = draft.typeOf(place);
  const uint64_t size = sizeOf(draft.module, draft[place].type);
  // `p + 1` on a char pointer stays an index, and so does a step by whole elements.
  if (isScalar(type) && size && bytes % static_cast<int64_t>(size) == 0)
    return draft.index(
        place, draft.intValue(bytes / static_cast<int64_t>(size), draft.types.intType(draft.module.pointerSize * 8)),
        size, draft[place].type);
  if (type.kind == TypeKind::Record)
    if (std::optional<Step> step = intoRecord(place, type.record, bytes, llvm::Type::getInt8Ty(draft.types.context())))
      if (step->rest == 0)
        return step->place;
  return draft.offset(place, bytes, draft.types.voidType());
}

ExprId Places::atIndex(ExprId place, ExprId index, llvm::Type *element) {
  const uint64_t stride = layout.getTypeAllocSize(element);
  const Type type = draft.typeOf(place);
  if (draft[index].kind == ExprKind::Int && element->isIntegerTy(8))
    return bytesFurther(place, draft[index].imm);
  if (sizeOf(draft.module, draft[place].type) == stride && stride)
    return draft.index(place, index, stride, draft[place].type);
  if (type.kind == TypeKind::Array && sizeOf(draft.module, type.inner) == stride)
    return draft.index(place, index, stride, type.inner);
  TypeId elementType = draft.types.type(element);
  return draft.index(draft.offset(place, 0, elementType), index, stride, elementType);
}

ExprId Places::element(const llvm::GEPOperator &gep, llvm::function_ref<ExprId(llvm::Value *)> value) {
  ExprId place = draft.deref(value(gep.getOperand(0)));
  llvm::Type *current = gep.getSourceElementType();
  bool isFirst = true;
  for (auto index = gep.idx_begin(); index != gep.idx_end(); ++index) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(*index);
    if (isFirst) {
      isFirst = false;
      if (!constant || !constant->isZero())
        place = atIndex(place, value(*index), current);
      continue;
    }
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(current)) {
      if (RecordId record = draft.types.recordOf(structure))
        place = as(place, draft.types.recordType(record));
      const unsigned number = constant->getZExtValue();
      current = structure->getElementType(number);
      place = part(place, layout.getStructLayout(structure)->getElementOffset(number), current);
    } else {
      auto *array = llvm::cast<llvm::ArrayType>(current);
      const Type type = draft.typeOf(place);
      if (type.kind != TypeKind::Array)
        place = part(place, 0, array);
      current = array->getElementType();
      const uint64_t stride = layout.getTypeAllocSize(current);
      const Type whole = draft.typeOf(place);
      TypeId element = whole.kind == TypeKind::Array && sizeOf(draft.module, whole.inner) == stride
                           ? whole.inner
                           : draft.types.type(current);
      place = draft.index(place, value(*index), stride, element);
    }
  }
  return place;
}

} // namespace custody::lower
