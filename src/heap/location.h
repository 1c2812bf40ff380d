// Abstract memory: the places that engines give names to while they look at one function.
//
// Problem: a function is looked at without its callers, so the memory it is given is unknown, and so are the objects it
// makes. Both need names that are finite in number and that mean something to a caller.
//
//     int *f(int n, List *p) {              location                    cell (location + offset)
//       if (n) return malloc(n);    //      Site(statement)             -
//       return p->val;              //      Input(p+0)   is *p          Input(p+0)+8 is p->val
//     }                             //      Input(Input(p+0)+8) is *p->val
//
// Idea (the paper's explore-addresses): `Input(cell)` is the object that the cell pointed to when the function was
// entered. Different cells are assumed to have pointed to different objects; a call site that knows better says so when
// it instantiates the summary. A chain of inputs that one statement makes is bounded by k, after which the last one
// stands for all that follow: a list of any length has k names.
//
// An allocation site has two names: the object made last, of which we know the fields exactly, and all older ones.
//
// Offsets. A cell is at a constant byte offset, or in *any* element of an array that starts at one, or nobody knows
// where in the object.
#pragma once

#include "ir/ids.h"
#include "program/ids.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace custody::heap {

using LocId = ir::Id<struct LocTag>;

class Offset {
public:
  constexpr Offset() = default;
  static Offset at(int64_t bytes); // too far away: unknown
  static constexpr Offset unknown() { return Offset(Unknown); }
  static constexpr Offset firstElement() { return Offset(AnyBase - Limit); } // no offset of an element is less

  Offset plus(int64_t bytes) const;                             // a field
  Offset index(std::optional<int64_t> i, int64_t stride) const; // an element; none: any
  Offset anyElement() const;
  Offset plus(Offset more) const; // there, seen from here

  constexpr bool isExact() const { return code > Unknown && code < AnyBase - Limit; }
  constexpr bool isAny() const { return code >= AnyBase - Limit; }
  constexpr bool isUnknown() const { return code == Unknown; }
  constexpr int32_t bytes() const { return isAny() ? code - AnyBase : code; } // not of unknown
  constexpr int32_t key() const { return code; }                              // different for different offsets

  friend constexpr auto operator<=>(Offset, Offset) = default;

private:
  static constexpr int32_t Unknown = INT32_MIN, Limit = 1 << 28, AnyBase = 1 << 30;
  constexpr explicit Offset(int32_t code) : code(code) {}
  int32_t code = 0;
};

struct Cell {
  LocId loc;
  Offset offset;
  friend constexpr auto operator<=>(Cell, Cell) = default;
};

enum class LocKind : uint8_t {
  Var,     // a variable of the function
  Global,  // a global of the program
  Foreign, // everything that is not known: what unknown functions return and keep
  Input,   // what a cell pointed to on entry
  Site,    // an object that a statement allocates, itself or in a function that it calls
  Frame,   // alloca
};

struct Loc {
  LocKind kind = LocKind::Foreign;
  bool isMany = false;    // stands for several objects: nothing is ever replaced in it
  uint32_t entity = 0;    // VarId, ProgGlobalId, StmtId
  uint32_t node = 0;      // Site: which of the objects that a call makes
  Cell from = {};         // Input
  ir::StmtId madeAt = {}; // Input: the first statement that looked
};

// The locations of one function. Deterministic: the same questions in the same order make the same ids.
class LocTable {
public:
  // A function that looks at more of its caller's memory than this sees the rest as foreign.
  static constexpr unsigned MaxInputs = 256;
  static constexpr unsigned MaxNear = 3;

  // So many inputs there may be before those that are more than two pointers away have no name.
  explicit LocTable(unsigned exploreBound, unsigned maxFarInputs = MaxInputs)
      : bound(exploreBound), maxFarInputs(maxFarInputs) {
    add({}, Key{LocKind::Foreign, 0, 0, 0});
  }

  const Loc &operator[](LocId id) const { return locs[id.index]; }
  uint32_t size() const { return locs.size(); }
  LocKind kindOf(LocId id) const { return kinds[id.index]; } // asked most: an array of its own
  // How many pointers lie between an argument and an input.
  unsigned depthOf(LocId id) const { return depths[id.index]; }
  // By location: a byte of ones for sites, for all but the inputs more than `MaxNear` pointers away, and for all but
  // those more than one pointer away; else zeros.
  llvm::ArrayRef<uint8_t> sites() const { return siteBytes; }
  llvm::ArrayRef<uint8_t> nearby() const { return nearBytes; }
  llvm::ArrayRef<uint8_t> nearest() const { return nearestBytes; }
  // Memory that was there before the function, at an address that may be any number.
  bool isElsewhere(LocId id) const { return kindOf(id) == LocKind::Input || kindOf(id) == LocKind::Foreign; }
  unsigned numNamedCells() const { return inputIds.size(); } // those of which `findInput` knows the input
  bool lacksInputs() const { return isLacking; }             // some of the caller's memory has no name

  static LocId foreign() { return LocId(0); }
  LocId var(ir::VarId id);
  LocId global(program::ProgGlobalId id);
  LocId frame(ir::StmtId id);
  LocId site(ir::StmtId id, uint32_t node, bool isOlder);
  // The older objects of the same site, and back.
  LocId older(LocId site) { return this->site(ir::StmtId(locs[site.index].entity), locs[site.index].node, true); }
  LocId input(Cell from, ir::StmtId at);
  LocId findInput(Cell from) const; // none if nobody looked there

private:
  struct Key {
    LocKind kind;
    uint32_t a, b;
    int32_t c;
    bool operator==(const Key &) const = default;
  };
  struct KeyInfo {
    static Key getEmptyKey() { return {LocKind::Var, ~0u, ~0u, 0}; }
    static Key getTombstoneKey() { return {LocKind::Var, ~0u, ~0u, 1}; }
    static unsigned getHashValue(const Key &key);
    static bool isEqual(const Key &a, const Key &b) { return a == b; }
  };
  LocId add(const Loc &loc, const Key &key);
  LocId append(const Loc &loc);
  static uint64_t inputKey(Cell from) { return uint64_t(from.loc.index) << 32 | uint32_t(from.offset.key()); }

  std::vector<Loc> locs;
  std::vector<LocKind> kinds;                                      // of `locs`
  std::vector<uint8_t> depths, siteBytes, nearBytes, nearestBytes; // of `locs`
  llvm::DenseMap<Key, uint32_t, KeyInfo> ids;                      // of all but inputs
  llvm::DenseMap<uint64_t, uint32_t> inputIds;                     // by the cell they are read from
  std::vector<uint32_t> varIds;                                    // by variable; 0: not there yet
  unsigned bound;
  unsigned maxFarInputs;
  unsigned inputCount = 0;
  bool isLacking = false;
};

} // namespace custody::heap
