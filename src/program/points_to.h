// Points-to: which memory may a pointer point into, for the whole program. Flow- and context-insensitive,
// field-sensitive by byte offset (solver.h), with calls through pointers resolved on the way.
//
//     struct list { struct list *next; int n; } *head;            Regions: head; n1+0 and n1+8 of the allocation n1;
//     head = malloc(sizeof *head);      // n1                     pt(head) = {n1+0}, pt(&head->n) = {n1+8}
//
// Memory is divided into objects: variables, globals, functions, each allocation statement, each alloca. A *region* is
// an offset in an object at which a pointer was seen to be kept or whose address was taken; the rest of an object is
// one region more. Memory without a type has a region for each field it is accessed as (field_keys.h). An allocation
// made by a small wrapper (`xmalloc`) is one object for each call of the wrapper, for else all memory of the program
// would be one.
//
// Queries are constant and may run in parallel.
#pragma once

#include "program/class_hierarchy.h"
#include "program/field_keys.h"
#include "program/library_model.h"
#include "program/place_path.h"
#include "program/regions.h"
#include <optional>
#include <string>

namespace custody::program {

enum class ObjectSort : uint8_t { External, Global, Function, Variable, Heap, Stack, VarArgs };

// What a region lies in. `index` is that of the global, function, variable or statement; in `function`, where it has
// one.
struct ObjectInfo {
  ObjectSort sort = ObjectSort::External;
  ProgFuncId function;
  uint32_t index = 0;
  ProgTypeId type; // none: not known
};

// How a call that names no function was resolved.
enum class SiteKind : uint8_t {
  Indirect, // through a pointer
  Callback, // the callee, a known function without body, runs what it is given
  MayCall,  // the callee, an unknown function without body, may run what it is given
};

struct ResolvedSite {
  ir::StmtId stmt;
  SiteKind kind = SiteKind::Indirect;
  uint32_t rule = 0;         // Callback: which of the callee's rules
  uint32_t targetSet = 0;    // into targetSets
  bool bySignature = false;  // no function flows here: all address-taken functions that could be called like this
  bool mayBeUnknown = false; // the pointer may also come from code that is not here
};

class PointsTo {
public:
  // The budget counts steps of the solver; by default it is some for each of the program's values.
  static PointsTo compute(const Program &program, const ClassHierarchy &classes, const Layouts &layouts,
                          const LibraryModel &library, std::optional<uint64_t> budget = {});

  // The regions that a pointer value may point into. No pointer, null, and what nobody assigned: none.
  RegionSet pt(ProgFuncId in, ir::ExprId value) const;
  // The regions that a place may designate: pt of its address.
  RegionSet regionsOf(ProgFuncId in, ir::ExprId place) const;
  // What memory of these regions may hold.
  RegionSet contents(const RegionSet &regions) const;
  // All regions of the objects that these lie in, from each region's offset on, up to `size` bytes if known (else 0).
  RegionSet spread(const RegionSet &regions, uint64_t size) const;

  uint32_t numRegions() const { return regionTable.size() + objects.size(); }
  const ObjectInfo &object(RegionId id) const { return objects[objectOf(id)]; }
  std::optional<uint32_t> offset(RegionId id) const; // none: the rest of the object, or it has no type
  RegionId region(ProgGlobalId global, int64_t offset) const;
  RegionId region(ProgFuncId function, ir::VarId var, int64_t offset) const;
  std::vector<RegionId> regionsOfGlobal(ProgGlobalId global) const; // all, the rest last
  std::string name(RegionId id) const;                              // `f.p`, `table+8`, `heap@f:12`

  // Byte offsets in globals that a place may designate: finer than regions, for facts about constant tables. An offset
  // is none if the place may be anywhere in the global.
  struct GlobalOffset {
    ProgGlobalId global;
    std::optional<int64_t> offset;
  };
  std::vector<GlobalOffset> globalsAt(ProgFuncId in, ir::ExprId place) const;
  std::vector<GlobalOffset> globalsAtPointer(ProgFuncId in, ir::ExprId pointer) const;
  bool isEscaped(ProgGlobalId global) const;
  bool isEscaped(ProgFuncId function) const; // may be called by code that is not here
  bool isAddressTaken(ProgFuncId function) const;

  // By statement.
  llvm::ArrayRef<ResolvedSite> sites(ProgFuncId caller) const { return siteTable[caller.index]; }
  llvm::ArrayRef<std::vector<ProgFuncId>> targetSets() const { return targetTable; } // each sorted

  uint64_t steps() const { return stepCount; } // of the solver
  // More steps than the budget were needed: most memory counts as escaped, and calls through pointers are also resolved
  // by signature.
  bool isCoarse() const { return coarse; }

private:
  friend class PointsToBuilder;

  struct Region {
    uint32_t object;
    uint32_t offset;   // or a field's key, if the object has no type
    uint32_t contents; // into setTable
  };

  uint32_t objectOf(RegionId id) const;
  uint32_t objectOf(ProgGlobalId id) const { return globalObjects[id.index]; }
  RegionId regionOf(uint32_t object, std::optional<int64_t> cell) const; // none: the rest of the object
  RegionId regionAt(uint32_t object, int64_t offset) const;
  void addAll(uint32_t object, llvm::SmallVector<RegionId, 4> &out) const;
  std::optional<int64_t> globalOffset(ProgGlobalId global, int64_t offset) const;
  RegionSet accessed(const RegionSet &regions, const PlacePath &path) const;
  void addAccessed(uint32_t object, const PlacePath &path, llvm::SmallVector<RegionId, 4> &out) const;
  RegionSet shifted(const RegionSet &regions, int64_t offset) const;
  RegionSet evalPlace(ProgFuncId in, const ir::Function &function, ir::ExprId place) const;
  RegionSet evalValue(ProgFuncId in, const ir::Function &function, ir::ExprId value) const;

  const Program *program = nullptr;
  const Layouts *layouts = nullptr;
  std::vector<ObjectInfo> objects;
  std::optional<FieldKeys> keys;
  std::vector<uint8_t> isDividedByField, objectEscaped; // by object
  std::vector<Region> regionTable;                      // by object, by offset; 0 is External
  std::vector<uint32_t> firstRegion;                    // by object; one more than there are objects
  std::vector<RegionSet> setTable;
  std::vector<uint32_t> globalObjects; // by global
  uint32_t literals = ~0u;             // the object that string literals share
  std::vector<uint32_t> varBase;       // by function: its first variable's object
  std::vector<uint8_t> addressTaken;
  std::vector<std::vector<ResolvedSite>> siteTable;
  std::vector<std::vector<ProgFuncId>> targetTable;
  uint64_t stepCount = 0;
  bool coarse = false;
};

} // namespace custody::program
