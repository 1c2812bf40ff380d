// Which results are counts, in a function whose negative results are errors.
//
//     int format(char **out, ...) {
//       int total = 0;
//       ... total += strlen(word) + 1; ... return -1; ...
//       *out = text;
//       return total;              no caller takes this for the error
//     }
//
// Problem: a sum of numbers that nobody knows may be -1, so a caller that asks for -1 would get the text, too, and lose
// it.
//
// Idea: where a function returns negative constants on failure, a variable that only ever gets sums, sizes and
// constants that are not negative is none of them. What another function returned is no such number: it may be its
// error.
#pragma once

#include "engines/function_facts.h"

namespace custody::engines {

// By statement: it makes a count the function's result.
std::vector<bool> countsReturned(const FunctionFacts &facts, const ir::Module &module, const ir::Function &function);

} // namespace custody::engines
