// What the engine infers of a function, in the words that `custody specs show` has for specifications:
//
//     fill
//       case     out is not null
//       result   the number 0
//       effect   leaves in *out fresh memory of family malloc
//       case     out is not null
//       result   the number -1
//       effect   sets *out to null
//
// The same facts as print.h's, which shows them as the paper does. Places are written as in C, with the names that the
// source gives to parameters.
#pragma once

#include "heap/summary.h"
#include "program/program.h"
#include "specs/store.h"

namespace custody::engines::summary {

std::string describe(const program::Program &program, const specs::SpecStore &store, program::ProgFuncId id,
                     const heap::Summary &summary);

} // namespace custody::engines::summary
