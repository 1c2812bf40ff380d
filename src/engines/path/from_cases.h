// A summary with cases as one with conditions: what specifications say, and what the summary engine found out about
// functions that are too costly for this one. Which case happens is a choice that the caller cannot see, among those
// whose requirements hold.
#pragma once

#include "engines/path/summary.h"
#include "program/program.h"

namespace custody::engines::path {

Summary fromCases(const program::Program &program, program::ProgFuncId id, const heap::Summary &cases);

} // namespace custody::engines::path
