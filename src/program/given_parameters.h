// Parameters that no caller leaves null.
//
//     static void add(struct node *to) { struct node *n = make(); if (to) link(to, n); }
//     void load(void) { struct node *top = make(); if (!top) return; add(top); }
//
// Problem: `add` tests its argument, so on its own it may lose n. But whoever calls it gives it a node.
//
// Idea: a function that nobody outside of its file can name, and whose address nobody takes, is called where we see it.
// A parameter of it is given if each call passes an address, a variable that was tested or followed on all ways to the
// call, or a parameter that is itself given: the greatest solution, so that functions may call each other in circles.
// Within a function it is known of variables whose address is not taken, forward over the blocks; where ways meet, what
// is known on all of them.
//
// Ends because what is given and what is known only become less. A function is looked at again when a parameter of it
// turns out not to be given; a look is linear in its size but for nested loops.
#pragma once

#include "program/call_graph.h"
#include <set>

namespace custody::program {

class GivenParameters {
public:
  GivenParameters(const Program &program, const PointsTo &pointsTo, const CallGraph &graph);

  // Is the parameter with this number, `this` being 0 in methods, never null?
  bool isGiven(ProgFuncId function, uint32_t param) const { return given.contains({function.index, param}); }

private:
  void findCandidates(const PointsTo &pointsTo);
  void look(ProgFuncId caller, std::vector<ProgFuncId> &due);

  const Program &program;
  const CallGraph &graph;
  std::set<std::pair<uint32_t, uint32_t>> given; // function and parameter
};

} // namespace custody::program
