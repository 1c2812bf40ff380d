// The line of source that a position means, with its mark.
#pragma once

#include "report/finding.h"
#include "report/source_files.h"
#include "support/excerpt.h"
#include <optional>

namespace custody::report {

std::optional<support::Excerpt> excerptAt(const Position &at, SourceFiles &sources);

} // namespace custody::report
