// Hash-consing of a module's types: equal types get equal ids, and a type comes after the types it is made of.
//
//     TypeInterner types(module);
//     TypeId text = types.pointerTo(types.intType(8, true));   // char*
//
// The interner refers to the module and keeps only an index into its type table, so there is one at a time per module
// that is being made. Interning is O(1) amortised.
#pragma once

#include "ir/module.h"
#include "llvm/ADT/Hashing.h"
#include <unordered_map>

namespace custody::ir {

class TypeInterner {
public:
  explicit TypeInterner(Module &module) : module(module) {
    for (uint32_t i = 0; i != module.types.size(); ++i)
      byHash[hash(module.types[i])].push_back(TypeId(i));
  }

  TypeId intern(const Type &type) {
    llvm::SmallVector<TypeId, 1> &candidates = byHash[hash(type)];
    for (TypeId id : candidates)
      if (module[id] == type)
        return id;
    TypeId id(module.types.size());
    module.types.push_back(type);
    candidates.push_back(id);
    return id;
  }

  TypeId voidType() { return intern(Type{}); }

  // The type of conditions, and C's and C++'s bool.
  TypeId boolType() { return intType(1, false); }

  TypeId intType(uint32_t bits, bool isSigned, Sym enumName = {}) {
    Type type;
    type.kind = TypeKind::Int;
    type.bits = bits;
    type.isSigned = isSigned;
    type.name = enumName;
    return intern(type);
  }

  // Integers as wide as a pointer: `size_t` and `ptrdiff_t`.
  TypeId sizeType() { return intType(module.pointerSize * 8, false); }
  TypeId differenceType() { return intType(module.pointerSize * 8, true); }

  TypeId floatType(uint32_t bits) {
    Type type;
    type.kind = TypeKind::Float;
    type.bits = bits;
    return intern(type);
  }

  TypeId pointerTo(TypeId inner, bool innerConst = false, bool isReference = false, bool isRvalue = false) {
    Type type;
    type.kind = TypeKind::Pointer;
    type.inner = inner;
    type.innerConst = innerConst;
    type.isReference = isReference;
    type.isRvalue = isRvalue;
    return intern(type);
  }

  TypeId arrayOf(TypeId inner, uint64_t count) {
    Type type;
    type.kind = TypeKind::Array;
    type.inner = inner;
    type.count = count;
    return intern(type);
  }

  TypeId recordType(RecordId record) {
    Type type;
    type.kind = TypeKind::Record;
    type.record = record;
    return intern(type);
  }

  TypeId functionType(TypeId result, llvm::ArrayRef<TypeId> params, bool isVariadic = false) {
    Type type;
    type.kind = TypeKind::Function;
    type.inner = result;
    type.params.assign(params.begin(), params.end());
    type.isVariadic = isVariadic;
    return intern(type);
  }

  TypeId memberPointer(TypeId member, RecordId record) {
    Type type;
    type.kind = TypeKind::MemberPointer;
    type.inner = member;
    type.record = record;
    return intern(type);
  }

  TypeId opaqueType(Sym name, uint64_t size) {
    Type type;
    type.kind = TypeKind::Opaque;
    type.name = name;
    type.count = size;
    return intern(type);
  }

private:
  Module &module;
  std::unordered_map<size_t, llvm::SmallVector<TypeId, 1>> byHash;

  static size_t hash(const Type &type) {
    llvm::hash_code code =
        llvm::hash_combine(type.kind, type.isSigned, type.isReference, type.isRvalue, type.innerConst, type.isVariadic,
                           type.bits, type.count, type.inner.index, type.record.index, type.name.index);
    for (TypeId param : type.params)
      code = llvm::hash_combine(code, param.index);
    return code;
  }
};

} // namespace custody::ir
