// When an allocated object is lost (saturn-leaks-2005, section 4.4, figure 5).
//
// An object escapes if a global, the caller's memory or the result points to it (via-global, via-interface), if an
// object that escapes does (via-newloc), if it was freed, or if a call kept it (the attribute). It leaks if it is valid
// and does not escape. The paper's exclusion set keeps two objects that point to each other from escaping through each
// other; the least solution of the rules has that property, and is computed by rounds from "nothing escapes".
#pragma once

#include "engines/path/memory.h"

namespace custody::engines::path {

class Leaks {
public:
  // Of what is reachable in the state at an exit; only the `wanted` objects are asked about. `keepsVariables`: those of
  // the function hold what they point to, since the program ends there or the function goes on.
  Leaks(Context &context, State &state, llvm::ArrayRef<heap::LocId> wanted, bool keepsVariables);

  // When the object is reachable from outside of the function.
  Guard isHeld(heap::LocId loc) const;
  // When it is lost, and not as a part of another that is lost.
  Guard isLost(heap::LocId loc);

private:
  struct Hold {
    uint32_t container; // index of an object; None: from outside
    uint32_t object;
    Guard alive, points; // the holder is there; it points to the object
    Guard when = {};     // both
  };
  static constexpr uint32_t None = ~0u;

  void collect(bool keepsVariables);
  void leaveOutOthers(llvm::ArrayRef<heap::LocId> wanted);
  std::vector<Guard> solve();
  Guard isAlone(uint32_t object); // lost, whether as a part or not
  bool leadsTo(uint32_t from, uint32_t to) const;

  Context &context;
  Memory memory;
  std::vector<Hold> holds;
  llvm::DenseMap<uint32_t, uint32_t> indexOf; // location to object
  std::vector<Guard> held;
};

} // namespace custody::engines::path
