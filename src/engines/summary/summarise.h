// From the states at a function's exits to its summary (sparrow-2008, section 4.2).
#pragma once

#include "engines/summary/context.h"
#include "heap/cases.h"

namespace custody::engines::summary {

heap::Summary summarise(Context &context, const std::vector<State> &exits);

inline heap::MergeRules mergeRules(const Options &options) {
  return {options.freeOnAnyPath, options.preferAllocatingPaths};
}

} // namespace custody::engines::summary
