// The ownership constraints of one function, with where each comes from.
//
// A *slot* is a place whose ownership is followed: a pointer variable, a pointer in a structure that is a variable, or
// a pointer behind a variable: a field of `this` or of a structure that a parameter points to, or `*p` of a `T **p`.
// Each time a statement may change the ownership of a slot there is a new *version* of it, an ownership variable.
#pragma once

#include "ir/module.h"
#include "logic/ownership_graph.h"
#include "program/ids.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <vector>

namespace custody::engines::ownership {

using logic::OwnConstraint;
using logic::OwnVar;
using program::ProgFuncId;
using program::ProgRecordId;

// A pointer field of a class or structure.
struct FieldKey {
  ProgRecordId record;
  int64_t offset = 0; // bytes

  bool valid() const { return record.valid(); }
  auto operator<=>(const FieldKey &) const = default;
};

using SlotId = ir::Id<struct SlotTag>;

struct Slot {
  ir::VarId root;
  bool isBehind = false; // reached through the pointer `root`
  int64_t offset = 0;
  FieldKey field; // none: a variable, or `*p`
};

// The paper's order (section 4.3.2), the most reliable first.
enum class Rank : uint8_t {
  Constant, // allocations, deletions, overwritten variables, scopes
  Equality, // one source, one target: joins, the narrower first
  Choice,   // assignments and arguments that may hand ownership over
  Uncommon, // joins after break, continue and goto
  Field,    // fields at the boundaries of methods
  Indirect, // the tightened constraints: nothing is owned where it is not followed
};

enum class Cause : uint8_t {
  Allocated,
  Entered,   // owned when the function begins: a smart pointer that it is given
  NotOwning, // the address of a variable or a literal
  Freed,
  AfterFree,
  Overwritten,
  Ended,       // goes out of scope
  HolderFreed, // what holds the pointer is freed
  Joined,
  Returned,
  Copied,
  Passed,    // to a callee
  Callee,    // a constraint of the callee's signature
  Invariant, // a field at the boundary of a method
  Stored,    // tightened: where it is not followed
  Loaded,
  Handed,  // tightened: to a function that nobody knows
  Aborted, // the program ends
  Sender,  // tightened: a field of this object while another object is called
};

struct Constraint {
  OwnConstraint what;
  Cause cause = Cause::Copied;
  Rank rank = Rank::Choice;
  uint32_t order = 0;   // among equals of a rank
  ir::StmtId stmt;      // none: at the function's boundary
  ir::BlockId from, to; // Joined
  SlotId slot;
  ProgFuncId callee;               // Callee, Passed
  bool isGiven = false;            // Callee: of its result, or of what it leaves behind a parameter
  bool isLeft = false;             // Callee: the latter
  std::optional<OwnVar> movedFrom; // Callee: what it gives was there before, as this version (realloc)
  FieldKey field;                  // Invariant; Stored, Loaded: where
};

struct Version {
  SlotId slot;
  ir::StmtId stmt;
  uint32_t value = 0; // equal for slots that hold the same pointer
  bool isNull = false;
  bool isTested = false; // null because a test said so
  bool isUnsure = false; // null, owning or not: a callee decides, in a way that its signature does not tell
};

struct Formal {
  static constexpr uint32_t InResult = ~0u; // Out: in the object that is returned

  enum class Kind : uint8_t { Param, Result, In, Out }; // In, Out: behind a parameter, at entry and exit
  Kind kind = Kind::Param;
  uint32_t param = 0;
  int64_t offset = 0;
  FieldKey field;

  bool operator==(const Formal &) const = default;
};

// What lies behind a parameter at the end: known by the constraints, null on every path, on some only, or on some paths
// what was there at entry.
enum class Left : uint8_t { Known, Null, Unsure, AsEntered };

enum class Relation : uint8_t { Equal, Less, Below }; // Less: signed, Below: unsigned

// A test of what a function returned, and its outcome: `result == 0`, `!(result < 0)`.
struct ResultTest {
  Relation relation = Relation::Equal;
  int64_t value = 0;
  bool holds = true;

  bool operator==(const ResultTest &) const = default;
};

// What a function returns, whatever happens in it. None: it never returns.
struct ResultFact {
  enum class Kind : uint8_t { None, Constant, NonNull, Any };
  Kind kind = Kind::None;
  int64_t value = 0; // Constant

  bool operator==(const ResultFact &) const = default;
};

// What a caller must know. Variable i of the constraints is formals[i], higher ones are fresh.
struct Signature {
  std::vector<Formal> formals;
  std::vector<OwnConstraint> internal;             // the fields of the receiver are whatever the caller made of them
  std::vector<OwnConstraint> external;             // they are what the class says
  std::vector<Left> left;                          // by formal
  std::vector<bool> isOpaque;                      // by parameter: the memory behind it may change in unknown ways
  std::vector<bool> isKept;                        // by parameter: on some path it is stored where it outlives the call
  std::vector<std::optional<int64_t>> refusedWith; // by parameter: kept, but not where this is returned (paths.h)
  std::vector<std::optional<ResultTest>> givenWith; // by formal: owns at exit if the result is so (gifts.h)
  std::vector<bool> isOverwritten; // by formal that owns at exit: nobody looks at what was there before
  bool isResultKept = false;       // what it returns is also held elsewhere
  bool borrowsRest = false;        // arguments that it does not follow are only read
  bool borrowsVariadic = false;    // arguments beyond its parameters are only read
  ResultFact result = {ResultFact::Kind::Any, 0};

  bool mustOwn(OwnVar formal) const {
    return llvm::any_of(
        internal, [&](const OwnConstraint &c) { return c.kind == OwnConstraint::Kind::One && c.source == formal; });
  }
  // An argument for which there is no formal.
  bool isOnlyRead(uint32_t argument) const { return borrowsRest || (borrowsVariadic && argument >= isOpaque.size()); }
  bool operator==(const Signature &) const = default;
};

// What happens to fields, for the classes (fields.h).
struct FieldEvent {
  enum class Kind : uint8_t {
    OwningStore,
    OtherStore,
    Taken, // loaded by somebody who may own it
    AddressTaken,
    OwnedAtDestruction, // by a destructor, or by a function that frees the structure
    OwnedAtConstruction,
    Released, // owned at entry, gone at exit; the structure itself stays
    Copied,   // with the whole structure
  };
  Kind kind = Kind::Taken;
  FieldKey field;
  ProgFuncId function;
  ir::StmtId stmt;
};

struct FieldUse { // while the function is looked at
  FieldEvent::Kind kind;
  FieldKey field;
  OwnVar variable; // whose label decides
  ir::StmtId stmt;
  ir::VarId root; // OwnedAtDestruction: counts if this is freed
};

struct System {
  uint32_t numVariables = 0;
  std::vector<Constraint> constraints;
  std::vector<Constraint> deferred;   // of formals AsEntered: hold where those own at entry
  std::vector<Constraint> atBoundary; // hold where the fields of the receiver are what the class says
  std::vector<Version> versions;      // by variable
  std::vector<Slot> slots;
  std::vector<Formal> formals;
  std::vector<OwnVar> formalVariables;
  std::vector<Left> left; // by formal; Unsure: owning on some paths, which callers tell apart by other means
  std::vector<bool> isOpaque, isKept;
  bool borrowsVariadic = true;
  std::vector<bool> isHeldElsewhere; // by variable of the function
  std::vector<FieldUse> uses;
  std::vector<ir::VarId> freedRoots;
};

} // namespace custody::engines::ownership
