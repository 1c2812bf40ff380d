// From what the analysis saw to what a person reads: losses and misuses become findings with their chain of custody.
#pragma once

#include "engines/summary/flow.h"

namespace custody::engines::summary {

std::vector<report::Finding> makeFindings(Context &context, const FlowResult &flow);

} // namespace custody::engines::summary
