// The memory of a function at one point, as far as it is known: what each cell holds, what became of each object, and
// what was lost on the way here.
//
//     int *p = malloc(4);    cells {p+0 -> {site}}     status {site: Allocated|MayBeNull}
//     if (!p) return;        cells {p+0 -> {site}}     status {site: Allocated}
//     p = 0;                 cells {p+0 -> 0}          losses {site lost by this statement}
//
// A state is a value: vectors of small numbers, copied at branches and compared at joins; what an object holds is one
// of them (heap/contents.h). A cell without an entry holds what it held on entry, or nothing anybody knows.
#pragma once

#include "engines/summary/status.h"
#include "heap/contents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace custody::engines::summary {

using TraceId = ir::Id<struct TraceTag>;

struct CellEntry {
  heap::Cell cell;
  heap::Value value;
};

// An object and all that is known of its cells.
struct ObjectEntry {
  heap::LocId loc;
  heap::ContentsId contents = heap::ContentsTable::Nothing;
  bool operator==(const ObjectEntry &) const = default;
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

enum StateChange : uint8_t {
  ChangedMarks = 1, // what tells states apart
  MayBeDone = 2,    // an object is done with, or held by nobody
  MayBeVague = 4,   // memory that others can reach may hold one of several things
};

class State {
public:
  explicit State(heap::ContentsTable &contents) : contents(&contents) {}

  // Cells. What is found stays as it is when the state changes.
  const heap::Value *find(heap::Cell cell) const { return contents->find(contentsOf(cell.loc), cell.offset); }
  void set(heap::Cell cell, heap::Value value) {
    setContents(cell.loc, contents->with(contentsOf(cell.loc), cell.offset, value));
  }
  void erase(heap::Cell cell) { setContents(cell.loc, contents->without(contentsOf(cell.loc), cell.offset)); }
  size_t numCells() const { return cellCount; }
  std::vector<CellEntry> cells() const; // all, in order

  // Objects: all cells of one location.
  heap::ContentsId contentsOf(heap::LocId loc) const {
    const size_t at = positionOf(loc);
    return isAt(at, loc) ? objects[at].contents : heap::ContentsTable::Nothing;
  }
  void setContents(heap::LocId loc, heap::ContentsId id) {
    const size_t at = positionOf(loc);
    const heap::ContentsId before = isAt(at, loc) ? objects[at].contents : heap::ContentsTable::Nothing;
    if (before != id)
      replaceContents(at, loc, before, id);
  }
  llvm::ArrayRef<heap::FieldValue> cellsOf(heap::LocId loc) const { return (*contents)[contentsOf(loc)]; }
  void eraseCellsOf(heap::LocId loc) { setContents(loc, heap::ContentsTable::Nothing); }
  // Those of which something is known, in order, or those that have one of the traits. `visit` may change the object
  // that it is given.
  template <class Visit>
  void forEachObject(Visit visit) const {
    forEachObject(~uint32_t(0), visit);
  }
  template <class Visit>
  void forEachObject(uint32_t traits, Visit visit) const {
    for (size_t i = 0; i < objects.size();) {
      const ObjectEntry object = objects[i];
      if (object.contents & traits)
        visit(object.loc, object.contents);
      i += isAt(i, object.loc); // else it is gone, and the next has its place
    }
  }
  // What this state and the other do not know alike becomes what `combine` makes of both, in order; the state does not
  // change meanwhile. The objects that changed, as they were before.
  template <class Combine>
  llvm::SmallVector<ObjectEntry, 16> combineWith(const State &other, Combine combine) {
    llvm::SmallVector<ObjectEntry, 16> changed;
    // Most objects are known alike, the first of them on both sides.
    const size_t alike =
        std::mismatch(objects.begin(), objects.end(), other.objects.begin(), other.objects.end()).first -
        objects.begin();
    std::vector<ObjectEntry> combined;
    combined.reserve(std::max(objects.size(), other.objects.size()) + 8);
    combined.assign(objects.begin(), objects.begin() + alike);
    auto a = objects.cbegin() + alike, b = other.objects.cbegin() + alike;
    while (a != objects.cend() || b != other.objects.cend()) {
      const bool isA = b == other.objects.cend() || (a != objects.cend() && a->loc <= b->loc);
      const bool isB = a == objects.cend() || (b != other.objects.cend() && b->loc <= a->loc);
      const heap::LocId loc = isA ? a->loc : b->loc;
      const heap::ContentsId mine = isA ? a->contents : heap::ContentsTable::Nothing,
                             theirs = isB ? b->contents : heap::ContentsTable::Nothing,
                             both = mine == theirs ? mine : combine(loc, mine, theirs);
      if (both != heap::ContentsTable::Nothing)
        combined.push_back({loc, both});
      if (both != mine) {
        changed.push_back({loc, mine});
        noteChange(mine, both);
      }
      a += isA;
      b += isB;
    }
    objects = std::move(combined);
    return changed;
  }
  // Every value of the object by its image.
  template <class Image>
  void mapValues(heap::LocId loc, Image image) {
    llvm::SmallVector<heap::FieldValue, 16> fields(cellsOf(loc));
    bool isChanged = false;
    for (heap::FieldValue &field : fields) {
      const heap::Value now = image(field.value);
      isChanged |= now != field.value;
      field.value = now;
    }
    if (isChanged)
      setContents(loc, contents->intern(fields));
  }
  // The fields for which `keep` holds.
  template <class Keep>
  void filterFields(heap::LocId loc, Keep keep) {
    llvm::SmallVector<heap::FieldValue, 16> kept;
    llvm::copy_if(cellsOf(loc), std::back_inserter(kept), keep);
    setContents(loc, contents->intern(kept));
  }
  bool hasSameCells(const State &other) const { return objects == other.objects; }

  const Statuses &statuses() const { return status; }
  uint8_t statusOf(heap::LocId loc) const { return status[loc]; }
  void setStatus(heap::LocId loc, uint8_t bits) { // 0 removes it
    const uint8_t before = statusOf(loc);
    if ((before ^ bits) & (Allocated | Freed | Escaped))
      changes |= ChangedMarks | MayBeVague | ((before | bits) & Allocated ? MayBeDone : 0);
    status.set(loc, bits);
  }
  bool is(heap::LocId loc, uint8_t bits) const { return (statusOf(loc) & bits) == bits; }
  void addLoss(const Loss &loss);

  // What tells states apart at a join: which objects are to be released and which are released.
  uint64_t partition(bool withEscapes) const { return withProgress(fatesOf(withEscapes)); }
  uint64_t fatesOf(bool withEscapes) const { return status.hashOf(Allocated | Freed | (withEscapes ? Escaped : 0)); }
  // ... and where the function is: in the first look at a loop's condition, or leaving by an exception.
  uint64_t withProgress(uint64_t fates) const {
    return support::mixed(fates, uint64_t(firstIteration.index) << 8 | uint8_t(unwinding));
  }

  // What happened since somebody took notice. Whoever goes through all of a state does so only if he has to.
  bool takeChange(StateChange change) {
    const bool isChanged = changes & change;
    changes &= ~change;
    return isChanged;
  }

  std::vector<Decided> decided; // sorted
  std::vector<Loss> losses;     // sorted
  TraceId trace;
  ir::BlockId firstIteration; // the loop head whose condition is being looked at for the first time
  Unwinding unwinding = Unwinding::No;
  bool globalsChanged = false; // what is not known about a global is not what it was on entry any more

  // Hashes of what tells states apart, as of the last time somebody computed them (join.cpp).
  struct Marks {
    uint64_t objects = 0, openObjects = 0, holders = 0, others = 0, escapes = 0;
  };
  Marks marks;

private:
  void noteChange(heap::ContentsId before, heap::ContentsId after) {
    changes |=
        ((before | after) & heap::HasSites ? ChangedMarks | MayBeDone : 0) | (after & heap::IsVague ? MayBeVague : 0);
    cellCount += (*contents)[after].size() - (*contents)[before].size();
  }
  // Of the first that is not before it: mostly where the last question was.
  size_t positionOf(heap::LocId loc) const {
    if (!isPosition(lastPosition, loc))
      lastPosition = searchPosition(loc);
    return lastPosition;
  }
  bool isPosition(size_t index, heap::LocId loc) const {
    return index <= objects.size() && (index == 0 || objects[index - 1].loc < loc) &&
           (index == objects.size() || objects[index].loc >= loc);
  }
  size_t searchPosition(heap::LocId loc) const;
  void replaceContents(size_t at, heap::LocId loc, heap::ContentsId before, heap::ContentsId now);
  bool isAt(size_t index, heap::LocId loc) const { return index < objects.size() && objects[index].loc == loc; }

  heap::ContentsTable *contents;    // of all states of the function
  std::vector<ObjectEntry> objects; // by location; those of which something is known
  Statuses status;                  // by location
  mutable uint32_t lastPosition = 0;
  uint32_t cellCount = 0;
  uint8_t changes = ~0;
};

} // namespace custody::engines::summary
