// Functions that never return to their caller, found by looking at their bodies.
//
//     void die(const char *why) { fputs(why, stderr); exit(1); }     // nobody wrote `noreturn`
//
// What is lost on a path that ends in `die` is no leak, so this must be known.
//
// Idea: the least solution of "may return": a function may return if a Return block is reachable from its entry along
// blocks whose calls may return. Declared functions return unless declared otherwise; a weak body may be replaced by
// one that returns. Recursion without an end never returns, which the least solution says by itself.
//
// A function is looked at again only when a set of targets that it calls turns out to return, and a set turns once: so
// the cost is linear in the size of the bodies times the calls that block them.
#pragma once

#include "program/call_graph.h"

namespace custody::program {

class NoReturn {
public:
  NoReturn(const Program &program, const CallGraph &graph, const LibraryModel &library);

  bool operator()(ProgFuncId id) const { return !mayReturn[id.index]; }
  // The call statement never completes: marked so, or none of its targets returns.
  bool operator()(ProgFuncId caller, ir::StmtId call) const { return !callMayReturn(caller, call); }
  uint64_t steps() const { return stepCount; }

private:
  bool callMayReturn(ProgFuncId caller, ir::StmtId stmt) const;
  bool reachesReturn(ProgFuncId id);
  void markReturning(ProgFuncId id, std::vector<ProgFuncId> &work);

  const Program *program;
  const CallGraph *graph;
  std::vector<bool> mayReturn;    // by function
  std::vector<bool> isQueued;     // by function, while it is computed
  std::vector<bool> setMayReturn; // by target set
  uint64_t stepCount = 0;
};

} // namespace custody::program
