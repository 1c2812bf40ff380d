// What a function does that its callers can see: the cells that it writes, and what becomes of the objects that they
// know or get. Read off the state at its exit; in which conditions this is told is the matter of summarise.cpp.
//
//     int make(char **out) { ... *out = malloc(4); ... }      writes arg1*; the object of the site is handed over
//
// Limits: of many cells the important ones are told, of many objects the first; the rest counts as kept by others.
#pragma once

#include "engines/path/leaks.h"
#include "engines/path/summary.h"
#include <map>

namespace custody::engines::path {

// A cell that holds something else than on entry.
struct Kept {
  heap::NodeCell cell;
  Value value;
  bool isPointer;
};

// What becomes of an object, and when.
struct Fate {
  heap::LocId loc;
  heap::NodeId node;
  Attribute attribute;
  Guard when;
};

// The way to the exit and the pointers that the caller's memory holds are parts of every summary. That they are too
// much is seen before the solver is asked anything.
bool areEffectsTooLarge(Context &context, const State &exit);

class Effects {
public:
  // The nodes of what is told go into the summary.
  Effects(Context &context, State &exit, Summary &summary)
      : memory(context, exit, {}), context(context), terms(context.terms), summary(summary) {}

  void collect() {
    findReachable();
    collectWrites();
    collectFates();
  }

  std::optional<heap::NodeCell> nodeCell(heap::Cell cell);
  bool isVisible(heap::LocId loc) const;
  unsigned depthOf(heap::NodeId node) const;
  bool isHeldNearby(heap::LocId loc);
  // Objects that are one to the caller: the first of them, and when one of them is there.
  heap::LocId firstOf(heap::LocId object) const { return standsFor.lookup(object.index); }
  Guard isLive(heap::LocId first) const { return live.lookup(first.index); }

  Memory memory;
  std::vector<Kept> writes;
  std::vector<Fate> fates;
  std::vector<heap::NodeId> lostFromSight; // what writes that are not told made reachable

private:
  heap::NodeId nodeOf(heap::LocId loc);
  bool isWorthTelling(heap::NodeCell cell, Value value) const;
  bool isOfGlobal(heap::LocId loc) const;
  void findReachable();
  void mergeAlternatives();
  Guard handedOver(heap::LocId loc);
  void addWrite(heap::LocId loc, const Kept &kept);
  void collectWrites();
  void limitWrites();
  void collectFates();

  Context &context;
  Terms &terms;
  Summary &summary;
  std::optional<Leaks> leaks;
  std::vector<heap::LocId> reachable;
  llvm::DenseMap<uint32_t, heap::LocId> standsFor;     // object to the one that stands for it
  std::map<heap::LocId, std::vector<uint32_t>> heldIn; // object to the caller's cells that may hold it
  llvm::DenseMap<uint32_t, Guard> live;                // by object that stands for others: when one of them is there
};

} // namespace custody::engines::path
