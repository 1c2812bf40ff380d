// Who made an object, and what it is, in the words of the source: the function that was really called ("calloc", not
// its family "malloc"), and for what is no memory the word of its family ("file", "directory stream").
#pragma once

#include "program/function_specs.h"
#include "report/finding.h"

namespace custody::engines {

// The function that the statement calls to allocate: "malloc", "calloc", "realloc", "new[]", "strdup". Empty: it does
// not say.
std::string makerName(const program::Program &program, program::ProgFuncId function, ir::StmtId stmt);

// What a call of the function makes, as messages call it; empty: memory. A function with a body makes what those it
// calls make, if they agree.
std::string resourceMadeBy(const program::Program &program, const program::FunctionSpecs &specs,
                           program::ProgFuncId function);

// "allocated here by 'strdup'", "acquired here by 'fopen'".
std::string madeHere(const report::Finding &finding, const std::string &maker);

// "freed" of memory, "released" of anything else.
std::string releasedWord(const report::Finding &finding);

} // namespace custody::engines
