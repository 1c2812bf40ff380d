// One function, from entry to its exits: the fixpoint over its blocks (sparrow-2008, section 4).
//
// Problem: the paper joins all states that meet. Most false alarms come from that: the path that allocates and sets a
// flag is joined with the path that does neither, and a test of the flag cannot separate them again.
//
// Idea: states are joined when they agree on what is to be released and what was released, and kept apart otherwise, up
// to a limit; with a limit of 1 this is the paper. Numbers are widened where the flow goes backward. A loop that can be
// entered is taken to run at least once, as in the paper: the way out of the condition before the first iteration is
// held back until it is clear that no state comes around.
//
// Cost: each block is run once for each change of a state before it; a change adds targets (finitely many: sites,
// inputs bounded by k), or widens numbers. The budget in steps ends what is left of bad luck.
#pragma once

#include "engines/summary/transfer.h"

namespace custody::engines::summary {

struct FlowResult {
  std::vector<State> exits; // at returns
  std::vector<Loss> losses; // on paths that leave the function, each once
  bool throws = false;      // an exception may leave it
  bool isComplete = true;   // the budget sufficed
};

FlowResult runFlow(Context &context, Transfer &transfer);

} // namespace custody::engines::summary
