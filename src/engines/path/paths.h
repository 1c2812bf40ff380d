// Under which condition a point of the function is reached.
//
// The condition is a list of what was assumed on the way, newest first; ways that part share the rest of the list.
// Where two ways meet again, what they share stays, and the condition becomes shorter:
//
//     if (c) a(); else b();       the ways {G, c} and {G, not c} share G and meet in G, for c or not c is always true
#pragma once

#include "ir/ids.h"
#include "logic/terms.h"
#include <vector>

namespace custody::engines::path {

using logic::Guard;
using logic::Terms;
using logic::Word;
using PathId = ir::Id<struct PathTag>;

class Paths {
public:
  explicit Paths(Terms &terms) : terms(terms), nodes{{PathId(), terms.always(), terms.always(), 0}} {}

  static PathId entry() { return PathId(0); }

  // The path on which the guard holds as well. None: nobody gets there.
  PathId assume(PathId path, Guard guard);
  // All that holds on the path.
  Guard condition(PathId path) const { return nodes[path.index].all; }
  std::vector<Guard> conjuncts(PathId path) const;

  PathId common(PathId a, PathId b) const; // the longest path that both go on from
  unsigned depth(PathId path) const { return nodes[path.index].depth; }
  // What was assumed on `path` after `start`, which it goes on from.
  Guard since(PathId path, PathId start);

private:
  struct Node {
    PathId before;
    Guard guard;
    Guard all;
    unsigned depth;
  };

  Terms &terms;
  std::vector<Node> nodes;
};

} // namespace custody::engines::path
