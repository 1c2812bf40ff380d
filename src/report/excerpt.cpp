#include "report/excerpt.h"

namespace custody::report {

std::optional<support::Excerpt> excerptAt(const Position &at, SourceFiles &sources) {
  std::optional<llvm::StringRef> line = sources.line(at.file, at.line);
  if (!line || line->trim().empty())
    return std::nullopt;
  return support::excerptOf(*line, at.column);
}

} // namespace custody::report
