#include "report/report.h"
#include "report/kinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace custody::report {

std::string counted(size_t number, llvm::StringRef one, llvm::StringRef many) {
  return (llvm::Twine(number) + " " + (number == 1 ? one : many)).str();
}

size_t Report::counted() const {
  return llvm::count_if(results, [](const Result &result) { return result.counts(); });
}

bool Report::isComplete() const {
  return llvm::none_of(notices, [](const Notice &notice) { return notice.kind == Notice::Kind::UnitFailed; });
}

void dropBelow(Report &report, unsigned minRank) {
  size_t before = report.results.size();
  llvm::erase_if(report.results, [&](const Result &result) { return result.rank < minRank; });
  for (Result &result : report.results)
    llvm::erase_if(result.related, [&](const Related &related) { return related.rank < minRank; });
  report.belowRank = before - report.results.size();
  report.minRank = minRank;
}

static std::string found(llvm::ArrayRef<Result> results) {
  std::set<llvm::StringRef> files;
  std::vector<std::string> kinds;
  for (const KindInfo &info : allKinds()) {
    size_t number = 0;
    for (const Result &result : results)
      if (result.counts() && result.finding.kind == info.kind) {
        ++number;
        files.insert(result.finding.loss.file);
      }
    if (number)
      kinds.push_back(counted(number, info.one, info.many));
  }
  if (kinds.empty())
    return "nothing found";
  return llvm::join(kinds, ", ") + " in " + counted(files.size(), "file", "files");
}

std::string summaryOf(const Report &report) {
  size_t suppressed = llvm::count_if(report.results, [](const Result &result) { return result.suppression; });
  size_t known =
      llvm::count_if(report.results, [](const Result &result) { return result.isKnown && !result.suppression; });
  std::vector<std::string> aside;
  if (suppressed)
    aside.push_back(std::to_string(suppressed) + " suppressed");
  if (known)
    aside.push_back(std::to_string(known) + " in the baseline");
  if (report.belowRank)
    aside.push_back(std::to_string(report.belowRank) + " below rank " + std::to_string(report.minRank));
  return found(report.results) + (aside.empty() ? "" : "; " + llvm::join(aside, ", "));
}

} // namespace custody::report
