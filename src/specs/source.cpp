// Positions and messages; the idea is told in source.h.
#include "specs/source.h"

#include <algorithm>

namespace custody::specs {

LineColumn SourceFile::locate(Offset offset) const {
  std::call_once(counted, [this] {
    lineStarts.push_back(0);
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      lineStarts.push_back(static_cast<Offset>(at + 1));
  });
  const auto after = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  LineColumn at;
  at.line = static_cast<unsigned>(after - lineStarts.begin());
  at.column = 1 + std::min<Offset>(offset, static_cast<Offset>(text.size())) - *std::prev(after);
  return at;
}

llvm::StringRef SourceFile::lineAt(Offset offset) const {
  const llvm::StringRef all(text);
  const size_t at = std::min<size_t>(offset, all.size());
  const size_t newline = all.take_front(at).rfind('\n');
  const size_t begin = newline == llvm::StringRef::npos ? 0 : newline + 1;
  return all.slice(begin, std::min(all.find('\n', at), all.size()));
}

static const char *word(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  return "error";
}

std::string Diagnostic::render() const {
  if (!source)
    return std::string(word(severity)) + ": " + message + "\n";
  const LineColumn at = source->locate(offset);
  std::string out = source->name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                    word(severity) + ": " + message + "\n";
  const llvm::StringRef line = source->lineAt(offset);
  out += line.str() + "\n";
  // Tabs are repeated so that the caret stands under its column whatever the tab width.
  for (unsigned i = 0; i + 1 < at.column; ++i)
    out += i < line.size() && line[i] == '\t' ? '\t' : ' ';
  return out + "^\n";
}

bool hasErrors(const Diagnostics &diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

std::string render(const Diagnostics &diagnostics) {
  std::string out;
  for (const Diagnostic &d : diagnostics)
    out += d.render();
  return out;
}

} // namespace custody::specs
