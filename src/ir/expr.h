// Expressions: trees without side effects, over variables and memory. There are two sorts. A *place* designates memory
// (`x`, `*p`, `p->next`, `a[i]`), a *value* is computed (`3`, `&x`, `p + 1`, or what a place holds now). The text form
// writes `Load(place)` as the place itself, as C does.
//
// Offsets are what the semantics is about: two places are the same if their base is and their byte offsets are. Field
// names are there for people, and for the engines that reason about fields of classes.
#pragma once

#include "ir/ids.h"

namespace custody::ir {

enum class ExprKind : uint8_t {
  // Values.
  Int,   // imm, sign-extended to 64 bits
  Float, // imm: the bits of a double
  Null,
  Undef,
  FuncAddr, // func
  Load,     // a: place
  AddrOf,   // a: place
  Unary,    // op, a
  Binary,   // op, a, b
  Cast,     // op, a; to `type`
  Select,   // a ? b : c
  Unknown,  // name: the cause. A value nobody knows

  // Places.
  Var,    // var
  Global, // global
  Deref,  // a: pointer value. The object it points to, seen as `type`
  Field,  // a: place of record type `record`, index of the field
  Base,   // a: place of class type `record`, index of the base class
  Offset, // a: place, imm bytes further, seen as `type`: unions through their ABI, casts, container_of
  Index,  // a: place, b: index value (an Int, or unknown), imm: stride in bytes. Of an array or from an element on
};

enum class Op : uint8_t {
  None,
  // Unary.
  Neg,
  Not, // Not is bitwise; logical negation is a comparison with zero
  // Binary, on integers; a pointer operand only in comparisons and Sub (difference).
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  Eq,
  Ne,
  ULt,
  ULe,
  UGt,
  UGe,
  SLt,
  SLe,
  SGt,
  SGe,
  // Binary, on floating-point numbers. Engines treat them as opaque.
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FCmp,
  // Casts.
  Trunc,
  ZExt,
  SExt,
  PtrToInt,
  IntToPtr,
  BitCast,
  FloatCast, // FloatCast: any conversion from or to floating point
};

struct Expr {
  ExprKind kind = ExprKind::Undef;
  Op op = Op::None;
  TypeId type;
  ExprId a, b, c;
  int64_t imm = 0;     // Int, Float, Offset, Index
  uint32_t entity = 0; // index of the var, global, function, name; or of the field or base
  RecordId record;     // Field, Base

  VarId var() const { return VarId(entity); }
  GlobalId global() const { return GlobalId(entity); }
  FuncId func() const { return FuncId(entity); }
  Sym name() const { return Sym(entity); }

  bool operator==(const Expr &) const = default;
};

constexpr bool isPlace(ExprKind kind) {
  return kind >= ExprKind::Var;
}

} // namespace custody::ir
