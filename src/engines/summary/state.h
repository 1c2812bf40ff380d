// The memory of a function at one point, as far as it is known: what each cell holds, what became of each object, and
// what was lost on the way here.
//
//     int *p = malloc(4);    cells {p+0 -> {site}}     status {site: Allocated|MayBeNull}
//     if (!p) return;        cells {p+0 -> {site}}     status {site: Allocated}
//     p = 0;                 cells {p+0 -> 0}          losses {site lost by this statement}
//
// A state is a value: vectors of small numbers, copied at branches and compared at joins. A cell without an entry holds
// what it held on entry, or nothing anybody knows.
#pragma once

#include "engines/summary/status.h"
#include "heap/value.h"
#include "llvm/ADT/SmallVector.h"

namespace custody::engines::summary {

using TraceId = ir::Id<struct TraceTag>;

struct CellEntry {
  heap::Cell cell;
  heap::Value value;
  bool operator==(const CellEntry &) const = default;
};

// Bytes decide: there are no others in it than those of the numbers.
static_assert(std::has_unique_object_representations_v<CellEntry>);

// What may be known about a place: what lies anywhere in the object, at this very place, at elements of arrays.
struct PlaceEntries {
  const heap::Value *anywhere = nullptr;
  const heap::Value *there = nullptr;
  llvm::ArrayRef<CellEntry> elements;
};

// Did an exception lead here, and if so, whose?
enum class Unwinding : uint8_t { No, ByAllocation, ByCall };

// An allocated object whose last holder is gone. It is a finding if the function goes on to return.
struct Loss {
  heap::LocId site;
  ir::StmtId at;
  TraceId trace; // how the function came to `at`
  Unwinding unwinding = Unwinding::No;

  // The first way to a loss stands for all.
  bool operator==(const Loss &other) const { return site == other.site && at == other.at; }
  auto operator<=>(const Loss &other) const { return std::pair(site, at) <=> std::pair(other.site, other.at); }
};

// A condition that was decided on the way here (conditions.h).
struct Decided {
  uint64_t key = 0;
  bool isTrue = false;
  auto operator<=>(const Decided &) const = default;
};

struct State {
  std::vector<CellEntry> cells; // by cell
  Statuses status;              // by location
  std::vector<Decided> decided; // sorted
  std::vector<Loss> losses;     // sorted
  TraceId trace;
  ir::BlockId firstIteration; // the loop head whose condition is being looked at for the first time
  Unwinding unwinding = Unwinding::No;
  bool globalsChanged = false; // what is not known about a global is not what it was on entry any more

  const heap::Value *find(heap::Cell cell) const;
  heap::Value *find(heap::Cell cell);
  void set(heap::Cell cell, heap::Value value);
  void erase(heap::Cell cell);
  // The entries of one location, contiguous.
  llvm::ArrayRef<CellEntry> cellsOf(heap::LocId loc) const;
  PlaceEntries entriesAt(heap::Cell cell) const; // at an exact offset
  void eraseCellsOf(heap::LocId loc);

  uint8_t statusOf(heap::LocId loc) const { return status[loc]; }
  void setStatus(heap::LocId loc, uint8_t bits) { status.set(loc, bits); } // 0 removes it
  bool is(heap::LocId loc, uint8_t bits) const { return (statusOf(loc) & bits) == bits; }
  void addLoss(const Loss &loss);

  // What tells states apart at a join: which objects are to be released and which are released.
  uint64_t partition(bool withEscapes) const;
};

} // namespace custody::engines::summary
