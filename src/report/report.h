// All that a run has to say: results, and what was left out of them and why.
#pragma once

#include "report/results.h"

namespace custody::report {

// A function or a unit about which less is known than was asked.
struct Notice {
  enum class Kind : uint8_t { UnitFailed, CutOff };
  Kind kind = Kind::CutOff;
  std::string subject; // the unit's file, the function
  std::string text;

  auto operator<=>(const Notice &) const = default;
};

struct Report {
  std::vector<Result> results; // suppressed and known ones among them
  size_t belowRank = 0;        // results that are not among them
  unsigned minRank = 0;
  std::vector<Notice> notices;
  std::string scope; // what was looked at: "3 units, 24 functions, …"; may be empty
  bool hasBaseline = false;

  // Results that count for the exit status.
  size_t counted() const;
  // Every unit could be analysed.
  bool isComplete() const;
};

// Takes the results of lower rank away, and counts them.
void dropBelow(Report &report, unsigned minRank);

// "3 leaks, 1 double free in 2 files; 1 suppressed, 4 in the baseline"
std::string summaryOf(const Report &report);

// "1 unit", "3 units"
std::string counted(size_t number, llvm::StringRef one, llvm::StringRef many);

} // namespace custody::report
