// Keeps the ownership graph's witness a solution.
//
// After a constraint was rewritten, the old solution may violate flow nodes that were touched. Each violated flow node
// must get another value for one of its variables, so the search branches over which; a variable that was decided stays
// decided below. That is complete: in any solution, one of them differs. What is flipped makes its other flow nodes
// suspects. Mostly the search is one step long: a new target takes over what its source owned.
#pragma once

#include "logic/ownership_graph.h"

namespace custody::logic {

class WitnessRepair {
public:
  explicit WitnessRepair(OwnershipGraph &graph) : graph(graph) {}

  // False: there is no solution. The graph's trail has all changes of values.
  bool run(llvm::ArrayRef<uint32_t> suspects);

private:
  struct Choice {
    llvm::SmallVector<OwnVar, 4> candidates;
    size_t next = 0;
    size_t decided = 0; // how many were decided before
    size_t pending = 0, head = 0;
  };

  static constexpr uint64_t MaxSteps = 20000;

  llvm::SmallVector<OwnVar, 4> candidatesOf(uint32_t flow) const;
  bool isFree(OwnVar root) const;
  bool search(llvm::ArrayRef<uint32_t> suspects);
  bool tryNext();
  void decide(OwnVar root, bool isFlipped);
  void undecideTo(size_t count);

  OwnershipGraph &graph;
  std::vector<uint32_t> pending; // flow nodes that may be violated
  size_t head = 0;
  std::vector<std::pair<OwnVar, bool>> decided; // and whether it was flipped
  std::vector<Choice> choices;
};

} // namespace custody::logic
