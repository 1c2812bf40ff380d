// Which exceptions come where?
//
//     static int check(int n) { if (n > 100) throw error(); return n; }
//
//     int *copy = new int(n);
//     try { n = check(n); } catch (const error &) { n = 0; }
//     delete copy;                                     // always: `check` throws `error`, and that is caught
//
// Clang asks the type of the exception where handlers are chosen, and lets it go on if none fits. That way is one that
// nobody takes if a handler fits all that can be thrown here, and an engine that takes it finds leaks that are none.
//
// Idea. For each function the set of types that it may let out, by its throws and by its calls; a function that nothing
// is known of throws anything. Inside, the set of types that are on their way is followed from unwind edges through the
// branches that choose a handler: an edge that no type takes is never taken. `throw;` throws what the handler caught.
//
// The least solution, bottom-up; a function is looked at again when a callee turns out to throw more. Sets have at most
// `MaxTypes` members, then they are "anything"; so each function is looked at a bounded number of times.
#pragma once

#include "program/call_graph.h"
#include "program/exception_types.h"
#include "program/function_specs.h"

namespace custody::program {

struct ThrownTypes {
  bool isAnything = false;
  std::vector<ProgGlobalId> types; // type_info objects, sorted

  bool isNothing() const { return !isAnything && types.empty(); }
  bool add(const ThrownTypes &other); // true if it grew
  static ThrownTypes anything() { return {true, {}}; }
};

class Exceptions {
public:
  Exceptions(const Program &program, const FunctionSpecs &specs, const CallGraph &graph);

  const ThrownTypes &thrownBy(ProgFuncId id) const { return thrown[id.index]; }
  // No exception that may be on its way in the block goes by this edge.
  bool isNeverTaken(ProgFuncId id, ir::BlockId block, uint32_t edge) const;

private:
  friend class ExceptionFlow;
  using Edge = std::pair<uint32_t, uint32_t>; // block, number of the edge

  const Program *program;
  const CallGraph *graph;
  const ExceptionTypes types;
  std::vector<ThrownTypes> thrown;                        // by function
  llvm::DenseMap<uint32_t, std::vector<Edge>> neverTaken; // by function, sorted
};

} // namespace custody::program
