// Beyond what was looked at. Loops are followed for their first iterations and recursion for its first levels, so a
// summary knows a function only for the numbers that need no more:
//
//     void clear(char *b, int n) { while (n-- > 0) *b++ = 0; }        returns when n is at most 3
//
// Where the numbers that are passed need more, it is as with others that need fewer, nobody knows which.
#pragma once

#include "engines/path/summary.h"

namespace custody::engines::path {

void extendBeyond(Summary &summary);

} // namespace custody::engines::path
