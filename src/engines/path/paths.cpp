#include "engines/path/paths.h"

namespace custody::engines::path {

// So many of the latest assumptions are compared with a new one. The solver sees the rest.
static constexpr unsigned MaxLookBack = 64;

PathId Paths::assume(PathId path, Guard guard) {
  if (guard == terms.always())
    return path;
  PathId earlier = path;
  for (unsigned i = 0; i < MaxLookBack && earlier; ++i, earlier = nodes[earlier.index].before) {
    if (nodes[earlier.index].guard == guard)
      return path;
    if (nodes[earlier.index].guard == !guard)
      return {};
  }
  const Guard all = terms.both(nodes[path.index].all, guard);
  if (all == terms.never())
    return {};
  nodes.push_back({path, guard, all, nodes[path.index].depth + 1});
  return PathId(nodes.size() - 1);
}

std::vector<Guard> Paths::conjuncts(PathId path) const {
  std::vector<Guard> guards;
  for (; path; path = nodes[path.index].before)
    guards.push_back(nodes[path.index].guard);
  return guards;
}

PathId Paths::common(PathId a, PathId b) const {
  while (a != b)
    (nodes[a.index].depth >= nodes[b.index].depth ? a : b) =
        nodes[(nodes[a.index].depth >= nodes[b.index].depth ? a : b).index].before;
  return a;
}

Guard Paths::since(PathId path, PathId start) {
  Guard all = terms.always();
  for (; path != start; path = nodes[path.index].before)
    all = terms.both(nodes[path.index].guard, all);
  return all;
}

} // namespace custody::engines::path
