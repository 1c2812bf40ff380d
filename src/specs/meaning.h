// From a declaration as written to the facts the engines use.
//
// Problem: one fact can be written in several ways, and some are not written at all:
//
//     int fclose(frees(file) FILE *f);          Frees param0 as file
//     int fclose(FILE *f) frees f as file;      the same
//     void stack_push(ref stack<T> *s, T e);    Inserts param1 into param0: the type says so
//
// Idea: words on parameters, clauses and container types are each turned into Effects and Results, in that order. What
// a function does with a parameter of type T follows from the container parameter that mentions T. A constructor's
// `own` parameter goes into `this`.
//
// Results are tried in order; those with a condition come first and the one without is what holds otherwise.
// Difference from the paper: there the types are the whole meaning; here they are one reading of it (signature.h), for
// the ownership engine, and the facts another, for engines that follow single objects. Cost: linear.
#pragma once

#include "specs/vocabulary.h"

namespace custody::specs {

// Nothing when the declaration names something that does not exist; `diagnostics` then says what.
std::optional<FunctionSpec> meaningOf(const FunctionDecl &function, const Vocabulary &vocabulary,
                                      const SourceRef &source, Authority authority, Diagnostics &diagnostics);

} // namespace custody::specs
