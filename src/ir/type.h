// Source types. They come from the AST, not from LLVM's types, which have forgotten pointees and names. The table of a
// module is hash-consed: equal types have equal ids. Typedefs are seen through; records are nominal.
#pragma once

#include "ir/ids.h"
#include "ir/loc.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace custody::ir {

enum class TypeKind : uint8_t {
  Void,
  Int,           // bits, isSigned; enumerations and bool too (name is the enumeration's, or none)
  Float,         // bits
  Pointer,       // inner; isReference for C++ references, isRvalue for `T &&`; innerConst for a pointer to const
  Array,         // inner, count (0: unknown bound or flexible)
  Record,        // record
  Function,      // inner is the result; params; isVariadic
  MemberPointer, // inner is the member's type, record its class; {pointer, adjustment} when a function
  Opaque,        // name, size: complex numbers, vectors, va_list, what has no structure for us
};

struct Type {
  TypeKind kind = TypeKind::Void;
  bool isSigned = false;
  bool isReference = false;
  bool isRvalue = false; // beside isReference
  bool innerConst = false;
  bool isVariadic = false;
  uint32_t bits = 0;
  uint64_t count = 0; // elements of an Array, bytes of an Opaque
  TypeId inner;
  RecordId record;
  Sym name;
  llvm::SmallVector<TypeId, 4> params;

  bool operator==(const Type &) const = default;
};

enum class Access : uint8_t { Public, Protected, Private };

struct Field {
  Sym name; // none for an anonymous member
  TypeId type;
  uint64_t offsetBits = 0;
  uint32_t bitWidth = 0; // 0: not a bit-field
  Access access = Access::Public;
  bool isMutable = false;

  bool operator==(const Field &) const = default;
};

struct BaseClass {
  RecordId record;
  uint64_t offset = 0; // bytes; of a virtual base: in the complete object
  bool isVirtual = false;
  Access access = Access::Public;

  bool operator==(const BaseClass &) const = default;
};

struct Method {
  FuncId function;
  int32_t slot = -1; // in the vtable of its class; -1: not virtual. A destructor has the complete one's
  bool isPure = false;
  Access access = Access::Public;
  llvm::SmallVector<FuncId, 1> overrides; // the methods of direct bases that it overrides

  bool operator==(const Method &) const = default;
};

enum class RecordKind : uint8_t { Struct, Class, Union };

struct TemplateArg {
  TypeId type; // none for a value argument
  Sym text;    // how the source spells it

  bool operator==(const TemplateArg &) const = default;
};

// What a class says about copying itself: an owning class with implicit copies is a hazard.
enum class CopyOperation : uint8_t { None, Implicit, Defaulted, User, Deleted };

struct Record {
  Sym name; // qualified, with template arguments; unnamed ones are named by their place: `struct@file.c:12:3`
  RecordKind kind = RecordKind::Struct;
  bool isComplete = false;
  bool isPolymorphic = false;
  bool isSystem = false; // from a system header
  bool isLambda = false;
  uint64_t size = 0; // bytes
  Loc loc;
  std::vector<Field> fields; // by offset
  std::vector<BaseClass> bases;
  std::vector<Method> methods;
  std::vector<TemplateArg> templateArgs;
  Sym templateName; // `std::vector` of `std::vector<int>`
  CopyOperation copyConstructor = CopyOperation::None;
  CopyOperation copyAssignment = CopyOperation::None;
  CopyOperation destructor = CopyOperation::None;

  bool operator==(const Record &) const = default;
};

} // namespace custody::ir
