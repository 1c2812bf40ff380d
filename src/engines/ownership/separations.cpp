#include "engines/ownership/separations.h"
#include "engines/chain.h"
#include "engines/ownership/places.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

namespace {

class Separations {
public:
  Separations(const program::Program &program, program::ProgFuncId id)
      : module(program.moduleOf(id)), function(program.function(id)) {}

  bool isSeparate(const Call &call, StmtId stmt) const;

private:
  ExprId strip(ExprId value) const;
  ExprId definition(VarId temp) const; // what the lowering's variable is set to, if that is one value
  bool isException(VarId var) const;
  bool isOfThisObject(ExprId pointer) const;
  bool isSeparatePlace(ExprId place, const Call &call, StmtId stmt) const;
  bool isTypeOf(TypeId type, const Call &call) const;
  VarId variableIn(const StmtOp &op, CallRole role) const;
  bool isEarly(VarId var, StmtId destroyed) const;
  bool isAgain(VarId var, StmtId constructed) const;
  bool isSpecial() const { // it makes or destroys parts of its own object
    return isConstructor(function) || function.kind == FunctionKind::Destructor;
  }

  const Module &module;
  const Function &function;
};

ExprId Separations::strip(ExprId value) const {
  while (function[value].kind == ExprKind::Cast)
    value = function[value].a;
  return value;
}

ExprId Separations::definition(VarId temp) const {
  ExprId found;
  if (function[temp].kind != VarKind::Temp)
    return found;
  for (const Stmt &stmt : function.stmts) {
    const auto *assign = std::get_if<Assign>(&stmt.op);
    if (!assign || function[assign->place].kind != ExprKind::Var || function[assign->place].var() != temp)
      continue;
    if (found)
      return {};
    found = strip(assign->value);
  }
  return found;
}

bool Separations::isException(VarId var) const {
  return llvm::any_of(function.stmts, [&](const Stmt &stmt) {
    const auto *alloc = std::get_if<Alloc>(&stmt.op);
    return alloc && alloc->dst && module.text(alloc->family) == "exception" &&
           function[alloc->dst].kind == ExprKind::Var && function[alloc->dst].var() == var;
  });
}

bool Separations::isOfThisObject(ExprId pointer) const {
  const Expr &value = function[strip(pointer)];
  if (value.kind != ExprKind::Load || function[value.a].kind != ExprKind::Var)
    return false;
  const VarId var = function[value.a].var();
  if (!function.params.empty() && var == function.params.front())
    return true;
  const ExprId defined = definition(var);
  return defined && isOfThisObject(defined);
}

// The class whose constructor or destructor is called, or an array of it.
bool Separations::isTypeOf(TypeId type, const Call &call) const {
  while (call.each && type && module[type].kind == TypeKind::Array)
    type = module[type].inner;
  if (!type || module[type].kind != TypeKind::Record)
    return false;
  const Record &record = module[module[type].record];
  return record.kind != RecordKind::Union || call.calleeKind != CalleeKind::Direct ||
         module[call.function].record == module[type].record;
}

// The function's own variable that the call makes or destroys as a whole.
VarId Separations::variableIn(const StmtOp &op, CallRole role) const {
  const auto *call = std::get_if<Call>(&op);
  if (!call || call->role != role || call->onThrow || call->args.count == 0)
    return {};
  const Expr &object = function[strip(function.list(call->args).front())];
  if (object.kind != ExprKind::AddrOf || function[object.a].kind != ExprKind::Var)
    return {};
  const VarId var = function[object.a].var();
  return function[var].kind == VarKind::Local ? var : VarId();
}

// `e.~Elem();`: the scope goes on. Where it ends, nothing but ends and destructors of others come before its own end.
bool Separations::isEarly(VarId var, StmtId destroyed) const {
  uint32_t last = 0;
  for (const Block &block : function.blocks)
    if (block.firstStmt <= destroyed.index && destroyed.index < block.firstStmt + block.stmtCount)
      last = block.firstStmt + block.stmtCount;
  for (uint32_t s = destroyed.index + 1; s < last; ++s) {
    const StmtOp &op = function.stmts[s].op;
    if (const auto *end = std::get_if<End>(&op)) {
      if (end->var == var)
        return false;
      continue;
    }
    const auto *call = std::get_if<Call>(&op);
    if (!call || call->role != CallRole::Destroy || variableIn(op, CallRole::Destroy) == var)
      return true;
  }
  return false;
}

// `new (&e) Elem;`: it was destroyed by hand before.
bool Separations::isAgain(VarId var, StmtId constructed) const {
  for (uint32_t s = 0; s < constructed.index; ++s)
    if (variableIn(function.stmts[s].op, CallRole::Destroy) == var && isEarly(var, StmtId(s)))
      return true;
  return false;
}

// Variables, and what is in them, live as long as their scopes say; memory of another type is only room.
bool Separations::isSeparatePlace(ExprId place, const Call &call, StmtId stmt) const {
  if (const TypeId type = function[place].type; type && !isTypeOf(type, call))
    return true;
  const StmtOp &op = function[stmt].op;
  if (const VarId var = variableIn(op, call.role))
    return call.role == CallRole::Destroy ? isEarly(var, stmt) : isAgain(var, stmt);
  while (function[place].kind != ExprKind::Var && function[place].kind != ExprKind::Global &&
         function[place].kind != ExprKind::Deref) {
    if (!isPlace(function[place].kind))
      return false;
    place = function[place].a;
  }
  const Expr &root = function[place];
  if (root.kind == ExprKind::Var)
    return false;
  if (root.kind == ExprKind::Deref)
    return !(isSpecial() && isOfThisObject(root.a));
  const bool isStaticLocal = module.text(module[root.global()].linkName).starts_with("_ZZ");
  return call.role == CallRole::Destroy || !isStaticLocal;
}

bool Separations::isSeparate(const Call &call, StmtId stmt) const {
  if (call.role == CallRole::Plain || call.unit != 0 || call.onThrow || call.args.count == 0)
    return false;
  ExprId object = strip(function.list(call.args).front());
  if (function[object].kind == ExprKind::Load && function[function[object].a].kind == ExprKind::Var) {
    const VarId var = function[function[object].a].var();
    if (isException(var) || (isSpecial() && isOfThisObject(object)))
      return false;
    if (const ExprId defined = definition(var); defined && function[defined].kind == ExprKind::AddrOf)
      object = defined;
  }
  return function[object].kind == ExprKind::AddrOf ? isSeparatePlace(function[object].a, call, stmt)
                                                   : function[object].kind == ExprKind::Load;
}

} // namespace

std::vector<report::Finding> separations(const program::Program &program, program::ProgFuncId id) {
  const Function &function = program.function(id);
  const Module &module = program.moduleOf(id);
  std::vector<report::Finding> result;
  if (function.isImplicit || !positionOf(module, function.loc).valid()) // the start of the program makes its globals
    return result;
  const Separations separations(program, id);
  for (uint32_t s = 0; s < function.stmts.size(); ++s) {
    const auto *call = std::get_if<Call>(&function.stmts[s].op);
    if (!call || !separations.isSeparate(*call, StmtId(s)))
      continue;
    report::Finding finding;
    finding.kind = report::Kind::OwnershipUnmodelled;
    finding.engine = "ownership";
    finding.function = finding.allocFunction = program.sourceName(id).str();
    finding.loss = finding.allocation = positionOf(module, function.stmts[s].loc);
    finding.chain.push_back({report::Event::Kind::Note, finding.loss, finding.function,
                             call->role == CallRole::Construct
                                 ? "an object is made here in memory that is not allocated with it"
                                 : "an object is destroyed here, and its memory is not freed with it"});
    result.push_back(std::move(finding));
  }
  return result;
}

} // namespace custody::engines::ownership
