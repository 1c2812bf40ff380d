#include "report/suppression.h"
#include "report/kinds.h"
#include "llvm/ADT/StringExtras.h"

namespace custody::report {

namespace {

constexpr llvm::StringLiteral Mark = "custody-ignore";

struct Comment {
  llvm::StringRef kinds; // between brackets; empty: all
  llvm::StringRef reason;
  unsigned column = 0;
  bool standsAlone = false;

  bool speaksOf(Kind kind) const {
    if (kinds.empty())
      return true;
    for (llvm::StringRef name : llvm::split(kinds, ','))
      if (name.trim() == infoOf(kind).id)
        return true;
    return false;
  }
};

// Where the comment begins in which the mark stands, if it stands in one.
size_t commentBefore(llvm::StringRef line, size_t mark) {
  return std::min(line.take_front(mark).find("//"), line.take_front(mark).find("/*"));
}

std::optional<Comment> commentIn(llvm::StringRef line) {
  size_t mark = line.find(Mark);
  if (mark == llvm::StringRef::npos)
    return std::nullopt;
  size_t begin = commentBefore(line, mark);
  if (begin == llvm::StringRef::npos)
    return std::nullopt;
  llvm::StringRef rest = line.drop_front(mark + Mark.size());
  if (!rest.empty() && (llvm::isAlnum(rest.front()) || rest.front() == '_' || rest.front() == '-'))
    return std::nullopt; // another word

  Comment comment;
  comment.column = mark + 1;
  size_t end = line.find("*/", mark);
  comment.standsAlone =
      line.take_front(begin).trim().empty() &&
      (line.substr(begin, 2) == "//" || end == llvm::StringRef::npos || line.drop_front(end + 2).trim().empty());
  if (rest.consume_front("[")) {
    auto [kinds, after] = rest.split(']');
    comment.kinds = kinds.trim().empty() ? "[]" : kinds;
    rest = after;
  }
  rest = rest.take_front(rest.find("*/")).ltrim();
  if (rest.consume_front(":"))
    comment.reason = rest.trim();
  return comment;
}

std::optional<Suppression> found(const Position &at, unsigned line, Kind kind, bool mustStandAlone,
                                 SourceFiles &sources) {
  std::optional<llvm::StringRef> text = sources.line(at.file, line);
  std::optional<Comment> comment = text ? commentIn(*text) : std::nullopt;
  if (!comment || !comment->speaksOf(kind) || (mustStandAlone && !comment->standsAlone))
    return std::nullopt;
  return Suppression{comment->reason.str(), {at.file, line, comment->column, ""}};
}

std::optional<Suppression> nextTo(const Position &at, Kind kind, SourceFiles &sources) {
  if (!at.valid())
    return std::nullopt;
  if (auto suppression = found(at, at.line, kind, /*mustStandAlone=*/false, sources))
    return suppression;
  return found(at, at.line - 1, kind, /*mustStandAlone=*/true, sources);
}

} // namespace

std::optional<Suppression> suppressionOf(const Finding &finding, SourceFiles &sources) {
  if (auto suppression = nextTo(finding.loss, finding.kind, sources))
    return suppression;
  return nextTo(finding.allocation, finding.kind, sources);
}

} // namespace custody::report
