#include "ir/words.h"

namespace custody::ir {

using Literal = llvm::StringLiteral;

template <>
llvm::ArrayRef<Literal> words<Op>() {
  static constexpr Literal Table[] = {
      "none", "neg",  "not",   "add",  "sub",  "mul",      "udiv",     "sdiv",    "urem",      "srem",
      "shl",  "lshr", "ashr",  "and",  "or",   "xor",      "eq",       "ne",      "ult",       "ule",
      "ugt",  "uge",  "slt",   "sle",  "sgt",  "sge",      "fadd",     "fsub",    "fmul",      "fdiv",
      "frem", "fcmp", "trunc", "zext", "sext", "ptrtoint", "inttoptr", "bitcast", "floatcast",
  };
  static_assert(std::size(Table) == size_t(Op::FloatCast) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<ExprKind>() {
  static constexpr Literal Table[] = {
      "int",    "float",   "null", "undef",  "function", "load",  "address-of", "unary",  "binary", "cast",
      "select", "unknown", "var",  "global", "deref",    "field", "base",       "offset", "index",
  };
  static_assert(std::size(Table) == size_t(ExprKind::Index) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<TypeKind>() {
  static constexpr Literal Table[] = {"void",   "int",      "float",          "pointer", "array",
                                      "record", "function", "member-pointer", "opaque"};
  static_assert(std::size(Table) == size_t(TypeKind::Opaque) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<EdgeKind>() {
  static constexpr Literal Table[] = {"fall", "branch", "loop-back", "break", "continue", "goto", "return", "unwind"};
  static_assert(std::size(Table) == size_t(EdgeKind::Unwind) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<TermKind>() {
  static constexpr Literal Table[] = {"goto",  "branch", "switch", "indirect-goto", "invoke",
                                      "throw", "return", "resume", "unreachable"};
  static_assert(std::size(Table) == size_t(TermKind::Unreachable) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<Linkage>() {
  static constexpr Literal Table[] = {"external", "internal", "linkonce", "weak", "common", "available-externally"};
  static_assert(std::size(Table) == size_t(Linkage::AvailableExternally) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<FunctionKind>() {
  static constexpr Literal Table[] = {"free",        "method",           "static-method",
                                      "constructor", "copy-constructor", "move-constructor",
                                      "destructor",  "copy-assignment",  "move-assignment"};
  static_assert(std::size(Table) == size_t(FunctionKind::MoveAssignment) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<OwnershipAttrKind>() {
  static constexpr Literal Table[] = {"malloc", "dealloc", "returns", "takes", "holds"};
  static_assert(std::size(Table) == size_t(OwnershipAttrKind::Holds) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<Access>() {
  static constexpr Literal Table[] = {"public", "protected", "private"};
  static_assert(std::size(Table) == size_t(Access::Private) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<RecordKind>() {
  static constexpr Literal Table[] = {"struct", "class", "union"};
  static_assert(std::size(Table) == size_t(RecordKind::Union) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<CopyOperation>() {
  static constexpr Literal Table[] = {"none", "implicit", "defaulted", "user", "deleted"};
  static_assert(std::size(Table) == size_t(CopyOperation::Deleted) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<CallRole>() {
  static constexpr Literal Table[] = {"plain", "construct", "destroy"};
  static_assert(std::size(Table) == size_t(CallRole::Destroy) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<VaKind>() {
  static constexpr Literal Table[] = {"va_start", "va_arg", "va_copy", "va_end"};
  static_assert(std::size(Table) == size_t(VaKind::End) + 1);
  return Table;
}

template <>
llvm::ArrayRef<Literal> words<VarKind>() {
  static constexpr Literal Table[] = {"param", "local", "temp", "return"};
  static_assert(std::size(Table) == size_t(VarKind::Return) + 1);
  return Table;
}

llvm::ArrayRef<Literal> stmtWords() {
  static constexpr Literal Table[] = {"begin",       "end",  "assign", "copy",  "fill",  "alloc", "realloc", "free",
                                      "stack-alloc", "call", "ignore", "throw", "catch", "va",    "unknown"};
  static_assert(std::size(Table) == std::variant_size_v<StmtOp>);
  return Table;
}

} // namespace custody::ir
