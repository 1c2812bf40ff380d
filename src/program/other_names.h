// The names that a function with a body has besides its own.
//
// Problem: a library may define a function under one name and export it under another, and specifications speak of the
// one that is exported.
//
//     xmlChar *xmlStrdup__internal_alias(const xmlChar *s) {...}            libxml2 calls this one in its own files
//     extern __typeof(xmlStrdup) xmlStrdup __attribute__((alias("xmlStrdup__internal_alias")));
//
// The program resolves aliases and forgets them; the modules still have them. One pass over all functions.
#pragma once

#include "program/program.h"
#include "llvm/ADT/DenseMap.h"

namespace custody::program {

class OtherNames {
public:
  explicit OtherNames(const Program &program);

  llvm::ArrayRef<llvm::StringRef> of(ProgFuncId id) const; // in the order of the modules; thunks are no names

private:
  llvm::DenseMap<uint32_t, std::vector<llvm::StringRef>> names;
};

} // namespace custody::program
