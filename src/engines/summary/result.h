// What the engine keeps of a function when it is done with it.
#pragma once

#include "engines/summary/context.h"

namespace custody::engines::summary {

struct FunctionResult {
  heap::Summary summary;
  std::vector<report::Finding> findings;
  std::vector<program::ProgFuncId> circleReads; // functions of its circle of calls whose summaries it used; sorted
  std::string cutOff;                           // why it was not analysed to the end; empty: it was

  // Callers see the summary only.
  bool operator==(const FunctionResult &other) const { return summary == other.summary; }
};

} // namespace custody::engines::summary
