// What programmers mean, where the text of a function allows more.
//
//     int format(char **out, ...)   { if (...) return -1; ... *out = s; return length; }
//     void drop(struct object *o)   { if (o->refs == 1) free(o); else o->refs--; }
//     void insert(struct set *s, ...) { if (s->room == 0) s->elems = malloc(4); ... }
//
// Problem: a sum may wrap around and be -1, a dropped object may still be referred to, and a set without room may have
// elements. A caller that is looked at with such a summary loses memory that it never had, or never had to release.
//
// Idea: three things that hold in programs that people write are taken to hold at the exits of a function:
//   - a function that returns negative constants on failure returns no negative number that it computed;
//   - what it frees on some way and counts down on another is, where it is not freed, held by whoever else was counted;
//   - a pointer in a structure that it replaces only if a number of this structure is zero was null, or its owner has
//     another name for it.
#pragma once

#include "engines/path/memory.h"

namespace custody::engines::path {

// The state at all exits of the function becomes one in which that is so.
void takeAsMeant(Context &context, State &exit);

} // namespace custody::engines::path
