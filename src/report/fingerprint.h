// A name for a finding that outlives edits elsewhere in the program, so that tomorrow's finding can be told from
// yesterday's.
//
// It is a hash of what the finding is made of and of nothing that moves: the kind, the file's name without its folders,
// the losing function, who allocated, and the text of the two lines where the memory comes from and where it is lost,
// blanks left out. No line number is in it, so code may be added above, files may be reindented or moved to another
// folder. Findings that are alike in all of this are numbered in the order of the source.
#pragma once

#include "report/results.h"

namespace custody::report {

// For results in the order of their places.
void setFingerprints(std::vector<Result> &results, SourceFiles &sources);

} // namespace custody::report
