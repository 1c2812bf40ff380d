// Declarations back to text, in one canonical spelling.
//
//     own  char*strdup( char const *s ) ;    ->    own char *strdup(const char *s);
//
// Parsing what was printed gives the same declarations, and printing them again the same text (printer_test.cpp). Used
// to show what a file says and to name functions and places in messages.
#pragma once

#include "specs/ast.h"

namespace custody::specs {

std::string print(const CType &type);
std::string print(const Param &param);
std::string print(const PlaceExpr &place);
std::string print(const std::vector<ComparisonExpr> &when); // "return == 0 && buf == null"
std::string print(const std::vector<NameSegment> &name);
std::string print(const FunctionDecl &function); // without the `;`
std::string print(const Declaration &declaration);
std::string print(const std::vector<Declaration> &declarations);

llvm::StringRef spelling(Mode mode);
llvm::StringRef spelling(ClauseKind kind);
llvm::StringRef spelling(Relation relation);

} // namespace custody::specs
