// Taking an element out of a queue whose elements point back to the place that holds them.
//
//     *e->prev = e->next;        e->prev is &head, or the address of the element before
//
// The function has two names for that place: what `e->prev` points to, and where it found `e`. The store through the
// one is a store to the other.
#pragma once

#include "engines/path/memory.h"

namespace custody::engines::path {

// After `next` was stored to `place`, whose address is `address`.
void unlink(Memory &memory, ir::ExprId place, Value address, Value next);

} // namespace custody::engines::path
