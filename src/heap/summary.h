// What a function does to the memory of its caller, as a graph (sparrow-2008, section 2).
//
// Problem: a call must be understood without looking at the callee's body again, for any memory the caller may have.
//
//     int *f(List *p) {                 nodes   0 p (argument 0)   1 what p pointed to   2, 3 allocated
//       if (n) return malloc(4);        case 1  ret -> {2}
//       p->next = malloc(10);           case 2  ret = 0; node1+0 -> {3}
//       return 0;
//     }
//
// Idea: nodes are storage: an argument's or the result's own, what a cell pointed to on entry (those are the
// parameters of the summary: a call site looks them up in its memory), and what the function allocates. A *case* says
// what holds after some of the exits: what cells hold now, what is freed, what escaped. Exits that a caller can tell
// apart by the result or by what it passes are different cases. The eight categories of the paper are views of this
// graph (categories.h).
//
// `Guard` is what the engine knows about when a case happens. The summary engine has none but the requirements below.
#pragma once

#include "heap/location.h"
#include "heap/numbers.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace custody::heap {

using NodeId = ir::Id<struct NodeTag>;

enum class NodeKind : uint8_t {
  Foreign,   // all that is not known; always node 0
  Global,    // a global; what hangs on it is as good as foreign
  Return,    // the result's storage
  Arg,       // an argument's storage
  GlobalArg, // that of a global which serves as an argument
  Input,     // what the cell `from` pointed to on entry
  Site,      // an allocation
};

struct NodeCell {
  NodeId node;
  Offset offset;
  friend constexpr auto operator<=>(NodeCell, NodeCell) = default;
};

struct Node {
  NodeKind kind = NodeKind::Foreign;
  bool isMany = false;
  program::ProgGlobalId global = {}; // Global, GlobalArg
  uint32_t arg = 0;                  // Arg
  NodeCell from = {};                // Input
  // Site: the statement that allocates, and the family. A library function's result has the call's.
  program::ProgFuncId function = {};
  ir::StmtId stmt = {};
  llvm::StringRef family = {};
  uint32_t ordinal = 0; // Site: apart from others of the same statement

  bool operator==(const Node &) const = default;
};

struct NodeValue {
  std::vector<NodeCell> targets; // sorted
  Numbers numbers;
  std::optional<NodeCell> copyOf = {}; // the number that this cell held on entry

  bool isExactlyNull() const { return targets.empty() && numbers.isExactly(0); }
  bool operator==(const NodeValue &) const = default;
};

struct Write {
  NodeCell cell;
  NodeValue value;
  bool operator==(const Write &) const = default;
};

struct FreedNode {
  NodeId node;
  llvm::StringRef family;
  bool withParts = false; // a library frees it, and with it what it holds
  bool isCertain = true;  // on every path of the case; else on some
  bool isEnd = true;      // of what the node holds, too: nothing takes its place (set by mergeByResult)
  friend bool operator==(const FreedNode &, const FreedNode &) = default;
};

struct AllocatedNode {
  NodeId node;
  bool mayBeNull = false; // or whoever is said to hold it holds null
  friend bool operator==(const AllocatedNode &, const AllocatedNode &) = default;
};

// The case happens only if the cell held one of the numbers; a pointer: null, or something else.
struct Requirement {
  NodeCell cell;
  Numbers numbers;
  bool isPointer = false;
  bool isMark = false; // a pointer that is some number: no object of the caller's is there

  bool isNonNull() const { return isPointer && !numbers.contains(0); }
  bool operator==(const Requirement &) const = default;
};

struct Case {
  std::vector<Requirement> requires_;   // by cell
  std::vector<Write> writes;            // by cell; those to the result's storage are the result
  std::vector<AllocatedNode> allocated; // by node
  std::vector<FreedNode> freed;         // by node
  std::vector<NodeId> escaped;          // sorted

  const NodeValue *result(NodeId returnNode) const;
  bool operator==(const Case &) const = default;
};

class Summary {
public:
  Summary() : nodes(1), places(1) {}

  // A function of which nothing is known: it keeps what it gets.
  static Summary unknown() {
    Summary summary;
    summary.isUnknown = true;
    summary.mayThrow = true;
    return summary;
  }

  static NodeId foreign() { return NodeId(0); }
  const Node &operator[](NodeId id) const { return nodes[id.index]; }
  uint32_t numNodes() const { return nodes.size(); }
  // How many pointers lie between an argument and the node.
  unsigned depth(NodeId id) const { return places[id.index].depth; }
  // Not so behind an element at an unknown index, or at the end of a k-bounded chain: there are several.
  bool isOneObject(NodeId id) const { return places[id.index].isOne; }
  // Everybody can reach it.
  bool isPublic(NodeId id) const { return nodes[id.index].kind <= NodeKind::Global; }
  NodeId add(const Node &node); // the one that is there already, if any
  NodeId find(const Node &node) const;

  bool isUnknown = false;
  bool writesGlobals = true;
  bool mayThrow = false;
  std::vector<Case> cases;              // none: it does not return (or is not known to, yet)
  std::vector<Case> merged;             // the same, one for each class of result
  std::vector<uint32_t> takenOnSuccess; // arguments: for callers that do not look at the result

  bool operator==(const Summary &) const = default;

private:
  struct Place {
    uint32_t depth = 0;
    bool isOne = true;
    bool operator==(const Place &) const = default;
  };
  static constexpr size_t MaxSearched = 8;
  uint32_t slotOf(const Node &node) const;
  void makeSlots();

  std::vector<Node> nodes;
  std::vector<Place> places; // of `nodes`
  // Nodes by their hash, the next free slot after it: 0 is free. None while there are few nodes. Follows from `nodes`.
  std::vector<uint32_t> slots;
};

// What a caller can see of a case by its result: constants are told apart, and negative, zero, positive, pointer.
uint64_t resultClass(const Summary &summary, const Case &c);

} // namespace custody::heap
