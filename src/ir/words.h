// How the text form, the statistics and the messages spell the enumerators: one table for each enumeration, in the
// order of its enumerators. The printer reads it one way and the parser the other, so they cannot disagree.
#pragma once

#include "ir/module.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace custody::ir {

template <class Enum>
llvm::ArrayRef<llvm::StringLiteral> words();

template <>
llvm::ArrayRef<llvm::StringLiteral> words<Op>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<ExprKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<TypeKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<EdgeKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<TermKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<Linkage>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<FunctionKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<OwnershipAttrKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<Access>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<RecordKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<CopyOperation>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<CallRole>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<VaKind>();
template <>
llvm::ArrayRef<llvm::StringLiteral> words<VarKind>();

// By the index of the alternative in StmtOp.
llvm::ArrayRef<llvm::StringLiteral> stmtWords();

template <class Enum>
llvm::StringRef word(Enum value) {
  auto index = static_cast<size_t>(value);
  return index < words<Enum>().size() ? llvm::StringRef(words<Enum>()[index]) : llvm::StringRef("invalid");
}

inline llvm::StringRef word(const StmtOp &op) {
  return stmtWords()[op.index()];
}

template <class Enum>
std::optional<Enum> fromWord(llvm::StringRef text) {
  for (auto [index, candidate] : llvm::enumerate(words<Enum>()))
    if (candidate == text)
      return static_cast<Enum>(index);
  return std::nullopt;
}

} // namespace custody::ir
