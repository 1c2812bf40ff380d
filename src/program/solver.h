// Inclusion constraints over pointers, and their least solution (Andersen's analysis). Knows objects, offsets and
// functions, but no program: points_to_builder.cpp makes constraints from heap IR.
//
// A *node* stands for something that holds pointers: a variable, a field of an object, the value of an expression. Its
// solution is a set of *locations*, a location being an object and a byte offset in it, with array elements collapsed
// (layout.h). Constraints:
//
//     p = &x         location x is in p                        address
//     p = q          p includes q                              copy
//     p = q->f       for each location l in q: p includes l+f  load
//     p->f = q       for each location l in p: l+f includes q  store
//     p = &q->f      for each location l in q: l+f is in p     offset
//     (*p)(...)      for each function in p: tell the caller   call
//
// Idea: waves (Pereira and Berlin 2009). Propagate what is new along the copy edges in topological order, having merged
// the nodes of each cycle (they are equal); then let the new locations make new copy edges; again until nothing is new.
// Only what changed nodes reach is walked over. Loads and offsets of the same pointer and offset are one node.
//
// Unknown code: the object External stands for memory that is not ours, and for everything that code there can reach.
// What flows into `escapeNode()` is reachable from there: its contents may become External, and flow there in turn.
//
// Most memory of a real program escapes, and most pointers may be External. Escaped objects hold the same then, namely
// External and functions, and a set with External need not list them. So escaped objects of one type share their
// content, offset by offset, and in sets with External the first of them stands for all (its *canonical* location):
// such a set is as large as there are types, not objects. Only functions held in escaped objects are told apart less
// well, by type and field.
//
//     x = {External, a+8, b+8, c}     a, b: struct s, escaped; c is not       x = {External, a+8, c}
//
// If the budget of steps is used up, the solution becomes *coarse*: all memory whose address was taken escapes, its
// content is one node, sets with External list nothing that escaped, and large sets become External. What remains costs
// linear time. Calls through such pointers have to be resolved by signature; callbacks may miss targets.
//
// Why it ends: nodes, edges and sets only grow, and all are bounded, since offsets are: an object with more than a few
// hundred distinct offsets, or offsets outside a small range and no type to judge them by, is collapsed into one field.
// Cost: bounded by the budget; in practice near linear in the constraints. `steps()` counts edges and locations
// handled.
#pragma once

#include "program/layout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SparseBitVector.h"
#include <functional>
#include <optional>

namespace custody::program {

using NodeId = uint32_t;
using ObjectId = uint32_t;
using LocationId = uint32_t;
using PointerSet = llvm::SparseBitVector<>; // of LocationId

class Solver {
public:
  static constexpr uint32_t None = ~0u;
  static constexpr ObjectId External = 0;

  enum class ObjectKind : uint8_t { Memory, Function, External };

  struct Location {
    ObjectId object;
    uint32_t offset;
    LocationId canonical; // itself, or what stands for it in sets with External
  };

  // Called for each function that a call's pointer may be; may add constraints.
  using CallHandler = std::function<void(uint32_t call, ObjectId function)>;
  using EscapeHandler = std::function<void(ObjectId function)>;

  Solver(const Layouts &layouts, CallHandler onCall, EscapeHandler onFunctionEscape);

  ObjectId addObject(ObjectKind kind, ProgTypeId type);
  NodeId addNode();
  NodeId externalNode() const { return 0; } // holds a pointer to External
  NodeId escapeNode() const { return 1; }

  NodeId content(ObjectId object, int64_t offset); // the node of what is held there
  NodeId address(ObjectId object, int64_t offset); // a node that holds its address
  void addAddress(NodeId node, ObjectId object, int64_t offset);
  void addCopy(NodeId from, NodeId to);
  NodeId load(NodeId pointer, int64_t offset);
  void addStore(NodeId pointer, int64_t offset, NodeId value);
  NodeId offset(NodeId pointer, int64_t offset);
  void addCall(NodeId pointer, uint32_t call);
  // Whole objects of unknown type are copied.
  void addBlockCopy(NodeId to, NodeId from);
  void escape(ObjectId object);

  void setBudget(uint64_t steps) { budget = steps; }
  void solve();
  bool isCoarse() const { return coarse; } // the budget was used up
  bool mayBeExternal(NodeId node) const { return pointees(node).test(ExternalLocation); }

  // The solution.
  const PointerSet &pointees(NodeId node) const { return nodes[find(node)].pointees; }
  const Location &location(LocationId id) const { return locations[id]; }
  uint32_t numLocations() const { return locations.size(); }
  uint32_t numObjects() const { return objects.size(); }
  uint32_t numNodes() const { return nodes.size(); }
  bool isAddressTaken(ObjectId id) const { return objects[id].location != None; } // at offset 0
  bool isEscaped(ObjectId id) const { return objects[id].isEscaped; }
  bool isCollapsed(ObjectId id) const { return objects[id].isCollapsed; }
  ObjectKind kind(ObjectId id) const { return objects[id].kind; }
  ProgTypeId type(ObjectId id) const { return objects[id].type; }
  // Without making it: None if nothing is known to be held there.
  NodeId findContent(ObjectId object, int64_t offset) const;
  // Which of the object's offsets have content nodes; ascending.
  std::vector<uint32_t> offsets(ObjectId object) const;
  int64_t normalise(ObjectId object, int64_t offset) const; // clamps what would collapse the object
  NodeId find(NodeId node) const;
  uint64_t steps() const { return stepCount; }

private:
  enum class ConstraintKind : uint8_t { Load, Store, Offset, Call, BlockCopy, Escape };
  struct Constraint {
    ConstraintKind kind;
    uint32_t other; // node, call, or block copy
    int64_t offset;
  };
  struct Node {
    PointerSet pointees, propagated;
    std::vector<NodeId> copies; // edges out
    std::vector<Constraint> constraints;
    bool isDirty = false;
    uint32_t numTidy = 0;     // so many copies are known to be distinct
    uint32_t seenEscapes = 0; // numEscapes when the set was last made canonical
  };
  struct Object {
    ObjectKind kind = ObjectKind::Memory;
    bool isCollapsed = false;
    bool isEscaped = false;
    ProgTypeId type;
    NodeId node = None;         // of offset 0
    LocationId location = None; // of offset 0
    uint32_t numOffsets = 0;    // besides 0
    ObjectId canonical = None;  // escaped: the object of its type that stands for all
  };
  struct Cell {
    NodeId node = None;
    LocationId location = None;
  };
  struct BlockCopy {
    NodeId to;
    llvm::DenseMap<int64_t, NodeId> values; // by distance from the beginning
  };
  struct Pending {
    NodeId node;
    PointerSet fresh;
    std::optional<Constraint> only; // else all constraints of the node
  };

  static constexpr LocationId ExternalLocation = 0;

  static uint64_t key(uint32_t high, uint32_t low) { return uint64_t(high) << 32 | low; }
  uint32_t cellOffset(ObjectId object, int64_t offset); // normalises; may collapse
  LocationId locationOf(ObjectId object, int64_t offset);
  NodeId makeContent(ObjectId object, uint32_t offset);
  void noteOffset(ObjectId object, uint32_t offset);
  void collapse(ObjectId object);
  void addConstraint(NodeId node, Constraint constraint);
  void apply(const Constraint &constraint, LocationId location);
  void applyBlockCopy(uint32_t index, const Location &from);
  void addPointee(NodeId node, LocationId location);
  void markDirty(NodeId node);
  void setCanonical(LocationId location);
  std::vector<LocationId> locationsOf(ObjectId object) const;
  void makeCanonical(Node &node, PointerSet &fresh);
  void tidyCopies(NodeId node);
  void becomeCoarse();
  void limitSet(NodeId node);
  void merge(NodeId a, NodeId b);
  void propagate();
  void mergeCycles(const std::vector<NodeId> &roots, std::vector<NodeId> &order);

  const Layouts &layouts;
  CallHandler onCall;
  EscapeHandler onFunctionEscape;
  std::vector<Node> nodes;
  mutable std::vector<NodeId> parents; // union-find
  std::vector<Object> objects;
  std::vector<Location> locations;
  llvm::DenseMap<uint64_t, Cell> cells; // by object and offset, other than 0
  llvm::DenseMap<ObjectId, std::vector<uint32_t>> objectOffsets;
  llvm::DenseSet<uint64_t> edges;
  llvm::DenseMap<std::pair<uint64_t, int64_t>, NodeId> loads, offsetNodes;
  llvm::DenseMap<LocationId, NodeId> addressNodes;
  std::vector<BlockCopy> blockCopies;
  std::vector<NodeId> dirty, limited;
  std::vector<Pending> pending;
  llvm::DenseMap<ProgTypeId, ObjectId> escapedOfType; // the first of each
  ObjectId escapedUntyped = None;
  uint32_t numEscapes = 0;
  uint64_t stepCount = 0, budget = ~uint64_t(0);
  bool coarse = false;

  // Search for cycles: marks of earlier waves are told apart by the wave's number.
  std::vector<uint32_t> visitWave, visitOrder, visitLow;
  std::vector<bool> isOpen;
  uint32_t wave = 0;
};

} // namespace custody::program
