// What only the AST of a function's body knows, keyed by source position: the lowering walks LLVM instructions, whose
// debug locations lead back here.
//
//     char *p = (char *)malloc(n);     a call at 3:21 is a CallExpr, its result is cast to char *
//     if (!p) break;                   the branch at 4:11 is a `break`
#pragma once

#include "ir/function.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace llvm {
class DILocation;
}

namespace custody::lower {

struct Position {
  unsigned line = 0;
  unsigned column = 0;
  friend auto operator<=>(const Position &, const Position &) = default;
};

Position position(const llvm::DILocation *location); // {0, 0} if there is none

// A jump that is the next to happen after what stands between two positions. Clang leaves out the position of a jump
// whose way leads through the end of a catch clause; what was before it leads there.
struct JumpAfter {
  Position first, last;
  std::optional<unsigned> way; // of a branch
  Position jump;
};

struct SourceRange {
  Position first, last;
  bool contains(Position at) const { return !(at < first) && !(last < at); }
};

struct SourceFacts {
  std::map<Position, ir::EdgeKind> jumps;                              // return, break, continue, goto
  std::map<Position, llvm::SmallVector<const clang::Expr *, 1>> calls; // calls, new- and delete-expressions
  llvm::DenseMap<const clang::Expr *, clang::QualType> casts;          // what the result of a call is cast to
  std::map<std::pair<llvm::StringRef, unsigned>, const clang::VarDecl *> variables; // by name and line
  std::map<Position, clang::SourceLocation> macros;                                 // positions inside macro expansions
  llvm::DenseMap<const clang::VarDecl *, Position> blocks; // where the block of a local variable opens
  std::map<Position, clang::SourceLocation> blockEnds;     // from where a block opens to where it closes
  std::map<Position, clang::QualType> vaArgs;              // types of va_arg expressions
  std::map<Position, clang::QualType> throws;              // types of thrown objects
  std::set<Position> scopeEnds; // where statements with a scope of their own end: cleanup code stands there
  llvm::SmallVector<const clang::VarDecl *, 2> staticLocals;
  std::vector<JumpAfter> jumpsAfter;
  std::map<Position, clang::SourceLocation> jumpSpellings;    // of jumps inside macro expansions
  llvm::DenseMap<const clang::VarDecl *, SourceRange> ranges; // of variables that a condition declares
  llvm::DenseMap<const clang::VarDecl *, Position> handlers;  // where the handler of a catch clause's parameter opens

  // The jump that follows on what stands there, or nothing.
  std::optional<Position> jumpAfter(Position at, std::optional<unsigned> way) const;
};

SourceFacts collectFacts(const clang::FunctionDecl &function);

// Of the initialisers of globals, which run in functions of the compiler's.
SourceFacts collectGlobalFacts(const clang::TranslationUnitDecl &unit);

} // namespace custody::lower
