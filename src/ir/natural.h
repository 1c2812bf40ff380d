// What the text form leaves unsaid. Every expression has a type, and C's operators come without the signedness that
// the IR's have; written out everywhere, nobody would read the text. So the text says only what cannot be worked out:
//
//     p->next              the type is the field's
//     (p->next as long)    the type is another one
//     n / 2                signed or unsigned as n's type is
//     n udiv 2             an unsigned division of a signed n
//
// The rules of this file are the one place that works it out. The printer asks them what it may omit, the parser what
// was omitted, and whoever builds expressions may ask them for the usual type.
//
// All functions accept modules that no verifier has seen: an id out of range has no natural type.
#pragma once

#include "ir/module.h"
#include "ir/type_interner.h"

namespace custody::ir {

// A type described without needing it to be in the module's table.
struct NaturalType {
  enum class Kind : uint8_t { None, Same, PointerTo, VoidPointer, RecordOf, IntOf, FloatOf };
  Kind kind = Kind::None;
  TypeId type;     // Same, PointerTo
  RecordId record; // RecordOf
  uint32_t bits = 0;
  bool isSigned = false;
};

bool matches(const Module &module, const NaturalType &natural, TypeId type);
TypeId intern(TypeInterner &types, const NaturalType &natural);

// From its operands. None for leaves without an entity; those have a leafType.
NaturalType naturalType(const Module &module, const Function &function, const Expr &expr);

// Of Int, Float, Null, Undef and Unknown where the context expects a value of type `expected`, or nothing.
NaturalType leafType(const Module &module, ExprKind kind, const NaturalType &expected);
constexpr bool isLeaf(ExprKind kind) {
  return kind <= ExprKind::Undef || kind == ExprKind::Unknown;
}

inline NaturalType same(TypeId type) {
  return {type ? NaturalType::Kind::Same : NaturalType::Kind::None, type, {}, 0, false};
}
inline NaturalType intOf(uint32_t bits, bool isSigned) {
  return {NaturalType::Kind::IntOf, {}, {}, bits, isSigned};
}
inline NaturalType recordOf(RecordId record) {
  return {NaturalType::Kind::RecordOf, {}, record, 0, false};
}
inline NaturalType boolNatural() {
  return intOf(1, false);
}
// Sizes, indices and the byte of a Fill have these by context. LLVM's constants know no sign, so they come signed.
inline NaturalType sizeNatural(const Module &module) {
  return intOf(module.pointerSize * 8, true);
}
inline NaturalType indexNatural(const Module &module) {
  return intOf(module.pointerSize * 8, true);
}
inline NaturalType byteNatural() {
  return intOf(8, true);
}

uint64_t naturalStride(const Module &module, TypeId elementType);

// The cast that `(T)x` means.
Op naturalCast(const Module &module, TypeId from, TypeId to);

// The spelling of a binary operator whose left operand has type `left`: a symbol where it means just this operator.
llvm::StringRef binarySpelling(const Module &module, Op op, TypeId left);
// Op::None if the symbol means nothing there.
Op binaryFromSymbol(const Module &module, llvm::StringRef symbol, TypeId left);
constexpr bool isBinary(Op op) {
  return op >= Op::Add && op <= Op::FCmp;
}
constexpr bool isCast(Op op) {
  return op >= Op::Trunc;
}
constexpr bool isComparison(Op op) {
  return (op >= Op::Eq && op <= Op::SGe) || op == Op::FCmp;
}
unsigned precedence(Op op); // as in C; higher binds tighter, from 1 on

// Of an argument of a call, by the callee's signature.
NaturalType expectedArgument(const Module &module, const Function &function, const Call &call, uint32_t index);

constexpr bool hasThis(FunctionKind kind) {
  return kind != FunctionKind::Free && kind != FunctionKind::StaticMethod;
}

// Whether the function's type is what its parameters and return variable make of it; and that type.
bool hasNaturalType(const Module &module, const Function &function);
TypeId naturalType(TypeInterner &types, const Function &function);

} // namespace custody::ir
