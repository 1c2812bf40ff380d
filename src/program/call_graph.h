// The call graph: what each call may run, and the strongly connected components bottom-up.
//
//     qsort(v, n, 8, cmp);        Direct: qsort; Callback: cmp
//     ops->read(f);               Indirect: what flows into the field `read`; or Signature: what fits
//     shape->draw();              Virtual: overriders in classes that have objects
//     register_hook(on_event);    Direct: register_hook, of which nothing is known; MayCall: on_event
//
// Many calls share their targets: a table of 50,000 functions may be called from 1,000 places. Target sets are kept
// once, and a set with more than one function is a node of the graph: a call points to the set, the set to its
// functions. So the graph stays linear in what was written, and so does everything that walks over it.
//
// Components are found by Tarjan's algorithm (scc.h); the order depends on ids only.
#pragma once

#include "program/points_to.h"
#include "program/scc.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class raw_ostream;
}

namespace custody::program {

enum class CallKind : uint8_t { Direct, Virtual, Indirect, Signature, Callback, MayCall };
llvm::StringRef name(CallKind kind);

using TargetSetId = ir::Id<struct TargetSetTag>;

// One way in which a statement calls. A statement has several if it hands out callbacks.
struct CallTargets {
  ir::StmtId stmt;
  CallKind kind = CallKind::Direct;
  uint32_t rule = 0; // Callback: which of the callee's rules in the LibraryModel
  TargetSetId targets;
  bool mayBeUnknown = false; // or code that is not here

  bool isOwnCall() const { return kind != CallKind::Callback && kind != CallKind::MayCall; }
};

class CallGraph {
public:
  static CallGraph build(const Program &program, const ClassHierarchy &classes, const PointsTo &pointsTo);

  // Of a function, by statement.
  llvm::ArrayRef<CallTargets> calls(ProgFuncId caller) const;
  llvm::ArrayRef<CallTargets> callsAt(ProgFuncId caller, ir::StmtId stmt) const;
  llvm::ArrayRef<ProgFuncId> targets(TargetSetId set) const; // sorted
  std::vector<ProgFuncId> callees(ProgFuncId caller) const;  // sorted, without repetition

  void forEachCaller(ProgFuncId callee, llvm::function_ref<void(ProgFuncId, const CallTargets &)> visit) const;
  // The sets that a function is in, and the calls that use a set: the same in two steps, each linear.
  llvm::ArrayRef<uint32_t> setsWith(ProgFuncId callee) const { return setsOfFunction[callee.index]; }
  struct Use {
    ProgFuncId caller;
    uint32_t call; // into calls(caller)
  };
  llvm::ArrayRef<Use> usesOf(TargetSetId set) const;

  // Components, bottom-up. One of a shared target set has no functions.
  uint32_t numComponents() const { return components.size(); }
  llvm::ArrayRef<ProgFuncId> functionsOf(uint32_t component) const;
  uint32_t componentOf(ProgFuncId id) const { return components.of[id.index]; }
  uint32_t componentOf(TargetSetId id) const { return components.of[nodeOf(id)]; }
  llvm::ArrayRef<uint32_t> calleeComponents(uint32_t component) const { return condensed[component]; } // not itself
  bool isRecursive(uint32_t component) const { return recursive[component]; }
  uint32_t numTargetSets() const { return numFunctions() + sharedSets.size(); }
  uint32_t numEdges() const { return edgeCount; }
  bool isCoarse() const { return coarse; } // PointsTo's budget was used up

private:
  friend class CallGraphBuilder;

  uint32_t numFunctions() const { return singletons.size(); }
  // A set's node: that of its only function, or its own.
  uint32_t nodeOf(TargetSetId id) const { return id.index; }

  std::vector<ProgFuncId> singletons; // set f < number of functions is {f}
  std::vector<std::vector<ProgFuncId>> sharedSets;
  std::vector<CallTargets> allCalls; // by caller
  std::vector<uint32_t> firstCall;   // by caller; one more than there are functions
  FlatGraph setsOfFunction;          // function to sets
  std::vector<Use> uses;             // by set
  std::vector<uint32_t> firstUse;
  Components components; // over functions, then shared sets
  std::vector<ProgFuncId> componentFunctions;
  std::vector<uint32_t> firstComponentFunction;
  FlatGraph condensed;
  std::vector<bool> recursive;
  uint32_t edgeCount = 0;
  bool coarse = false;
};

enum class GraphFormat { Text, Graphviz };
void printCallGraph(llvm::raw_ostream &out, const Program &program, const CallGraph &graph,
                    GraphFormat format = GraphFormat::Text);

} // namespace custody::program
