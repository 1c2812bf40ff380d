// From conditions that can hold to what a person reads. A model of the condition says which branches are taken and with
// which values; what happened under it, in order, is the chain of custody.
#pragma once

#include "engines/path/execute.h"

namespace custody::engines::path {

std::vector<report::Finding> makeFindings(Context &context, const Execution &execution);

} // namespace custody::engines::path
