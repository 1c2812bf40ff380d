// A place as a root and a distance. Places are paths (`p->link.next` is a field of a field of what `p` points to);
// analyses of memory want what is at the path's end, how many bytes further the place lies, and as what it is seen.
//
//     p->link.next       root *p, offset 16, seen as struct item at 16
//     *(struct item *)((char *)q - 8) .data    root *q, offset -8, seen as struct item at 0
//
// Array indices count for nothing: elements share their names (layout.h).
#pragma once

#include "program/program.h"

namespace custody::program {

struct PlacePath {
  ir::ExprId root; // Var, Global, Deref, or no place at all
  int64_t offset = 0;
  ProgTypeId seenAs; // the largest type around the place that the program names
  int64_t inSeen = 0;
};

// How far `pointer op by` is from the pointer. Numbers larger than any object mark a pointer and do not move it.
int64_t movement(ir::Op op, int64_t by);

PlacePath pathOf(const Program &program, ProgFuncId in, ir::ExprId place);

} // namespace custody::program
