// Which functions do nothing with memory but what their signatures can tell.
//
//     void reset(struct s *s) { free(s->name); s->name = 0; }        all is told: s->name is a formal
//     void clear(struct t *t) { for (…) free(t->slot[i]); }          not told: elements of arrays are no formals
//     void done(void) { free(cache); cache = 0; }                    not told: globals are none
//     void share(struct h *h) { h->count++; }                        not told: numbers are none
//
// Problem: a declaration that is read back replaces the body, for every engine. What it leaves out does not happen any
// more: `clear` would be a function that only looks, and each of its callers would leak.
//
// Numbers in structures count, too: `h->count = 1` tells who may free h, `return h->count > 1` asks, and a declaration
// can say neither.
//
// Idea: each variable has the origins of its values, without regard to order: memory that is made here, a parameter, a
// pointer that a parameter leads to, something else, a global. A store or a release through anything that is no formal
// and was not made here makes the function incomplete, and so does a call of an incomplete or unknown one. A function
// that takes a parameter over may do what it likes with all that hangs on it.
//
// Cost: one pass over each body, masks that grow at most five times, then a walk over the call graph.
#pragma once

#include "engines/ownership/task.h"

namespace custody::engines::ownership {

// By function. Those without a body count as complete: their specifications are read elsewhere.
std::vector<bool> completeFunctions(const program::ProgramModel &model, Signatures signatures);

// What the signature says of a formal to callers who do not know the object. None: it depends.
std::optional<bool> labelIn(const Signature &signature, OwnVar formal);
std::optional<bool> labelIn(llvm::ArrayRef<OwnConstraint> constraints, OwnVar formal);
// Of a parameter, or of the result.
std::optional<bool> labelIn(const Signature &signature, Formal::Kind kind, uint32_t param);

} // namespace custody::engines::ownership
