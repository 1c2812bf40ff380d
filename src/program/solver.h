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
// External and functions, and a set with External need not list them. So escaped memory is divided by field, not by
// object (field_keys.h): what is stored through a pointer to External as field f of record r is read there as the same
// field. Constraints through External cost one edge each, sets with External list only what has not escaped, functions,
// and the addresses of single fields that may hold functions.
//
//     x = {External, a+8, b+8, c}     a, b: escaped; c is not       x = {External, c}
//     x->run = f;  y->run()           x, y may be External          f is called
//
// Memory without a type (bytes, allocations of unknown use) is divided by field too: it may be an arena for all types.
// Typed objects that would have too many offsets become such memory.
//
// If the budget of steps is used up, the solution becomes *coarse*: all memory whose address was taken escapes. What
// remains costs linear time and loses no function, but tells less memory apart.
//
// Why it ends: nodes, edges and sets only grow, and all are bounded, since offsets are: those of a type by its size,
// and fields by the program's records.
// Cost: bounded by the budget; in practice near linear in the constraints. `steps()` counts edges and locations
// handled.
#pragma once

#include "program/field_keys.h"
#include "program/pointer_set.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>
#include <functional>
#include <optional>

namespace custody::program {

using NodeId = uint32_t;
using ObjectId = uint32_t;

class Solver {
public:
  static constexpr uint32_t None = ~0u;
  static constexpr ObjectId External = 0;

  enum class ObjectKind : uint8_t {
    Memory,
    Bytes, // constants without pointers: nothing is stored there
    Function,
    External,
    Block, // what a block copy moves; has no address
  };

  struct Location {
    ObjectId object;
    uint32_t offset;      // without a type: a field's key
    LocationId canonical; // itself, or what stands for it in sets with External
  };

  // Where an access goes, from the location that a pointer holds: by bytes if the object there has a type, else by
  // field.
  struct Step {
    int64_t offset = 0;
    KeyId field = FieldKeys::Scalar;
  };

  // Called for each function that a call's pointer may be, and for External; may add constraints.
  using CallHandler = std::function<void(uint32_t call, ObjectId function)>;
  using EscapeHandler = std::function<void(ObjectId function)>;

  Solver(const Program &program, const Layouts &layouts, CallHandler onCall, EscapeHandler onFunctionEscape);

  ObjectId addObject(ObjectKind kind, ProgTypeId type);
  // Functions whose addresses stand together make small sets.
  void reserveLocation(ObjectId function);
  NodeId addNode();
  NodeId externalNode() const { return 0; } // holds a pointer to External
  NodeId escapeNode() const { return 1; }
  Step step(ProgTypeId seenAs, int64_t inType, int64_t offset) { return {offset, keys.keyOf(seenAs, inType)}; }

  NodeId content(ObjectId object, Step at); // the node of what is held there
  NodeId address(ObjectId object, Step at); // a node that holds its address
  void addAddress(NodeId node, ObjectId object, Step at);
  void addCopy(NodeId from, NodeId to);
  NodeId load(NodeId pointer, Step at);
  void addStore(NodeId pointer, Step at, NodeId value);
  NodeId offset(NodeId pointer, Step by);
  void addCall(NodeId pointer, uint32_t call);
  // Whole objects of unknown type are copied, through an object of kind Block.
  void addBlockCopy(NodeId to, NodeId from, ObjectId block);
  void escape(ObjectId object);

  // Nodes that get no other edges than they have: what is assigned once is what it is assigned, and needs no set of its
  // own. To be called before the first solve().
  void substitute(llvm::ArrayRef<NodeId> closed);
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
  bool isAddressTaken(ObjectId id) const { return objects[id].isAddressTaken; }
  bool isEscaped(ObjectId id) const { return objects[id].isEscaped; }
  bool hasType(ObjectId id) const { return bool(objects[id].type); } // else its offsets are keys of fields
  ObjectKind kind(ObjectId id) const { return objects[id].kind; }
  const FieldKeys &fieldKeys() const { return keys; }
  // Without making it: None if nothing is known to be held there.
  NodeId findContent(ObjectId object, uint32_t offset) const;
  // Which of the object's offsets have content nodes; ascending.
  std::vector<uint32_t> offsets(ObjectId object) const;
  NodeId find(NodeId node) const;
  uint64_t steps() const { return stepCount; }

private:
  enum class ConstraintKind : uint8_t { Load, Store, Offset, Call, BlockFrom, BlockTo };
  struct Constraint {
    ConstraintKind kind;
    uint32_t other; // node, call, or the object in the middle of a block copy
    Step step;
  };
  struct Node {
    PointerSet pointees, propagated;
    std::vector<NodeId> copies; // edges out
    std::vector<Constraint> constraints;
    bool isDirty = false;
    uint32_t numTidy = 0; // so many copies are known to be distinct
  };
  struct Object {
    ObjectKind kind = ObjectKind::Memory;
    bool isEscaped = false;
    bool isAddressTaken = false;
    bool isDrained = false;     // without a type: what it holds flows into escaped memory
    ProgTypeId type;            // none: divided by field
    NodeId node = None;         // of offset 0
    LocationId location = None; // of offset 0
  };
  struct Cell {
    NodeId node = None;
    LocationId location = None;
  };
  struct Pending {
    NodeId node;
    PointerSet fresh;
    std::optional<Constraint> only; // else all constraints of the node
  };

  static constexpr LocationId ExternalLocation = 0;

  static uint64_t key(uint32_t high, uint32_t low) { return uint64_t(high) << 32 | low; }
  uint32_t cellOffset(ObjectId object, Step at); // normalises; may take away the type
  Step stepFrom(const Location &location, Step by) const;
  LocationId locationOf(ObjectId object, Step at);
  NodeId cell(ObjectId object, uint32_t offset);
  NodeId escapedCell(ObjectId object, uint32_t offset);
  NodeId &nodeSlot(ObjectId object, uint32_t offset);
  LocationId &locationSlot(ObjectId object, uint32_t offset);
  KeyId keyAt(ObjectId object, uint32_t offset);
  void connectCell(ObjectId object, uint32_t offset, NodeId node);
  void forgetType(ObjectId object);
  void addConstraint(NodeId node, Constraint constraint);
  void apply(const Constraint &constraint, LocationId location);
  void copyFromBlock(ObjectId block, const Location &to);
  void copyToBlock(const Location &from, ObjectId block);
  void addSource(ObjectId object, ObjectId source);
  void drain(ObjectId object);
  void addPointee(NodeId node, LocationId location);
  void markDirty(NodeId node);
  void setCanonical(LocationId location);
  std::vector<LocationId> locationsOf(ObjectId object) const;
  void makeCanonical(Node &node);
  void tidyCopies(NodeId node);
  void becomeCoarse();
  void merge(NodeId a, NodeId b);
  void propagate();
  bool applyEscapes(); // whether something escaped
  void applyConstraints(const Pending &item);
  bool isImplied(NodeId node, LocationId location) const;
  void mergeCycles(const std::vector<NodeId> &roots, std::vector<NodeId> &order);

  const Layouts &layouts;
  FieldKeys keys;
  CallHandler onCall;
  EscapeHandler onFunctionEscape;
  std::vector<Node> nodes;
  mutable std::vector<NodeId> parents; // union-find
  std::vector<Object> objects;
  std::vector<Location> locations;
  llvm::DenseMap<uint64_t, Cell> cells; // by object and offset, other than 0
  llvm::DenseMap<ObjectId, std::vector<uint32_t>> objectOffsets;
  llvm::DenseSet<uint64_t> edges;
  llvm::DenseMap<std::pair<uint64_t, int64_t>, NodeId> loads, offsetNodes; // by pointer and field, and offset
  llvm::DenseMap<LocationId, NodeId> addressNodes;
  llvm::DenseMap<ObjectId, std::vector<ObjectId>> sources; // without a type: whose contents were copied there
  llvm::DenseSet<uint64_t> sourcePairs;
  std::vector<NodeId> dirty;
  std::deque<Pending> pending;
  PointerSet escaping;       // has reached escapeNode() lately
  LocationBits implied;      // escaped: a set with External need not list them
  LocationBits impliedSlots; // those of them for which a field of External's stands
  uint32_t numEscapes = 0;
  uint64_t stepCount = 0, budget = ~uint64_t(0);
  bool coarse = false;

  // Search for cycles: marks of earlier waves are told apart by the wave's number.
  std::vector<uint32_t> visitWave, visitOrder, visitLow;
  std::vector<bool> isOpen;
  uint32_t wave = 0;
};

} // namespace custody::program
