// Where each declaration of a file stands, and which function it declares, without parsing it.
//
// Problem: some thousands of functions are modelled and a run asks for a few hundred, so parsing all at every start is
// waste: it is to cost less than 15 ms.
//
//     own(file) FILE *fopen(const char *path, const char *mode);      [0, 58) function "fopen"
//     family file resource freed_by fclose;                           [59, 97) other
//
// Idea: one scan over the characters finds the `;` that ends each declaration (outside brackets, comments and strings)
// and the identifier before its first `(`, skipping the words that may have parentheses themselves (own(file)). What is
// no function is parsed at once, since functions depend on it; a function is parsed when it is first asked for.
//
// A declaration the scan cannot make sense of is handed to the parser, which says what is wrong.
// Termination: each step moves forward. Cost: linear, some hundred MB/s.
#pragma once

#include "specs/source.h"

namespace custody::specs {

struct IndexEntry {
  Offset begin = 0;
  Offset end = 0;       // after the `;`
  llvm::StringRef name; // as written; empty if this declares no function
};

std::vector<IndexEntry> indexDeclarations(const SourceFile &source);

} // namespace custody::specs
