#include "report/fingerprint.h"
#include "report/kinds.h"
#include "support/hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>

namespace custody::report {

namespace {

std::string textAt(const Position &at, SourceFiles &sources) {
  std::string text;
  for (char c : sources.line(at.file, at.line).value_or(""))
    if (!llvm::isSpace(c))
      text += c;
  return text;
}

support::Hash identityOf(const Finding &finding, SourceFiles &sources) {
  return support::Hasher()
      .add(infoOf(finding.kind).id)
      .add(llvm::sys::path::filename(finding.loss.file))
      .add(finding.function)
      .add(finding.allocator)
      .add(finding.allocFunction)
      .add(textAt(finding.allocation, sources))
      .add(textAt(finding.loss, sources))
      .finish();
}

} // namespace

void setFingerprints(std::vector<Result> &results, SourceFiles &sources) {
  std::map<support::Hash, unsigned> seen;
  for (Result &result : results) {
    support::Hash identity = identityOf(result.finding, sources);
    unsigned ordinal = ++seen[identity];
    constexpr size_t Digits = 32; // enough that no two of a program's findings meet
    result.fingerprint = support::toHex(identity).substr(0, Digits) + ":" + std::to_string(ordinal);
  }
}

} // namespace custody::report
