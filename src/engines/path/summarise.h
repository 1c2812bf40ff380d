// From the memory at a function's exits to its summary (saturn-leaks-2005, section 4.5.2).
#pragma once

#include "engines/path/leaks.h"
#include "engines/path/summary.h"

namespace custody::engines::path {

// `exit`: all exits merged. None: it has too many cases.
std::optional<Summary> summarise(Context &context, State exit);

} // namespace custody::engines::path
