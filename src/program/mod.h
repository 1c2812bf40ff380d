// What a function may write, itself or through what it calls.
//
//     void push(struct stack *s, void *x) { s->top->data = x; count++; }      // regions: the nodes, count; parameter s
//
// Two views. *Regions*: the memory that may change, as points-to divides it. *Parameters*: bit i is set if memory
// reachable from parameter i may change; it needs no points-to, and tells one caller's memory from another's.
//
// Idea: own writes, then the union over callees, component by component, bottom-up. A function's own variables are not
// seen by its callers (unless it is recursive: an inner call may write a variable of the outer through a pointer).
// Sets of one component are one. A set of more than MaxRegions regions becomes "anything": nobody is helped by it, and
// memory stays linear in the number of components.
//
// Parameters: each variable has the parameters that its value may come from, without regard to order; a write through a
// variable is a write to those. Masks grow at most 64 times, so each edge is walked at most that often.
#pragma once

#include "program/call_graph.h"

namespace custody::program {

class ModSets {
public:
  static constexpr size_t MaxRegions = 4096;

  ModSets(const Program &program, const PointsTo &pointsTo, const CallGraph &graph, const LibraryModel &library);

  struct Regions {
    RegionSet regions;
    bool isAnything = false;
  };
  const Regions &regions(ProgFuncId id) const { return byComponent[graph->componentOf(id)]; }
  bool mayWrite(ProgFuncId id, const RegionSet &set) const {
    return regions(id).isAnything || regions(id).regions.intersects(set);
  }
  // What a call statement may write, besides its result. Made once where many sets are asked about.
  struct CallWrites {
    std::vector<const Regions *> callees;
    Regions byLibraries; // through the arguments
    bool isUnknown = false;

    bool mayWrite(const RegionSet &set) const;
  };
  CallWrites callWrites(ProgFuncId caller, ir::StmtId call) const;

  // Parameters from 64 on share the last bit.
  uint64_t parameters(ProgFuncId id) const { return parameterMasks[id.index]; }
  bool mayWriteParameter(ProgFuncId id, unsigned index) const {
    return parameterMasks[id.index] >> std::min(index, 63u) & 1;
  }

private:
  Regions ownWrites(ProgFuncId id) const;
  void addCallWrites(ProgFuncId caller, const CallTargets &call, Regions &out) const;
  bool writesUnknown(ProgFuncId id) const;
  void computeRegions();

  const Program *program;
  const PointsTo *pointsTo;
  const CallGraph *graph;
  const LibraryModel *library;
  std::vector<Regions> byComponent;
  std::vector<uint64_t> parameterMasks; // by function
};

// param_mod.cpp
std::vector<uint64_t> computeWrittenParameters(const Program &program, const CallGraph &graph,
                                               const LibraryModel &library);

} // namespace custody::program
