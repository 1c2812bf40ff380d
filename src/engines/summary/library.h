// From a specification to a summary: what a library function does, in the same words as what a body does.
//
//     int asprintf(out own char **strp, const char *fmt, ...)  when (return != -1)
//         case 1: ret = -1
//         case 2: ret = [-inf,-2][0,inf]; what strp points to holds a new object of malloc's family
//
// Idea: the values that the specification's conditions compare split the results (and arguments) into classes; each
// class is a case with the facts whose conditions hold there. Facts that this engine has no use for are left out;
// where ownership goes to the library the object escapes.
#pragma once

#include "engines/summary/options.h"
#include "heap/summary.h"
#include "program/program.h"
#include "specs/spec.h"

namespace custody::engines::summary {

heap::Summary summaryOf(const program::Program &program, program::ProgFuncId id, const specs::FunctionSpec &spec,
                        const Options &options);

// Does the specification speak of a field that the class does not have? It is written for readers then: `own T *ptr` of
// a std::unique_ptr. The bodies know more, if they are there.
bool namesMissingField(const program::Program &program, program::ProgFuncId id, const specs::FunctionSpec &spec);

} // namespace custody::engines::summary
