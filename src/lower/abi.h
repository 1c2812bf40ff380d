// Source-level arguments from their ABI pieces.
//
// Problem. `void f(struct pair p, struct big b, struct empty e, int n)` arrives as `f(i64, i32, ptr byval, i32)`: small
// structures in registers, large ones in memory, empty ones not at all, a returned structure as a hidden first
// argument. Clang's own ABI description tells for each source argument which LLVM arguments carry it.
#pragma once

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class CodeGenerator;
}

namespace custody::lower {

enum class Passing : uint8_t {
  Direct,  // one LLVM argument is the value
  Pieces,  // the bytes of a structure, in one or more scalars
  Address, // the address of a copy that the callee owns (byval), or of the caller's object (non-trivial classes)
  Nothing, // an empty structure
};

struct AbiArgument {
  Passing passing = Passing::Direct;
  unsigned first = 0; // LLVM argument
  unsigned count = 1;
  llvm::SmallVector<uint64_t, 2> offsets; // of the pieces, in bytes
  clang::QualType type;
};

struct AbiSignature {
  std::optional<unsigned> resultAddress; // the LLVM argument with the place of the result
  clang::QualType result;
  llvm::SmallVector<AbiArgument, 6> arguments;
  unsigned llvmArguments = 0; // how many LLVM arguments that makes
};

// None if the ABI uses a form that this doesn't know.
std::optional<AbiSignature> abiSignature(clang::ASTContext &ast, clang::CodeGenerator &codegen, clang::QualType result,
                                         llvm::ArrayRef<clang::QualType> arguments, unsigned required);

// The arguments of a function as the source has them, `this` first.
llvm::SmallVector<clang::QualType, 6> sourceParameters(const clang::FunctionDecl &function);

} // namespace custody::lower
