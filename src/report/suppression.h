// Comments that say "I know, leave it":
//
//   cache = strdup(name); // custody-ignore: kept until the process ends
//   /* custody-ignore[leak] */
//   return -1;
//
// A comment speaks of its own line, or of the next one if it stands alone. It is looked for where the memory is lost
// and where it was allocated. Kinds in brackets restrict it; what follows a colon is the reason.
#pragma once

#include "report/finding.h"
#include "report/source_files.h"
#include <optional>

namespace custody::report {

struct Suppression {
  std::string reason; // may be empty
  Position at;        // of the comment

  auto operator<=>(const Suppression &) const = default;
};

std::optional<Suppression> suppressionOf(const Finding &finding, SourceFiles &sources);

} // namespace custody::report
