// Signatures as declarations of the specification language, for `--spec` to read back.
//
//     container text { own char *s; };
//     own text *text_new(const char *s);
//     void text_delete(own text *t) frees t->s;
//
// Problem: a specification of the user's replaces the body, for all engines. So a declaration must be true to what the
// signature says, and must say all that the function does with memory; what it cannot say must not be there.
//
// Left out are functions whose signatures depend on the caller (except "the result is the argument"), those that do
// more than signatures tell (complete.h), those that get functions to call, and those that a name and the types of
// parameters do not tell from another function: static functions of one name in two files, and overloads that differ
// in `const` only, unless they are declared alike.
//
// Classes have a `container` declaration with the fields that own; for the reader of the file it also tells that
// `C::f` is a member function and no function of a namespace.
#pragma once

#include "engines/ownership/engine.h"

namespace custody::engines::ownership {

void printDeclarations(llvm::raw_ostream &out, const program::ProgramModel &model, const OwnershipEngine &engine,
                       llvm::function_ref<bool(ProgFuncId)> isWanted);

} // namespace custody::engines::ownership
