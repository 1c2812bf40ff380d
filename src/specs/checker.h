// What a parsed file says that cannot be so.
//
//     int f(frees char *p) holds p;          error: 'p' is freed and also kept
//     own int g(void);                       error: an integer cannot own
//     own(flie) FILE *h(void);               warning: unknown family 'flie'
//
// Idea: contradictions are errors, names that nobody declares are warnings (they may come from another file).
// Contradictions are looked for in one declaration, and between declarations of one function. Meanings are built too,
// so that a clause about a parameter that is not there is an error here and not only at the first lookup. Cost: linear
// in the file, with a hash of names.
#pragma once

#include "specs/parser.h"
#include "llvm/ADT/StringSet.h"

namespace custody::specs {

// Names declared elsewhere.
struct KnownNames {
  llvm::StringSet<> families;
  llvm::StringSet<> functions; // keys, see names.h
  llvm::StringSet<> containers;
  // Keys of the functions that a program has, declared or called; none: no program is at hand.
  std::optional<llvm::StringSet<>> program;
};

// Checks the files together: a function declared differently in two of them is a contradiction as well.
struct CheckedFile {
  SourceRef source;
  std::vector<Declaration> declarations;
};

Diagnostics check(const std::vector<CheckedFile> &files, const KnownNames &known);

} // namespace custody::specs
