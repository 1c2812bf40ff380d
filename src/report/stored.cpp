#include "report/stored.h"
#include "report/json_lines.h"
#include "report/sarif.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

namespace custody::report {

// SARIF is one object over many lines, or one line that has runs.
static bool looksLikeSarif(llvm::StringRef text) {
  llvm::StringRef first = text.ltrim().split('\n').first.rtrim();
  if (first == "{")
    return true;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(first);
  if (!value) {
    llvm::consumeError(value.takeError());
    return false;
  }
  return value->getAsObject() && value->getAsObject()->get("runs");
}

// LLVM's parser calls itself for each bracket, so a file of brackets alone would overflow the stack.
static bool nestsTooDeep(llvm::StringRef text) {
  constexpr unsigned Deepest = 100; // SARIF needs some 15
  unsigned depth = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        isInString = false;
    } else if (c == '"') {
      isInString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > Deepest)
        return true;
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return false;
}

llvm::Expected<std::vector<Result>> readResults(llvm::StringRef text, llvm::StringRef name) {
  if (nestsTooDeep(text))
    return llvm::createStringError(llvm::inconvertibleErrorCode(), name + ": nested too deep to be a result");
  return looksLikeSarif(text) ? readSarif(text, name) : readJsonLines(text, name);
}

llvm::Expected<std::vector<Result>> readResultFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "cannot read '" + path + "': " + buffer.getError().message());
  return readResults((*buffer)->getBuffer(), path);
}

static llvm::StringSet<> fingerprintsOf(llvm::ArrayRef<Result> results) {
  llvm::StringSet<> all;
  for (const Result &result : results) {
    all.insert(result.fingerprint);
    for (const Related &related : result.related)
      all.insert(related.fingerprint);
  }
  return all;
}

// Related kinds as results of their own.
static std::vector<Result> apart(llvm::ArrayRef<Result> results) {
  std::vector<Result> all;
  for (const Result &result : results) {
    all.push_back(result);
    all.back().related.clear();
    for (const Related &related : result.related) {
      Result other = all.back();
      other.finding.kind = related.kind;
      other.finding.loss = related.loss;
      other.finding.otherLosses = related.otherLosses;
      other.finding.object.clear();
      other.finding.chain.clear(); // it tells of the other kind
      other.rank = related.rank;
      other.fingerprint = related.fingerprint;
      all.push_back(std::move(other));
    }
  }
  return all;
}

// A result is known if all its kinds are.
void markKnown(std::vector<Result> &results, llvm::ArrayRef<Result> baseline) {
  llvm::StringSet<> known = fingerprintsOf(baseline);
  for (Result &result : results)
    result.isKnown = known.contains(result.fingerprint) &&
                     llvm::all_of(result.related, [&](const Related &r) { return known.contains(r.fingerprint); });
}

Difference differenceOf(llvm::ArrayRef<Result> oldResults, llvm::ArrayRef<Result> newResults) {
  const std::vector<Result> before = apart(oldResults), after = apart(newResults);
  llvm::StringSet<> old = fingerprintsOf(before), now = fingerprintsOf(after);
  Difference difference;
  for (const Result &result : after) {
    if (old.contains(result.fingerprint))
      ++difference.unchanged;
    else if (!result.suppression)
      difference.introduced.push_back(result);
  }
  for (const Result &result : before)
    if (!result.suppression && !now.contains(result.fingerprint))
      difference.fixed.push_back(result);
  return difference;
}

} // namespace custody::report
