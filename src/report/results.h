// From findings to results: what engines said, put together for people.
//
//   summary: strdup at a.c:3, lost in f at a.c:7   ┐
//   summary: strdup at a.c:3, lost in f at a.c:9   ├─▶ one result: a.c:7, also lost at a.c:9, engines summary and path
//   path:    strdup at a.c:3, lost in f at a.c:7   ┘
//
// One result per kind, site and losing function. The site is where the memory came into the losing function: two calls
// of `xstrdup` are two sites although one `malloc` serves both. Of the findings that are one result, the one with the
// highest rank tells the story (then the first in the source); the others give their places and their engines.
//
// What is lost on one way and freed twice on another is one problem (clouseau-containers-2006, 6.3): the story is that
// of the kind with the higher rank, of equals the double free, and the other kind is *related* to it, with its places
// and the fingerprint that it would have alone. A baseline and a comparison of runs look at each kind, so that who
// mends the one is not told that the other is new.
//
// An engine that does not look into the function which hands the memory over names no other place of allocation; what
// it says belongs to the first result with the same site.
//
// Results are sorted by place. All of this is a function of the findings as a set: their order does not matter.
#pragma once

#include "report/finding.h"
#include "report/source_files.h"
#include "report/suppression.h"
#include <optional>

namespace custody::report {

// The same object in another kind of trouble.
struct Related {
  Kind kind = Kind::Leak;
  unsigned rank = 50;
  std::string fingerprint;
  std::string message;
  Position loss;
  std::vector<Position> otherLosses;

  auto operator<=>(const Related &) const = default;
};

struct Result {
  Finding finding; // its `engine` is the one whose story is told
  std::vector<std::string> engines;
  unsigned rank = 50;      // 0 to 100: 50 and the reasons' points
  std::string fingerprint; // see fingerprint.h
  std::vector<Related> related;
  std::optional<Suppression> suppression;
  bool isKnown = false; // is in the baseline

  // Counts for the exit status.
  bool counts() const { return !suppression && !isKnown; }
  auto operator<=>(const Result &) const = default;
};

unsigned rankOf(llvm::ArrayRef<RankReason> reasons);

// Positions below `base` (a real, absolute path) become relative to it.
std::vector<Result> makeResults(std::vector<Finding> findings, llvm::StringRef base, SourceFiles &sources);

enum class SortBy { Place, Rank };
void sort(std::vector<Result> &results, SortBy order);

} // namespace custody::report
