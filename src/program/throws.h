// Does anything in the program throw?
//
//     item *i = new item;
//     file->accept(i);            // virtual, or through a pointer: who knows what runs?
//     delete i;
//
// Unknown code may throw, and then `i` is lost. But many C++ programs live without exceptions: no function of theirs
// throws, and what they call outside is C, or the standard library, which throws only where nobody goes on. There the
// code that is not seen is written in the same style, and a leak that needs an exception convinces nobody.
//
// So one statement that throws, or one call of a C++ function that nothing is known of, is what it takes.
#pragma once

#include "program/call_graph.h"
#include "program/function_specs.h"

namespace custody::program {

bool throwsSomewhere(const Program &program, const FunctionSpecs &specs, const CallGraph &calls);

} // namespace custody::program
