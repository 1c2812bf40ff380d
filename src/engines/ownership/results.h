// What a function always returns, whatever it is called with.
//
//     int push(stack *s, char *x) { ...; return 1; }                  always 1: `if (!push(s, x)) return 0;` never
//     returns node *make() { n = xmalloc(sizeof *n); n->next = 0; return n; }    never null: it is used before it is
//     returned
//
// The walk over paths (paths.h) asks, so that error handling for errors that never happen shows no leak.
#pragma once

#include "engines/ownership/task.h"

namespace custody::engines::ownership {

ResultFact alwaysReturned(const Task &task);

} // namespace custody::engines::ownership
