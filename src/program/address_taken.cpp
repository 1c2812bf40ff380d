// One region for each variable whose address is never taken; External for everything else. Regions: 0 is External, then
// the globals, then each function's variables.
#include "ir/visit.h"
#include "program/aliasing.h"

namespace custody::program {

using namespace ir;

AddressTakenRegions::AddressTakenRegions(const Program &program) : program(&program) {
  uint32_t next = 1 + program.numGlobals();
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    varBase.push_back(next);
    next += program.function(ProgFuncId(f)).vars.size();
  }
  isTaken.resize(next);
  isTaken[0] = true;
  for (uint32_t g = 0; g < program.numGlobals(); ++g) {
    ProgGlobalId id(g);
    // Other modules of an incomplete program may take the address of what they can name.
    if (!program[id].isDefined || (!program.isClosed() && program.global(id).linkage != Linkage::Internal))
      isTaken[1 + g] = true;
    for (const InitValue &init : program.global(id).init)
      if (init.kind == InitKind::GlobalAddr)
        for (ProgGlobalId target : program.resolve(program[id].module, GlobalId(init.entity)))
          isTaken[1 + target.index] = true;
  }
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    scan(ProgFuncId(f));
}

void AddressTakenRegions::scan(ProgFuncId id) {
  const Function &function = program->function(id);
  for (const Expr &e : function.exprs)
    if (e.kind == ExprKind::AddrOf)
      takeRoot(id, e.a);
  // An object that is passed by reference has two names.
  for (uint32_t v = 0; v < function.vars.size(); ++v)
    if (function.vars[v].byReference)
      isTaken[varBase[id.index] + v] = true;
  const Module &module = program->moduleOf(id);
  for (const Stmt &stmt : function.stmts)
    if (const auto *call = std::get_if<Call>(&stmt.op))
      for (ExprId argument : function.list(call->args)) {
        const Expr &e = function[argument];
        if (e.kind == ExprKind::Load && e.type && module[e.type].kind == TypeKind::Record)
          takeRoot(id, e.a);
      }
}

void AddressTakenRegions::takeRoot(ProgFuncId id, ExprId place) {
  const Function &function = program->function(id);
  while (isPlace(function[place].kind) && function[place].a && function[place].kind != ExprKind::Deref)
    place = function[place].a;
  const Expr &root = function[place];
  if (root.kind == ExprKind::Var)
    isTaken[varBase[id.index] + root.entity] = true;
  else if (root.kind == ExprKind::Global)
    for (ProgGlobalId target : program->resolve(id, root.global()))
      isTaken[1 + target.index] = true;
}

RegionId AddressTakenRegions::regionAt(uint32_t index) const {
  return isTaken[index] ? RegionId::external() : RegionId::of(index, false);
}

RegionSet AddressTakenRegions::pt(ProgFuncId in, ExprId value) const {
  if (!value)
    return {};
  const Expr &e = program->function(in)[value];
  switch (e.kind) {
  case ExprKind::Null:
  case ExprKind::Int:
  case ExprKind::Float:
  case ExprKind::Undef:
    return {};
  case ExprKind::AddrOf:
    return regionsOf(in, e.a);
  default:
    return RegionId::external();
  }
}

RegionSet AddressTakenRegions::regionsOf(ProgFuncId in, ExprId place) const {
  if (!place)
    return {};
  const Function &function = program->function(in);
  while (function[place].kind == ExprKind::Field || function[place].kind == ExprKind::Base ||
         function[place].kind == ExprKind::Offset || function[place].kind == ExprKind::Index)
    place = function[place].a;
  const Expr &root = function[place];
  if (root.kind == ExprKind::Var)
    return regionAt(varBase[in.index] + root.entity);
  RegionSet result;
  if (root.kind == ExprKind::Global)
    for (ProgGlobalId target : program->resolve(in, root.global()))
      result.add(regionAt(1 + target.index));
  else
    result = RegionId::external();
  return result;
}

std::string AddressTakenRegions::name(RegionId id) const {
  return id.isExternal() ? "everything else" : "variable" + std::to_string(id.index());
}

} // namespace custody::program
