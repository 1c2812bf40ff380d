// New objects of which a place holds one or another.
//
// Problem: a buffer that may have to grow is one of several blocks afterwards, by the statement that made it:
//
//     if (b->size < n) b->data = b->isLarge ? mmap_block(n) : b->size ? realloc(b->data, n) : malloc(n);
//
// A caller that writes to the buffer thirty times would have thirty times as many objects in its states, all of them in
// one place, of which there is only one at a time.
//
// Idea: a caller knows what a callee makes by the place where it finds it, as the paper's anchors do. Objects of one
// family that the same places hold, and nobody else, are one object; the first of them tells where it came from.
// Then those that hang on the same place of such objects are, and so on: each round has fewer objects, so it ends.
#pragma once

#include "heap/summary.h"

namespace custody::heap {

void uniteAlternatives(const Summary &summary, Case &c);

} // namespace custody::heap
