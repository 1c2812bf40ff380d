#include "engines/ownership/places.h"
#include "engines/function_facts.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::engines::ownership {

using namespace ir;

bool isConstructor(const Function &function) {
  return function.kind == FunctionKind::Constructor || function.kind == FunctionKind::CopyConstructor ||
         function.kind == FunctionKind::MoveConstructor;
}

Places::Places(const program::Program &program, ProgFuncId id)
    : program(program), id(id), module(program.moduleOf(id)), function(program.function(id)),
      isUsed(function.exprs.size()), isParam(function.vars.size()), isAddressTaken(function.vars.size()),
      isEscaped(function.vars.size()), writes(function.vars.size()), aliasOf(function.vars.size()),
      aliasPlace(function.vars.size()), slotsBehind(function.vars.size()), slotsWithin(function.vars.size()) {
  for (VarId param : function.params)
    isParam[param.index] = true;
  for (ExprId id : usedExpressions(function))
    isUsed[id.index] = true;
  countWrites();
  findAliases();
  scanAddresses();
  addSlots();
}

bool Places::isOwnable(TypeId type) const {
  return type && module[type].kind == TypeKind::Pointer && !module[type].isReference &&
         module[module[type].inner].kind != TypeKind::Function;
}

VarId Places::rootOf(ExprId place) const {
  for (;;) {
    const Expr &expr = function[place];
    if (expr.kind == ExprKind::Var)
      return expr.var();
    if (expr.kind == ExprKind::Global || expr.kind == ExprKind::Deref || !isPlace(expr.kind))
      return {};
    place = expr.a;
  }
}

ExprId Places::stripCasts(ExprId value) const {
  while (function[value].kind == ExprKind::Cast)
    value = function[value].a;
  return value;
}

void Places::countWrites() {
  for (const Stmt &stmt : function.stmts) {
    auto write = [&](ExprId place) {
      if (!place)
        return;
      if (VarId var = rootOf(place))
        ++writes[var.index];
    };
    write(destination(stmt.op));
    if (const auto *va = std::get_if<VaOp>(&stmt.op))
      write(va->list);
  }
  for (uint32_t i = 0; i < function.exprs.size(); ++i)
    if (isUsed[i] && function.exprs[i].kind == ExprKind::AddrOf)
      if (VarId var = rootOf(function.exprs[i].a))
        isAddressTaken[var.index] = true;
}

// Variables that are written once, with the value of a parameter that never changes or with the address of a place that
// stays where it is. In the order of statements, so that aliases of aliases are found where the first comes first.
void Places::findAliases() {
  for (const Stmt &stmt : function.stmts) {
    const auto *assign = std::get_if<Assign>(&stmt.op);
    if (!assign || function[assign->place].kind != ExprKind::Var)
      continue;
    const VarId var = function[assign->place].var();
    if (writes[var.index] != 1 || isParam[var.index] || isAddressTaken[var.index])
      continue;
    const Expr &value = function[stripCasts(assign->value)];
    if (value.kind == ExprKind::AddrOf) {
      if (const Address at = addressOf(value.a);
          at.isFollowed() && (!at.isBehind || isEntryValue(at.root) || aliasOf[at.root.index]))
        aliasPlace[var.index] = value.a;
    } else if (value.kind == ExprKind::Load && function[value.a].kind == ExprKind::Var) {
      const VarId from = function[value.a].var();
      if (isEntryValue(from))
        aliasOf[var.index] = from;
      else if (aliasOf[from.index])
        aliasOf[var.index] = aliasOf[from.index];
      else if (aliasPlace[from.index])
        aliasPlace[var.index] = aliasPlace[from.index];
    }
  }
}

// Variables whose address goes where it is not followed. Arguments of calls are followed.
void Places::scanExpr(ExprId top, bool mayBeAddress) {
  std::vector<std::pair<ExprId, bool>> work = {{top, mayBeAddress}};
  auto escape = [&](ExprId place) {
    if (VarId var = rootOf(place))
      isEscaped[var.index] = true;
  };
  while (!work.empty()) {
    const auto [next, isAllowed] = work.back();
    work.pop_back();
    if (!next)
      continue;
    const Expr &expr = function[next];
    if (expr.kind == ExprKind::AddrOf) {
      if (!isAllowed)
        escape(expr.a);
      noteTaken(expr.a);
      work.push_back({expr.a, true});
    } else if (expr.kind == ExprKind::Load) {
      if (function[expr.a].kind == ExprKind::Var && !isAllowed)
        if (ExprId place = aliasPlace[function[expr.a].var().index]) {
          escape(place);
          noteTaken(place);
        }
      work.push_back({expr.a, true});
    } else if (expr.kind == ExprKind::Cast) {
      work.push_back({expr.a, isAllowed});
    } else if (expr.kind == ExprKind::Deref) {
      work.push_back({expr.a, true});
    } else if (expr.kind == ExprKind::Binary && expr.op >= Op::Eq && expr.op <= Op::SGe) {
      work.push_back({expr.a, true});
      work.push_back({expr.b, true});
    } else {
      const bool isStep = isPlace(expr.kind);
      work.push_back({expr.a, isStep});
      work.push_back({expr.b, false});
      work.push_back({expr.c, false});
    }
  }
}

void Places::noteTaken(ExprId place) {
  if (const FieldKey field = fieldOf(place); field.valid() && isOwnable(function[place].type))
    takenFields.push_back(field);
}

// `%1 = &this->e; *%1 = x;` takes no address that is not followed; `f(%1)` does.
void Places::scanAddresses() {
  for (const Stmt &stmt : function.stmts) {
    const auto *assign = std::get_if<Assign>(&stmt.op);
    const bool isAlias =
        assign && function[assign->place].kind == ExprKind::Var && aliasPlace[function[assign->place].var().index];
    const bool isCall = std::holds_alternative<Call>(stmt.op);
    forEachOperand(stmt.op, [&](ExprId expr) {
      if (expr && isAlias && expr == assign->value && function[stripCasts(expr)].kind == ExprKind::AddrOf)
        scanExpr(function[stripCasts(expr)].a, true);
      else if (expr)
        scanExpr(expr, isAlias || isPlace(function[expr].kind));
    });
    for (ExprId expr : function.list(listOf(stmt.op))) {
      if (isCall && passedField(expr).valid())
        scanExpr(function[stripCasts(expr)].a, true);
      else
        scanExpr(expr, isCall);
      if (const Expr &value = function[stripCasts(expr)];
          value.kind == ExprKind::Load && function[value.a].kind == ExprKind::Var)
        if (const ExprId place = aliasPlace[function[value.a].var().index])
          noteTaken(place);
    }
  }
  for (const Block &block : function.blocks)
    if (block.term.value)
      scanExpr(block.term.value, false);
}

// The platforms' names for it: `__va_list_tag`, `__va_list`, `__builtin_va_list`.
bool Places::isVariadicList(ExprId argument) const {
  const TypeId type = function[stripCasts(argument)].type;
  const TypeId inner = type && module[type].kind == TypeKind::Pointer ? module[type].inner : type;
  if (!inner || module[inner].kind != TypeKind::Record)
    return false;
  return module.text(module[module[inner].record].name).contains("va_list");
}

FieldKey Places::passedField(ExprId argument) const {
  const Expr &expr = function[stripCasts(argument)];
  if (expr.kind != ExprKind::AddrOf || !isOwnable(function[expr.a].type))
    return {};
  return fieldOf(expr.a);
}

Address Places::addressOf(ExprId place) const {
  Address result;
  bool isFollowed = true;
  for (;;) {
    const Expr &expr = function[place];
    switch (expr.kind) {
    case ExprKind::Var:
      if (isFollowed)
        result.root = expr.var();
      return result;
    case ExprKind::Field: {
      const Field &field = module[expr.record].fields[expr.entity];
      const int64_t offset = static_cast<int64_t>(field.offsetBits / 8);
      if (!result.field.valid())
        result.field = {program.resolve(program[id].module, expr.record), offset + result.offset};
      result.offset += offset;
      break;
    }
    case ExprKind::Base:
      isFollowed &= !module[expr.record].bases[expr.entity].isVirtual;
      result.offset += static_cast<int64_t>(module[expr.record].bases[expr.entity].offset);
      break;
    case ExprKind::Offset:
      result.offset += expr.imm;
      break;
    case ExprKind::Index:
      if (function[expr.b].kind == ExprKind::Int)
        result.offset += function[expr.b].imm * expr.imm;
      else
        isFollowed = false;
      break;
    case ExprKind::Deref: {
      const Expr &pointer = function[stripCasts(expr.a)];
      if (pointer.kind == ExprKind::AddrOf) {
        place = pointer.a;
        continue;
      }
      if (pointer.kind != ExprKind::Load || function[pointer.a].kind != ExprKind::Var || !isFollowed)
        return result;
      const VarId var = function[pointer.a].var();
      if (aliasPlace[var.index]) {
        place = aliasPlace[var.index];
        continue;
      }
      result.root = aliasOf[var.index] ? aliasOf[var.index] : var;
      result.isBehind = true;
      return result;
    }
    default:
      return result;
    }
    place = expr.a;
  }
}

bool Places::mayBeRoot(const Address &address) const {
  return address.isFollowed() &&
         !(address.isBehind ? isAddressTaken[address.root.index] : isEscaped[address.root.index]);
}

std::optional<SlotId> Places::find(const Address &address) const {
  if (!address.isFollowed())
    return {};
  auto at = index.find({address.root.index, address.isBehind, address.offset});
  return at == index.end() ? std::nullopt : std::optional(at->second);
}

SlotId Places::findOrAdd(const Address &address) {
  auto [at, isNew] = index.try_emplace({address.root.index, address.isBehind, address.offset}, SlotId(table.size()));
  if (isNew) {
    table.push_back({address.root, address.isBehind, address.offset, address.field});
    (address.isBehind ? slotsBehind : slotsWithin)[address.root.index].push_back(at->second);
  }
  return at->second;
}

// `*p` is followed where p is a pointer to a pointer; the first word of an object is something else (a vtable, mostly).
bool Places::isWord(const Address &address) const {
  if (!address.isBehind || address.field.valid())
    return true;
  const Type &type = module[function[address.root].type];
  return type.kind == TypeKind::Pointer && isOwnable(type.inner);
}

void Places::addSlots() {
  for (VarId param : function.params)
    if (isOwnable(function[param].type) && !isEscaped[param.index])
      findOrAdd({param, false, 0, {}});
  for (uint32_t i = 0; i < function.exprs.size(); ++i) {
    const Expr &expr = function.exprs[i];
    if (!isUsed[i] || !isPlace(expr.kind) || !isOwnable(expr.type))
      continue;
    if (const Address address = addressOf(ExprId(i)); mayBeRoot(address) && isWord(address))
      findOrAdd(address);
  }
}

std::optional<SlotId> Places::slotOf(ExprId place) const {
  return isOwnable(function[place].type) ? find(addressOf(place)) : std::nullopt;
}

llvm::ArrayRef<SlotId> Places::behind(VarId root) const {
  return slotsBehind[root.index];
}

llvm::ArrayRef<SlotId> Places::within(VarId root) const {
  return slotsWithin[root.index];
}

Address Places::objectOf(ExprId pointer) const {
  const Expr &value = function[stripCasts(pointer)];
  if (value.kind == ExprKind::AddrOf)
    return addressOf(value.a);
  if (value.kind != ExprKind::Load || function[value.a].kind != ExprKind::Var)
    return {};
  const VarId var = function[value.a].var();
  if (aliasPlace[var.index])
    return addressOf(aliasPlace[var.index]);
  return {aliasOf[var.index] ? aliasOf[var.index] : var, true, 0, {}};
}

// A pointer into an object carries the object's ownership: structures are embedded, and bases are at their offsets.
Source Places::sourceOf(ExprId value) const {
  using Kind = Source::Kind;
  for (unsigned steps = 0; value && steps < 64; ++steps) {
    const Expr &expr = function[value];
    switch (expr.kind) {
    case ExprKind::Null:
    case ExprKind::Undef:
      return {Kind::Null, {}, {}};
    case ExprKind::Int:
      return {expr.imm == 0 ? Kind::Null : Kind::Borrowed, {}, {}};
    case ExprKind::FuncAddr:
      return {Kind::Borrowed, {}, {}};
    case ExprKind::Load:
      if (std::optional<SlotId> slot = slotOf(expr.a))
        return {Kind::Slot, *slot, {}};
      return {Kind::Unknown, {}, fieldOf(expr.a)};
    case ExprKind::Cast:
      value = expr.a;
      break;
    case ExprKind::Binary:
      if (expr.op != Op::Add && expr.op != Op::Sub)
        return {};
      value = expr.a;
      break;
    case ExprKind::AddrOf: {
      ExprId place = expr.a;
      while (isPlace(function[place].kind) && function[place].kind != ExprKind::Deref &&
             function[place].kind != ExprKind::Var && function[place].kind != ExprKind::Global)
        place = function[place].a;
      if (function[place].kind != ExprKind::Deref)
        return {Kind::Borrowed, {}, {}};
      value = function[place].a;
      break;
    }
    case ExprKind::Select:
      if (function[expr.b].kind != ExprKind::Null && function[expr.c].kind != ExprKind::Null)
        return {};
      value = function[expr.b].kind == ExprKind::Null ? expr.c : expr.b;
      break;
    default:
      return {};
    }
  }
  return {};
}

} // namespace custody::engines::ownership
