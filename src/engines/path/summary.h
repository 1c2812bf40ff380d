// What a function does to the memory of its caller, under conditions on what the caller gives it.
//
// The paper's summary is a boolean and a set: does it return new memory, and what of its parameters escapes. This one
// has the graph of the summary engine (heap/summary.h: nodes for arguments, what they pointed to, what is allocated),
// and says of every write, allocation, release and escape when it happens, as a formula over what cells held on entry:
//
//     int make(char **out) {            returns: out* is there
//       char *p = malloc(4);            allocated: site when u0 (the allocation succeeds)
//       if (!p) return -1;              out*+0  = site when u0, else what it held
//       *out = p; return 0;             ret     = u0 ? 0 : -1
//     }
//
// Formulas are in an arena of their own and mean nothing but what `entries` says; the other unknowns are choices that
// nobody outside can see. The paper's two parts are views of it (print.cpp).
#pragma once

#include "heap/summary.h"
#include "logic/terms.h"

namespace custody::engines::path {

struct GuardedTarget {
  heap::NodeCell cell;
  logic::Guard when;
};

struct GuardedWrite {
  heap::NodeCell cell;
  std::vector<GuardedTarget> targets;
  logic::Word number; // where no target is meant
  bool isWeak = false;
  bool isPointer = false;                   // or null; else a number
  std::optional<logic::Guard> isThere = {}; // of a weak one: it is not null
};

// What one element of an array holds in the end, the cell being any of them.
struct GuardedElement {
  GuardedWrite write;
  logic::Word index;
};

struct GuardedNode {
  heap::NodeId node;
  logic::Guard when;
};

struct GuardedFree {
  heap::NodeId node;
  logic::Guard when;
  bool isCertain = true; // the condition is exact
  llvm::StringRef family;
  bool withParts = false;
};

// An unknown of the formulas that the caller knows more of.
struct Entry {
  heap::NodeCell cell;
  bool isNonNull = false;            // `guard`: the pointer in the cell is not null
  program::ProgGlobalId global = {}; // `guard`: it is the address of this one
  logic::Guard guard;
  logic::Word word;      // the number in the cell, if there is no guard
  bool isTested = false; // the function asks whether the pointer is null
  bool isNumber() const { return !isNonNull && !global; }
};

struct Summary {
  heap::Summary nodes; // its table of nodes; the cases are not used
  logic::Terms terms;
  std::vector<Entry> entries;
  std::vector<GuardedWrite> writes;     // by cell
  std::vector<GuardedElement> elements; // those of which more is known than that it is one of them
  std::vector<heap::NodeCell> changed;  // numbers that are not told
  std::vector<GuardedNode> allocated, escaped;
  std::vector<GuardedFree> freed;
  logic::Guard returns = {1};
  std::vector<uint32_t> takenOnSuccess; // arguments: for callers that do not look at the result
  bool isUnknown = false;
  bool clobbersGlobals = false;
  bool mayThrow = false;

  static Summary unknown() {
    Summary summary;
    summary.isUnknown = true;
    summary.mayThrow = true;
    return summary;
  }
  static Summary neverReturns() {
    Summary summary;
    summary.returns = summary.terms.never();
    return summary;
  }
};

} // namespace custody::engines::path
