// A line of text with a mark under the place that is meant:
//
//      21 |   char *copy = strdup(name);
//         |                ^~~~~~
//
// Tabs are expanded, wide characters take their two columns, and a long line is cut to the part around the mark.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace custody::support {

struct Excerpt {
  std::string code;
  unsigned indent = 0; // columns before the mark
  unsigned length = 0; // of the mark; 0: there is none
};

// The column counts bytes, from 1. What stands there is marked up to its end if it is a word.
Excerpt excerptOf(llvm::StringRef line, unsigned column);

// How many bytes the word at a column (from 1) of a line has; at least 1, and 0 if the line has no such column.
unsigned wordLength(llvm::StringRef line, unsigned column);

} // namespace custody::support
