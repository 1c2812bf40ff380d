// A line of source with a mark under the place that is meant:
//
//      21 |   char *copy = strdup(name);
//         |                ^~~~~~
//
// Tabs are expanded, wide characters take their two columns, and a long line is cut to the part around the mark.
#pragma once

#include "report/finding.h"
#include "report/source_files.h"
#include <optional>

namespace custody::report {

struct Excerpt {
  std::string code;
  unsigned indent = 0; // columns before the mark
  unsigned length = 0; // of the mark; 0: there is none
};

std::optional<Excerpt> excerptAt(const Position &at, SourceFiles &sources);

// How many bytes the word at a column (from 1) of a line has; at least 1, and 0 if the line has no such column.
unsigned wordLength(llvm::StringRef line, unsigned column);

} // namespace custody::report
