#include "report/results.h"
#include "report/fingerprint.h"
#include "report/message.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace custody::report {

unsigned rankOf(llvm::ArrayRef<RankReason> reasons) {
  int64_t points = 50;
  for (const RankReason &reason : reasons)
    points += reason.points;
  return static_cast<unsigned>(std::clamp<int64_t>(points, 0, 100));
}

namespace {

class Shorten {
public:
  explicit Shorten(llvm::StringRef base) : base(base) {}

  void operator()(Finding &finding) const {
    place(finding.loss);
    place(finding.allocation);
    llvm::for_each(finding.otherLosses, [&](Position &at) { place(at); });
    llvm::for_each(finding.chain, [&](Event &event) { place(event.at); });
    llvm::for_each(finding.interfaces, [&](Interface &interface) { place(interface.at); });
  }

private:
  void place(Position &at) const {
    if (at.file.empty())
      return;
    llvm::SmallString<256> path(at.file);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/false);
    llvm::StringRef rest = path;
    if (rest.consume_front(base) && (rest.consume_front("/") || base.ends_with("/")) && !rest.empty())
      path = llvm::SmallString<256>(rest);
    at.file = path.str().str();
  }

  llvm::StringRef base;
};

// Where the memory came into the losing function.
const Position &siteOf(const Finding &finding) {
  for (const Event &event : finding.chain)
    if (event.function == finding.function && event.at.valid() &&
        (event.kind == Event::Kind::Allocated || event.kind == Event::Kind::Handed))
      return event.at;
  return finding.allocation.valid() ? finding.allocation : finding.loss;
}

// What a specification says is no place: of several claims on one line each stands for itself.
llvm::StringRef claimOf(const Finding &finding) {
  return finding.kind == Kind::SpecContradiction ? finding.allocator : llvm::StringRef();
}

using Key = std::tuple<Kind, Position, Position, std::string, std::string>;

Key keyOf(const Finding &finding) {
  return {finding.kind, siteOf(finding), finding.allocation, finding.function, claimOf(finding).str()};
}

bool tellsBetter(const Finding &a, const Finding &b) {
  unsigned rankA = rankOf(a.reasons), rankB = rankOf(b.reasons);
  if (rankA != rankB)
    return rankA > rankB;
  return std::tie(a.loss, a) < std::tie(b.loss, b);
}

void noteAgreement(Result &result) {
  if (result.engines.size() < 2)
    return;
  constexpr int PointsPerEngine = 10;
  int points = PointsPerEngine * static_cast<int>(result.engines.size() - 1);
  result.finding.reasons.push_back({points, "the engines " + llvm::join(result.engines, ", ") + " agree"});
}

Result merged(std::vector<Finding> group) {
  llvm::sort(group, tellsBetter);
  std::set<Position> places;
  std::set<std::string> engines;
  for (const Finding &finding : group) {
    places.insert(finding.loss);
    places.insert(finding.otherLosses.begin(), finding.otherLosses.end());
    engines.insert(finding.engine);
  }
  Result result;
  result.finding = std::move(group.front());
  for (Finding &other : llvm::MutableArrayRef(group).drop_front()) // not every engine tells what it relies on
    if (result.finding.interfaces.empty())
      result.finding.interfaces = std::move(other.interfaces);
  places.erase(result.finding.loss);
  result.finding.otherLosses.assign(places.begin(), places.end());
  result.engines.assign(engines.begin(), engines.end());
  noteAgreement(result);
  result.rank = rankOf(result.finding.reasons);
  return result;
}

using Groups = std::map<Key, std::vector<Finding>>;

// Groups that only know who handed the memory over go to one that knows where it was allocated.
void joinHanded(Groups &groups) {
  for (auto at = groups.begin(); at != groups.end();) {
    const auto &[kind, site, allocation, function, claim] = at->first;
    auto better = groups.end();
    for (auto other = groups.lower_bound({kind, site, Position(), std::string(), std::string()});
         allocation == site && other != groups.end() && better == groups.end(); ++other) {
      const auto &[otherKind, otherSite, otherAllocation, otherFunction, otherClaim] = other->first;
      if (otherKind != kind || otherSite != site)
        break;
      if (otherAllocation != site && otherFunction == function && otherClaim == claim)
        better = other;
    }
    if (better == groups.end()) {
      ++at;
      continue;
    }
    llvm::append_range(better->second, std::move(at->second));
    at = groups.erase(at);
  }
}

bool mayBeRelated(const Result &result) {
  return result.finding.kind == Kind::Leak || result.finding.kind == Kind::DoubleFree;
}

Related relatedOf(Result result) {
  Finding &finding = result.finding;
  return {finding.kind,
          result.rank,
          std::move(result.fingerprint),
          messageOf(finding),
          std::move(finding.loss),
          std::move(finding.otherLosses)};
}

// The kinds of one object as one result. What is suppressed stays apart from what is not.
void relateKinds(std::vector<Result> &results) {
  std::map<std::tuple<Position, Position, std::string, bool>, std::vector<Result>> objects;
  for (Result &result : results)
    if (mayBeRelated(result)) {
      const Finding &finding = result.finding;
      auto &kinds = objects[{siteOf(finding), finding.allocation, finding.function, result.suppression.has_value()}];
      kinds.push_back(std::move(result));
    }
  llvm::erase_if(results, mayBeRelated);
  for (auto &[object, kinds] : objects) {
    llvm::sort(kinds, [](const Result &a, const Result &b) {
      return std::tuple(a.rank, a.finding.kind) > std::tuple(b.rank, b.finding.kind);
    });
    for (Result &other : llvm::MutableArrayRef(kinds).drop_front())
      kinds.front().related.push_back(relatedOf(std::move(other)));
    results.push_back(std::move(kinds.front()));
  }
  sort(results, SortBy::Place);
}

bool placeLess(const Result &a, const Result &b) {
  return std::tie(a.finding.loss, a.finding, a.fingerprint) < std::tie(b.finding.loss, b.finding, b.fingerprint);
}

} // namespace

void sort(std::vector<Result> &results, SortBy order) {
  llvm::sort(results, [order](const Result &a, const Result &b) {
    if (order == SortBy::Rank && a.rank != b.rank)
      return a.rank > b.rank;
    return placeLess(a, b);
  });
}

std::vector<Result> makeResults(std::vector<Finding> findings, llvm::StringRef base, SourceFiles &sources) {
  llvm::for_each(findings, Shorten(base));
  Groups groups;
  for (Finding &finding : findings)
    groups[keyOf(finding)].push_back(std::move(finding));
  joinHanded(groups);

  std::vector<Result> results;
  for (auto &[key, group] : groups)
    results.push_back(merged(std::move(group)));
  sort(results, SortBy::Place);
  setFingerprints(results, sources);
  for (Result &result : results)
    result.suppression = suppressionOf(result.finding, sources);
  relateKinds(results);
  return results;
}

} // namespace custody::report
