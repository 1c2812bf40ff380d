// Alias queries as contradiction-2006, section 4.1, wants them: a division of memory into regions, and `pt`. Three
// divisions behind one interface:
//
//   whole program   PointsTo. Needs all the code.
//   by type         One region a type, pointers by their declarations. For incomplete, type-safe programs: an `int *`
//                   points to ints. `void *` and `char *` may point to anything.
//   address taken   One region for each variable whose address is never taken, one for everything else. For incomplete
//                   programs without any trust in types.
//
//     int *p, **q; struct s { int n; } *v;       by type       address taken
//     pt(p)                                      {int}         {everything else}
//     pt(&v->n)                                  {int}         {everything else}
//     regions of q                               {int**}       {q}
//
// "Everything else" and "anything" are the region External, which covers all escaped regions (regions.h).
#pragma once

#include "program/points_to.h"
#include <variant>

namespace custody::program {

class TypeRegions {
public:
  explicit TypeRegions(const Program &program) : program(&program) {}

  RegionSet pt(ProgFuncId in, ir::ExprId value) const;
  RegionSet regionsOf(ProgFuncId in, ir::ExprId place) const;
  RegionSet spread(ProgFuncId in, ir::ExprId place, uint64_t size) const; // with all members of a record
  std::string name(RegionId id) const;

private:
  RegionId regionOf(ProgTypeId type) const;
  void addMembers(ProgTypeId type, llvm::SmallVector<RegionId, 4> &out, unsigned depth) const;

  const Program *program;
};

class AddressTakenRegions {
public:
  explicit AddressTakenRegions(const Program &program);

  RegionSet pt(ProgFuncId in, ir::ExprId value) const;
  RegionSet regionsOf(ProgFuncId in, ir::ExprId place) const;
  RegionSet spread(ProgFuncId in, ir::ExprId place, uint64_t size) const { return regionsOf(in, place); }
  std::string name(RegionId id) const;

private:
  void scan(ProgFuncId id);
  void takeRoot(ProgFuncId id, ir::ExprId place);
  RegionId regionAt(uint32_t index) const;

  const Program *program;
  std::vector<uint32_t> varBase; // by function
  std::vector<bool> isTaken;     // by region
};

class Aliasing {
public:
  using Variant = std::variant<const PointsTo *, const TypeRegions *, const AddressTakenRegions *>;

  Aliasing(const Program &program, Variant variant) : program(&program), variant(variant) {}

  // The regions that a value may point into, and that a place may designate.
  RegionSet pt(ProgFuncId in, ir::ExprId value) const;
  RegionSet regionsOf(ProgFuncId in, ir::ExprId place) const;
  // The regions that a statement writes itself. What a callee writes is in the ModSets.
  RegionSet written(ProgFuncId in, ir::StmtId stmt) const;
  // e # rs: no memory that the expression reads lies in the regions.
  bool isDisjoint(ProgFuncId in, ir::ExprId expr, const RegionSet &regions) const;
  std::string name(RegionId id) const;

private:
  RegionSet spread(ProgFuncId in, ir::ExprId place, uint64_t size) const;

  const Program *program;
  Variant variant;
};

} // namespace custody::program
