// Functions that do nothing with memory but allocate and return it: `xmalloc`, `xcalloc`, `xstrdup`, `xrealloc`.
//
//     void *xmalloc(size_t n) { void *p = malloc(n); if (!p) die("out of memory"); return p; }
//
// Points-to names heap objects by allocation statement. In a program that allocates through xmalloc there is one such
// statement, so all its memory would be one object. For a wrapper the call takes the statement's place.
//
// A function is a wrapper if all it returns is null, a new object, the result of another wrapper, or for realloc its
// own argument, and the new object neither gets pointers stored into it nor goes anywhere but to the caller. Variables
// are followed without regard to order. Wrappers of wrappers are found in a few rounds over the candidates.
#pragma once

#include "program/library_model.h"
#include "program/program.h"

namespace custody::program {

struct AllocWrapper {
  bool isWrapper = false;
  bool isFilled = false; // the memory comes with pointers in it: a structure of a library
  int reallocates = -1;  // the parameter whose object is resized
};

std::vector<AllocWrapper> findAllocWrappers(const Program &program, const LibraryModel &library); // by function

} // namespace custody::program
