// The 0-1 constraints of ownership inference and their solver (clouseau-2003, section 4.1).
//
//     u = new int;        u1 = 1
//     z = u;              u1 = u2 + z2        who owned before owns now, or has handed it over
//     delete z;           z2 = 1
//     }                   u2 = 0
//
// Problem: constraints come one by one, the more reliable first. Each must be found consistent with those before, or be
// left out; so the answer must be exact and cheap, and a refused constraint must leave no trace.
//
// Idea: variables fall into *partitions* (union-find) with a label 0, 1 or none; a constraint over several variables is
// a *flow node* with one source and several targets. Three steps, of which only the first two run at each constraint:
//
//  1. Rewriting (the paper's local rules). ZEROIN: from 0 flows nothing. ZEROOUT: targets that are 0 are passed over.
//     ONEOUT: what flows into 1 is 1, and its other targets are 0. SINGLENODE: an equality with one target left
//     unifies. EDGEREMOVAL: a flow node that says nothing more is dead. All changes are on a trail; a contradiction
//     undoes them.
//  2. A *witness*, a solution that is kept and repaired (ownership_witness.cpp): after a constraint only the flow nodes
//     it touched can be violated, and mostly none is. Where the paper looks at components of the rewritten graph anew,
//     this changes the old solution where it must, by a complete search.
//  3. CYCLEELIMINATION and MULTIPATH (ownership_canonical.cpp) make no difference to consistency, which is a matter of
//     solutions, but to the canonical form: they are applied once, when that is asked for.
//
// Difference from the paper: it lets MULTIPATH set a partition to 0 that a flow node reaches by two paths. Paths that
// part at a partition with two flow nodes can both carry 1, so only those that part at a flow node count here; likewise
// a cycle empties the other targets of its own flow nodes only. (With one flow node for each source, as in the paper's
// pictures, both are the same.)
//
// Ends: each rewrite labels, unifies or kills. Cost: near-linear; each union moves the shorter lists; the search has a
// budget, beyond which a constraint counts as consistent (isExact).
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace custody::logic {

using OwnVar = uint32_t;

struct OwnConstraint {
  enum class Kind : uint8_t {
    Zero,    // source = 0
    One,     // source = 1
    Equal,   // source = sum of targets
    AtLeast, // source >= sum of targets
  };
  Kind kind = Kind::Zero;
  OwnVar source = 0;
  llvm::SmallVector<OwnVar, 2> targets;

  bool operator==(const OwnConstraint &) const = default;
};

class OwnershipGraph {
public:
  OwnVar newVariable();
  uint32_t numVariables() const { return parent.size(); }

  // False: it contradicts what is there already, and the graph is as before.
  bool add(const OwnConstraint &constraint);

  std::optional<bool> label(OwnVar variable) const;
  OwnVar partition(OwnVar variable) const { return find(variable); }
  bool witness(OwnVar variable) const; // its value in a solution
  bool isExact() const { return exact; }

  // Applies the rules that are not applied at each constraint. Changes no answer about consistency.
  void canonicalise();

  // The flow nodes that are left, over representatives of partitions, targets that are 0 left out.
  std::vector<OwnConstraint> flows() const;

  // The constraints among `visible` alone: variable i stands for visible[i], variables from visible.size() on are fresh
  // ones that stand for what flows in from inside. Call canonicalise() before.
  std::vector<OwnConstraint> project(llvm::ArrayRef<OwnVar> visible) const;

private:
  friend class WitnessRepair;
  friend class Canonicaliser;
  friend class Projector;
  using FlowId = uint32_t;
  static constexpr uint8_t Unlabelled = 2;

  struct Flow {
    OwnVar source;
    bool isEqual;
    bool isDead = false;
    uint32_t firstTarget, numTargets; // into `targets`
  };
  struct Change {
    enum class Kind : uint8_t { Label, Union, Death, Value } kind;
    uint32_t what;
    uint8_t before = 0; // Label, Value; Union: the parent's label
    uint32_t outs = 0, ins = 0;
  };
  struct Scan; // what a flow node's targets are now

  OwnVar find(OwnVar variable) const;
  llvm::ArrayRef<OwnVar> targetsOf(const Flow &flow) const {
    return llvm::ArrayRef(targets).slice(flow.firstTarget, flow.numTargets);
  }
  void addFlow(const OwnConstraint &constraint);
  bool apply(const OwnConstraint &constraint);
  bool setLabel(OwnVar root, bool value);
  bool unify(OwnVar a, OwnVar b);
  bool propagate();
  Scan scan(const Flow &flow);
  bool rewrite(FlowId id);
  bool zeroAll(llvm::ArrayRef<OwnVar> roots);
  void kill(FlowId id);
  void enqueue(FlowId id);
  void enqueueFlowsOf(OwnVar root);
  void setValue(OwnVar root, bool value);
  void undoTo(size_t mark);
  bool isSatisfied(const Flow &flow) const;
  template <class Visit>
  void forEachLiveTarget(const Flow &flow, Visit visit) const;

  std::vector<OwnVar> parent;
  std::vector<uint8_t> labels; // by representative
  std::vector<uint8_t> values; // the witness, by representative
  std::vector<std::vector<FlowId>> outs, ins;
  std::vector<Flow> flowNodes;
  std::vector<OwnVar> targets;
  std::vector<Change> trail;
  std::vector<FlowId> queue;
  std::vector<uint8_t> isQueued;  // by flow node
  std::vector<FlowId> touched;    // live ones that were looked at
  std::vector<uint32_t> seen;     // by variable: in which scan
  std::vector<uint8_t> isDecided; // by variable, while the witness is repaired
  uint32_t scanNumber = 0;
  bool exact = true;
};

// `x = y + z` a line, with the names that `name` gives.
void print(llvm::raw_ostream &out, const OwnConstraint &constraint, llvm::function_ref<std::string(OwnVar)> name);

// The graph as the paper draws it: partitions with their members and labels, then flow nodes.
void printGraph(llvm::raw_ostream &out, const OwnershipGraph &graph, llvm::ArrayRef<std::string> names);

} // namespace custody::logic
