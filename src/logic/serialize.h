// Formulas as bytes, for summaries that are kept or sent.
//
// The form holds nodes in topological order, then the roots. Nothing in it depends on the process, on addresses or on
// what else is in the arena, but for the numbers of unknowns, which the reader gets back:
//
//     std::string bytes = serialize(terms, {guard}, {word});
//     llvm::Expected<Formulas> read = deserialize(bytes, other);
//     read->unknowns[i]    // what unknown number read->unknowns[i].index of `terms` is in `other`
//
// Reading trusts nothing: damaged bytes give an error.
#pragma once

#include "logic/terms.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace custody::logic {

struct Formulas {
  struct Unknown {
    uint32_t index; // in the arena that was written
    bool isGuard;
    Guard guard; // the unknown that was made for it, whichever of both it is
    Word word;
  };

  std::vector<Guard> guards; // in the order in which they were given
  std::vector<Word> words;
  std::vector<Unknown> unknowns; // ascending index
};

std::string serialize(const Terms &terms, llvm::ArrayRef<Guard> guards, llvm::ArrayRef<Word> words = {});
llvm::Expected<Formulas> deserialize(llvm::StringRef bytes, Terms &into);

} // namespace custody::logic
