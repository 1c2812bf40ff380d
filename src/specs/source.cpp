// Positions and messages; the idea is told in source.h.
#include "specs/source.h"

#include "support/excerpt.h"
#include "support/printable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

namespace custody::specs {

static llvm::Error cannotRead(llvm::StringRef path, llvm::Error why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot read " + path + ": " + llvm::toString(std::move(why)));
}

llvm::Expected<SourceRef> readSource(llvm::StringRef path) {
  llvm::Expected<llvm::sys::fs::file_t> file = llvm::sys::fs::openNativeFileForRead(path);
  if (!file)
    return cannotRead(path, file.takeError());
  const auto close = llvm::make_scope_exit([&file] { llvm::sys::fs::closeFile(*file); });
  std::string text;
  size_t size = 0, more = 0;
  do {
    text.resize(std::max<size_t>(64U << 10, 2 * size));
    llvm::Expected<size_t> read =
        llvm::sys::fs::readNativeFile(*file, llvm::MutableArrayRef<char>(text.data() + size, text.size() - size));
    if (!read)
      return cannotRead(path, read.takeError());
    more = *read;
    size += more;
  } while (more > 0 && size <= LargestSource);
  if (size > LargestSource)
    return llvm::createStringError(std::make_error_code(std::errc::file_too_large),
                                   "cannot read " + path + ": it is larger than 64 MB");
  llvm::StringRef content(text.data(), size);
  content.consume_front("\xef\xbb\xbf"); // the mark of UTF-8 that some editors write
  return std::make_shared<const SourceFile>(path, content);
}

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
  const std::string out = support::printable(source->name) + ":" + std::to_string(at.line) + ":" +
                          std::to_string(at.column) + ": " + word(severity) + ": " + support::printable(message) + "\n";
  // The blank is where a mark after the last character stands.
  const std::string line = source->lineAt(offset).rtrim('\r').str() + " ";
  const support::Excerpt excerpt = support::excerptOf(line, at.column);
  return out + llvm::StringRef(excerpt.code).rtrim().str() + "\n" + std::string(excerpt.indent, ' ') + "^\n";
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
