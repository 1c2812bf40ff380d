#include "engines/ownership/complete.h"
#include "engines/function_facts.h"
#include "engines/ownership/places.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;
using Kind = OwnConstraint::Kind;

namespace {

// Where values of a variable come from.
enum Origin : uint8_t { Fresh = 1, Param = 2, Behind = 4, Other = 8, FromGlobal = 16 };

class Body {
public:
  Body(const program::ProgramModel &model, Signatures signatures, ProgFuncId id)
      : model(model), signatures(signatures), id(id), module(model.program.moduleOf(id)),
        function(model.program.function(id)), places(model.program, id), origins(function.vars.size()) {
    for (VarId param : function.params)
      origins[param.index] = Param;
    const Signature *own = signatures(id);
    for (uint32_t i = 0; own && i < function.params.size(); ++i)
      isTaking |= labelIn(*own, Formal::Kind::Param, i) == true;
  }

  bool isComplete();
  std::vector<ProgFuncId> callees; // that have bodies
  // Of these, the ones that get what the caller of this function has, too.
  std::vector<ProgFuncId> calleesWithParams;
  bool keepsNumbers = false; // sets them in structures that its caller has, or returns what such a structure says

private:
  VarId baseOf(ExprId place, bool &isBehind, bool &isGlobal) const;
  uint8_t originOf(ExprId value) const;
  uint8_t originOfPlace(ExprId place) const;
  uint8_t originOfResult(StmtId stmt) const;
  bool isReached(uint8_t mask, uint8_t forbidden) const { return (mask & (isTaking ? FromGlobal : forbidden)) != 0; }
  bool mayStore(ExprId place) const;
  bool handsOn(const Call &call) const;
  bool lendsNumbers(const Call &call) const;
  bool returnsNumbers() const;
  bool mayRelease(ExprId value) const { return !isReached(originOf(value), Other | FromGlobal); }
  bool mayChange(ExprId argument) const;
  bool isHarmless(TypeId pointer) const;
  bool isFine(StmtId stmt);
  bool isFine(const Call &call, StmtId stmt);
  bool isFine(const specs::FunctionSpec &spec, const Call &call) const;
  bool isFine(const Signature &signature, const Call &call) const;
  void findOrigins();

  const program::ProgramModel &model;
  Signatures signatures;
  const ProgFuncId id;
  const Module &module;
  const Function &function;
  const Places places;
  std::vector<uint8_t> origins; // by variable
  bool isTaking = false;        // some parameter is handed over to it
};

// The variable that an address begins with.
VarId Body::baseOf(ExprId place, bool &isBehind, bool &isGlobal) const {
  while (place) {
    const Expr &expr = function[place];
    switch (expr.kind) {
    case ExprKind::Var:
      return expr.var();
    case ExprKind::Global:
      isGlobal = true;
      return {};
    case ExprKind::Deref:
      isBehind = true;
      break;
    case ExprKind::Load:
    case ExprKind::AddrOf:
    case ExprKind::Cast:
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Field:
    case ExprKind::Base:
    case ExprKind::Offset:
    case ExprKind::Index:
      break;
    default:
      return {};
    }
    place = expr.a;
  }
  return {};
}

uint8_t Body::originOfPlace(ExprId place) const {
  bool isBehind = false, isGlobal = false;
  const VarId base = baseOf(place, isBehind, isGlobal);
  if (isGlobal || !base)
    return FromGlobal;
  const uint8_t mask = origins[base.index];
  if (!isBehind)
    return mask;
  // What hangs on new memory was put there by this function, or by the one that made it.
  const std::optional<SlotId> slot = places.slotOf(place);
  const bool isFormal = slot && llvm::is_contained(function.params, places.slots()[slot->index].root);
  return isFormal ? Behind : mask == Fresh ? Fresh : (mask & FromGlobal) | Other;
}

uint8_t Body::originOf(ExprId value) const {
  const Expr &expr = function[value];
  switch (expr.kind) {
  case ExprKind::Load:
    return originOfPlace(expr.a);
  case ExprKind::Cast:
    return originOf(expr.a);
  case ExprKind::AddrOf: {
    bool isBehind = false, isGlobal = false;
    const VarId base = baseOf(expr.a, isBehind, isGlobal);
    return base && isBehind ? origins[base.index] : 0;
  }
  case ExprKind::Binary:
    return originOf(expr.a) | originOf(expr.b);
  case ExprKind::Select:
    return originOf(expr.b) | originOf(expr.c);
  default:
    return 0;
  }
}

uint8_t Body::originOfResult(StmtId stmt) const {
  bool isFresh = true;
  for (const program::CallTargets &call : model.calls.callsAt(id, stmt))
    for (ProgFuncId target : model.calls.targets(call.targets)) {
      const Signature *signature = signatures(target);
      isFresh &= signature && labelIn(*signature, Formal::Kind::Result, 0) == true && !signature->isResultKept;
    }
  return isFresh ? Fresh : Other | FromGlobal;
}

void Body::findOrigins() {
  bool isChanging = true;
  while (isChanging) {
    isChanging = false;
    for (uint32_t s = 0; s < function.stmts.size(); ++s) {
      const StmtOp &op = function.stmts[s].op;
      const ExprId to = destination(op);
      bool isBehind = false, isGlobal = false;
      const VarId var = to ? baseOf(to, isBehind, isGlobal) : VarId();
      if (!var || isBehind)
        continue;
      uint8_t mask = Other | FromGlobal;
      if (const auto *assign = std::get_if<Assign>(&op))
        mask = originOf(assign->value);
      else if (std::holds_alternative<Alloc>(op) || std::holds_alternative<Realloc>(op))
        mask = Fresh;
      else if (std::holds_alternative<Call>(op))
        mask = originOfResult(StmtId(s));
      else if (std::holds_alternative<Fill>(op) || std::holds_alternative<StackAlloc>(op))
        mask = 0;
      isChanging |= (origins[var.index] | mask) != origins[var.index];
      origins[var.index] |= mask;
    }
  }
}

// Variables, what is made here, and formals.
bool Body::mayStore(ExprId place) const {
  bool isBehind = false, isGlobal = false;
  const VarId base = baseOf(place, isBehind, isGlobal);
  if (isGlobal || !base)
    return false;
  if (!isBehind || originOfPlace(place) == Behind)
    return true;
  return !isReached(origins[base.index], Param | Behind | Other | FromGlobal);
}

// Memory in which there are no pointers.
bool Body::isHarmless(TypeId pointer) const {
  if (!pointer || module[pointer].kind != TypeKind::Pointer)
    return true;
  const TypeKind inner = module[module[pointer].inner].kind;
  return inner == TypeKind::Int || inner == TypeKind::Float;
}

// What an argument points to.
bool Body::mayChange(ExprId argument) const {
  while (function[argument].kind == ExprKind::Cast && !isHarmless(function[argument].type))
    argument = function[argument].a;
  if (isHarmless(function[argument].type))
    return true;
  const Address object = places.objectOf(argument);
  if (object.isFollowed() && !object.isBehind)
    return true;
  return !isReached(originOf(argument), Param | Behind | Other | FromGlobal);
}

bool Body::isFine(const specs::FunctionSpec &spec, const Call &call) const {
  using Effect = specs::Effect;
  const auto arguments = function.list(call.args);
  return llvm::all_of(spec.effects, [&](const Effect &effect) {
    if (effect.kind == Effect::Kind::Calls)
      return false;
    if (effect.place.root != specs::Place::Root::Param || effect.place.param >= arguments.size())
      return effect.place.root != specs::Place::Root::Variadic;
    const ExprId argument = arguments[effect.place.param];
    const bool isOfArgument = effect.kind == Effect::Kind::Frees || effect.kind == Effect::Kind::Takes ||
                              effect.kind == Effect::Kind::Releases || effect.kind == Effect::Kind::Reallocates;
    if (effect.place.path.empty() && isOfArgument)
      return mayRelease(argument);
    return (effect.place.path.empty() && effect.kind == Effect::Kind::Holds) || mayChange(argument);
  });
}

bool Body::isFine(const Signature &signature, const Call &call) const {
  const auto arguments = function.list(call.args);
  for (uint32_t i = 0; i < signature.formals.size(); ++i) {
    const Formal &formal = signature.formals[i];
    if (formal.param >= arguments.size())
      continue;
    const std::optional<bool> label = labelIn(signature, i);
    if (formal.kind == Formal::Kind::Param && label != false && !mayRelease(arguments[formal.param]))
      return false;
    // A field of the same object is a formal of this function, too.
    const bool isLeft = i >= signature.left.size() || signature.left[i] == Left::Known;
    if (formal.kind == Formal::Kind::Out && (!isLeft || label != false) && originOf(arguments[formal.param]) != Param &&
        !mayChange(arguments[formal.param]))
      return false;
  }
  return true;
}

bool Body::isFine(const Call &call, StmtId stmt) {
  keepsNumbers |= lendsNumbers(call);
  for (const program::CallTargets &targets : model.calls.callsAt(id, stmt)) {
    if (targets.mayBeUnknown || targets.kind != program::CallKind::Direct)
      return false;
    for (ProgFuncId target : model.calls.targets(targets.targets)) {
      const specs::FunctionSpec *spec = model.specs.find(target);
      const Signature *signature = signatures(target);
      if (!signature || (spec ? !isFine(*spec, call) : !isFine(*signature, call)))
        return false;
      if (spec)
        continue;
      callees.push_back(target);
      if (handsOn(call))
        calleesWithParams.push_back(target);
    }
  }
  return true;
}

// `grow(&s->size)`
bool Body::lendsNumbers(const Call &call) const {
  return llvm::any_of(function.list(call.args), [&](ExprId argument) {
    const Expr &expr = function[argument];
    return expr.kind == ExprKind::AddrOf && isHarmless(expr.type) && function[expr.a].kind == ExprKind::Field &&
           !mayStore(expr.a);
  });
}

// Does the callee get a structure that this function's caller has?
bool Body::handsOn(const Call &call) const {
  return llvm::any_of(function.list(call.args), [&](ExprId argument) {
    return !isHarmless(function[argument].type) && (originOf(argument) & (Param | Behind | Other | FromGlobal)) != 0;
  });
}

bool Body::isFine(StmtId stmt) {
  const StmtOp &op = function[stmt].op;
  if (const auto *free = std::get_if<Free>(&op))
    return mayRelease(free->pointer);
  if (const auto *realloc = std::get_if<Realloc>(&op); realloc && !mayRelease(realloc->old))
    return false;
  if (const auto *call = std::get_if<Call>(&op); call && !isFine(*call, stmt))
    return false;
  if (std::holds_alternative<Unknown>(op))
    return false;
  const ExprId to = destination(op);
  if (!to || !function[to].type)
    return true;
  const TypeKind kind = module[function[to].type].kind;
  if (kind == TypeKind::Pointer || kind == TypeKind::Record)
    return mayStore(to);
  keepsNumbers |= function[to].kind == ExprKind::Field && !mayStore(to);
  return true;
}

// `bool empty() const { return !head; }`
bool Body::returnsNumbers() const {
  if (!function.returnVar || module[function[function.returnVar].type].kind == TypeKind::Pointer)
    return false;
  return llvm::any_of(usedExpressions(function), [&](ExprId expr) {
    if (function[expr].kind != ExprKind::Load || function[function[expr].a].kind != ExprKind::Field)
      return false;
    bool isBehind = false, isGlobal = false;
    const VarId base = baseOf(function[expr].a, isBehind, isGlobal);
    return isGlobal || !base || (isBehind && (origins[base.index] & ~Fresh) != 0);
  });
}

bool Body::isComplete() {
  findOrigins();
  keepsNumbers = returnsNumbers();
  for (uint32_t s = 0; s < function.stmts.size(); ++s)
    if (!isFine(StmtId(s)))
      return false;
  return true;
}

} // namespace

std::optional<bool> labelIn(const Signature &signature, OwnVar formal) {
  return labelIn(signature.external, formal);
}

std::optional<bool> labelIn(llvm::ArrayRef<OwnConstraint> constraints, OwnVar formal) {
  for (const OwnConstraint &constraint : constraints)
    if (constraint.source == formal && constraint.targets.empty())
      return constraint.kind == Kind::One;
  return {};
}

std::optional<bool> labelIn(const Signature &signature, Formal::Kind kind, uint32_t param) {
  for (OwnVar i = 0; i < signature.formals.size(); ++i)
    if (signature.formals[i].kind == kind && signature.formals[i].param == param)
      return labelIn(signature, i);
  return {};
}

std::vector<bool> completeFunctions(const program::ProgramModel &model, Signatures signatures) {
  const uint32_t count = model.program.numFunctions();
  std::vector<bool> isComplete(count, true);
  std::vector<std::vector<ProgFuncId>> callees(count), withParams(count);
  std::vector<bool> keepsNumbers(count);
  for (uint32_t i = 0; i < count; ++i) {
    if (!model.program.hasBody(ProgFuncId(i)) || model.specs.find(ProgFuncId(i)))
      continue;
    Body body(model, signatures, ProgFuncId(i));
    isComplete[i] = body.isComplete();
    callees[i] = std::move(body.callees);
    withParams[i] = std::move(body.calleesWithParams);
    keepsNumbers[i] = body.keepsNumbers;
  }
  bool isChanging = true;
  while (isChanging) {
    isChanging = false;
    for (uint32_t i = 0; i < count; ++i) {
      if (isComplete[i] && llvm::any_of(callees[i], [&](ProgFuncId callee) { return !isComplete[callee.index]; })) {
        isComplete[i] = false;
        isChanging = true;
      }
      if (!keepsNumbers[i] && llvm::any_of(withParams[i], [&](ProgFuncId f) { return keepsNumbers[f.index]; })) {
        keepsNumbers[i] = true;
        isChanging = true;
      }
    }
  }
  for (uint32_t i = 0; i < count; ++i)
    isComplete[i] = isComplete[i] && !keepsNumbers[i];
  return isComplete;
}

} // namespace custody::engines::ownership
