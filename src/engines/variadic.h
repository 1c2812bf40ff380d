// What becomes of arguments behind the last parameter.
//
//     void control(struct stream *s, ...) { ... case CONTEXT: s->context = va_arg(list, void *); ... }
//     control(s, CONTEXT, data, END);
//
// A summary speaks of parameters only, so nothing would be said of `data`. A function that stores a pointer which it
// takes out of its variable arguments, or hands the list to one that does, keeps what is given there; others read it.
#pragma once

#include "program/program.h"
#include "llvm/ADT/SmallVector.h"

namespace custody::engines {

// The arguments of a call with that many which the callee keeps in this way.
void appendKeptVariable(const program::Program &program, program::ProgFuncId callee, size_t numArgs,
                        llvm::SmallVectorImpl<unsigned> &kept);

} // namespace custody::engines
