// From a function to its ownership constraints: the rules of figures 7 and 8 over heap IR.
//
//     z = y       z = 0 before; y = y' + z' after                          STMT-ASGN, and with fields FLDASGN, FLDUSE
//     z = null    z = 0 before; z' is free: null owns or does not          STMT-NULL
//     joins       what comes in by each edge is equal                      STMT-IF, STMT-WHILE
//     f(y)        y = y' + s, s the callee's formal; its signature         STMT-INTCALL, EXTCALL, CONSTR, DESTR
//     }           y = 0                                                    METHOD-GOOD
//
// Versions are made on demand, as in SSA construction without dominance: a slot's version at a block is asked for; with
// one predecessor the question goes there, with several there is a new version that is equal to each of theirs. So a
// slot costs nothing in blocks where nobody asks for it (the paper prunes joins for the same effect).
//
// Null (section 3.4): on the edge where `p == null` every slot with p's value gets a free version. The same on the edge
// where p equals the address of a variable: `if (p != buffer) free(p)`.
#pragma once

#include "engines/ownership/task.h"

namespace custody::engines::ownership {

System generate(const Task &task);

} // namespace custody::engines::ownership
