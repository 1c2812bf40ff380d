// Findings for people, in the manner of a compiler: one line that says it all, for eyes and for editors that jump to
// it.
#pragma once

#include "report/finding.h"
#include "llvm/Support/raw_ostream.h"

namespace custody::report {

// `file:line:col: warning: memory allocated by 'strdup' is lost here: 'name' is the last pointer to it [leak]`
void printHead(llvm::raw_ostream &out, const Finding &finding);

} // namespace custody::report
