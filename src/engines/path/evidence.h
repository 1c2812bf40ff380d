// From conditions that can hold to what a person reads. A model of the condition says which branches are taken and with
// which values; what happened under it, in order, is the chain of custody.
#pragma once

#include "engines/path/execute.h"
#include "engines/path/question.h"

namespace custody::engines::path {

struct Answers {
  std::vector<report::Finding> findings;
  std::set<Question> open; // too hard for the solver, or beyond the iterations that are looked at
};

// To `asked`, or to all that can be asked of the function.
Answers makeFindings(Context &context, const Execution &execution, const std::set<Question> *asked);

} // namespace custody::engines::path
