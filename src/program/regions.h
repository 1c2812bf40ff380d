// Sets of memory regions: the vocabulary of alias queries (contradiction-2006, section 4.1). Regions are disjoint
// pieces of memory; `pt(e)` is the set of regions that the pointer `e` may point into; a statement changes nothing that
// lies in other regions than those it writes.
//
// One region is special: External, the memory of code that is not here. What that code knows the address of *escaped*:
// a pointer to External may as well point there. Escaped regions carry a mark in their number, so that two sets answer
// `intersects` without asking anybody, and a set with External need not list the escaped ones: it drops them.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>

namespace custody::program {

struct RegionId {
  static constexpr uint32_t EscapedMark = 1u << 31;

  uint32_t value = EscapedMark;

  static RegionId of(uint32_t index, bool isEscaped) { return RegionId{index | (isEscaped ? EscapedMark : 0)}; }
  static RegionId external() { return RegionId{EscapedMark}; } // index 0
  uint32_t index() const { return value & ~EscapedMark; }
  bool isEscaped() const { return value & EscapedMark; }
  bool isExternal() const { return value == EscapedMark; }
  friend auto operator<=>(RegionId, RegionId) = default;
};

// A sorted set; a value. Operations cost the size of the sets.
class RegionSet {
public:
  RegionSet() = default;
  RegionSet(RegionId id) : ids{id} {}

  static RegionSet from(llvm::SmallVector<RegionId, 4> unsorted) {
    RegionSet set;
    std::sort(unsorted.begin(), unsorted.end()); // llvm::sort of plain numbers is qsort, several times slower
    unsorted.erase(std::unique(unsorted.begin(), unsorted.end()), unsorted.end());
    set.ids = std::move(unsorted);
    set.dropCovered();
    return set;
  }

  bool empty() const { return ids.empty(); }
  size_t size() const { return ids.size(); }
  auto begin() const { return ids.begin(); }
  auto end() const { return ids.end(); }
  friend bool operator==(const RegionSet &, const RegionSet &) = default;

  // External is the smallest of the escaped, and those stand behind all others.
  bool hasExternal() const { return firstEscaped() != ids.end() && firstEscaped()->isExternal(); }
  bool hasEscaped() const { return !ids.empty() && ids.back().isEscaped(); }

  bool contains(RegionId id) const {
    return std::binary_search(ids.begin(), ids.end(), id) || (id.isEscaped() && hasExternal());
  }

  bool intersects(const RegionSet &other) const {
    if ((hasExternal() && other.hasEscaped()) || (other.hasExternal() && hasEscaped()))
      return true;
    for (auto a = ids.begin(), b = other.ids.begin(); a != ids.end() && b != other.ids.end();) {
      if (*a == *b)
        return true;
      *a < *b ? ++a : ++b;
    }
    return false;
  }

  // True if the set grew.
  bool add(const RegionSet &other) {
    if (other.ids.empty() || covers(other))
      return false;
    llvm::SmallVector<RegionId, 4> merged;
    merged.reserve(ids.size() + other.ids.size());
    std::set_union(ids.begin(), ids.end(), other.ids.begin(), other.ids.end(), std::back_inserter(merged));
    ids = std::move(merged);
    dropCovered();
    return true;
  }

  bool covers(const RegionSet &other) const {
    return llvm::all_of(other.ids, [&](RegionId id) { return contains(id); });
  }

private:
  llvm::SmallVector<RegionId, 4>::const_iterator firstEscaped() const {
    return std::lower_bound(ids.begin(), ids.end(), RegionId::external());
  }

  void dropCovered() {
    if (hasExternal())
      ids.erase(ids.begin() + (firstEscaped() - ids.begin()) + 1, ids.end());
  }

  llvm::SmallVector<RegionId, 4> ids;
};

} // namespace custody::program
