#include "engines/spelling.h"
#include "ir/visit.h"

namespace custody::engines {

using namespace ir;

namespace {

constexpr unsigned MaxDepth = 8;

class Speller {
public:
  Speller(const Module &module, const Function &function) : module(module), function(function) {}

  std::string place(ExprId id, unsigned depth = 0) const;
  std::string value(ExprId id, unsigned depth = 0) const;
  std::string condition(ExprId id, bool outcome) const;

private:
  std::string member(const Expr &expr, llvm::StringRef name, unsigned depth) const;
  std::string element(const Expr &expr, unsigned depth) const;
  std::string result(ExprId place, unsigned depth) const;
  bool isConstant(ExprId id) const;
  std::string reinterpretation(const Expr &cast) const;

  const Module &module;
  const Function &function;
};

std::string Speller::member(const Expr &expr, llvm::StringRef name, unsigned depth) const {
  if (name.empty())
    return place(expr.a, depth + 1);
  const Expr &base = function[expr.a];
  const bool isArrow = base.kind == ExprKind::Deref;
  const std::string object = isArrow ? value(base.a, depth + 1) : place(expr.a, depth + 1);
  if (object.empty())
    return "";
  return object == "this" ? name.str() : object + (isArrow ? "->" : ".") + name.str();
}

std::string Speller::element(const Expr &expr, unsigned depth) const {
  const Expr &base = function[expr.a];
  const std::string array = base.kind == ExprKind::Deref ? value(base.a, depth + 1) : place(expr.a, depth + 1);
  if (array.empty())
    return "";
  const std::string index = value(expr.b, depth + 1);
  return array + "[" + (index.empty() ? "…" : index) + "]";
}

std::string Speller::place(ExprId id, unsigned depth) const {
  if (!id || depth > MaxDepth)
    return "";
  const Expr &expr = function[id];
  switch (expr.kind) {
  case ExprKind::Var: {
    const Var &var = function[expr.var()];
    return var.kind == VarKind::Temp || var.kind == VarKind::Return ? "" : module.text(var.name).str();
  }
  case ExprKind::Global: {
    const Global &global = module[expr.global()];
    return module.text(global.sourceName ? global.sourceName : global.linkName).str();
  }
  case ExprKind::Deref: {
    const std::string pointer = value(expr.a, depth + 1);
    return pointer.empty() ? "" : "*" + pointer;
  }
  case ExprKind::Field:
    return member(expr, module.text(module[expr.record].fields[expr.entity].name), depth);
  case ExprKind::Index:
    return element(expr, depth);
  case ExprKind::Base:
  case ExprKind::Offset:
    return place(expr.a, depth + 1);
  default:
    return "";
  }
}

// `if (!insert(list, entry))`: the temporary is what the call returned. `delete p`: it is what `p` was.
std::string Speller::result(ExprId place, unsigned depth) const {
  if (function[place].kind != ExprKind::Var || function[function[place].var()].kind != VarKind::Temp)
    return "";
  std::string found;
  for (const Stmt &stmt : function.stmts) {
    const ExprId into = destination(stmt.op);
    if (!into || function[into].kind != ExprKind::Var || function[into].var() != function[place].var())
      continue;
    std::string made;
    if (const auto *call = std::get_if<Call>(&stmt.op); call && call->calleeKind == CalleeKind::Direct) {
      const Function &callee = module[call->function];
      made = module.text(callee.sourceName ? callee.sourceName : callee.linkName).str() + "(…)";
    } else if (const auto *assign = std::get_if<Assign>(&stmt.op)) {
      made = value(assign->value, depth + 1);
    }
    if (made.empty() || (!found.empty() && found != made)) // a copy of its block has the same
      return "";
    found = made;
  }
  return found;
}

// Casts are mostly not worth a word. One that makes negative numbers large ones is.
std::string Speller::reinterpretation(const Expr &cast) const {
  const TypeId from = function[cast.a].type;
  if (cast.op != Op::ZExt || !from || module[from].kind != TypeKind::Int || !module[from].isSigned)
    return "";
  switch (module[from].bits) {
  case 8:
    return "(unsigned char)";
  case 16:
    return "(unsigned short)";
  case 32:
    return "(unsigned)";
  default:
    return "";
  }
}

std::string Speller::value(ExprId id, unsigned depth) const {
  if (!id || depth > MaxDepth)
    return "";
  const Expr &expr = function[id];
  switch (expr.kind) {
  case ExprKind::Int:
    return std::to_string(expr.imm);
  case ExprKind::Null:
    return "null";
  case ExprKind::Load: {
    const std::string what = place(expr.a, depth + 1);
    return what.empty() ? result(expr.a, depth) : what;
  }
  case ExprKind::AddrOf: {
    const std::string what = place(expr.a, depth + 1);
    return what.empty() ? "" : "&" + what;
  }
  case ExprKind::Cast: {
    const std::string what = value(expr.a, depth + 1);
    return what.empty() ? "" : reinterpretation(expr) + what;
  }
  case ExprKind::Binary: {
    const std::string a = value(expr.a, depth + 1), b = value(expr.b, depth + 1);
    const char *op = expr.op == Op::Add   ? " + "
                     : expr.op == Op::Sub ? " - "
                     : expr.op == Op::Mul ? " * "
                     : expr.op == Op::And ? " & "
                     : expr.op == Op::Or  ? " | "
                                          : nullptr;
    return a.empty() || b.empty() || !op ? "" : a + op + b;
  }
  default:
    return "";
  }
}

Op negated(Op op) {
  switch (op) {
  case Op::Eq:
    return Op::Ne;
  case Op::Ne:
    return Op::Eq;
  case Op::SLt:
    return Op::SGe;
  case Op::SLe:
    return Op::SGt;
  case Op::SGt:
    return Op::SLe;
  case Op::SGe:
    return Op::SLt;
  case Op::ULt:
    return Op::UGe;
  case Op::ULe:
    return Op::UGt;
  case Op::UGt:
    return Op::ULe;
  case Op::UGe:
    return Op::ULt;
  default:
    return Op::None;
  }
}

const char *inWords(Op op) {
  switch (op) {
  case Op::Eq:
    return " is ";
  case Op::Ne:
    return " is not ";
  case Op::SLt:
  case Op::ULt:
    return " is less than ";
  case Op::SLe:
  case Op::ULe:
    return " is at most ";
  case Op::SGt:
  case Op::UGt:
    return " is greater than ";
  case Op::SGe:
  case Op::UGe:
    return " is at least ";
  default:
    return nullptr;
  }
}

bool Speller::isConstant(ExprId id) const {
  while (function[id].kind == ExprKind::Cast)
    id = function[id].a;
  return function[id].kind == ExprKind::Int || function[id].kind == ExprKind::Null;
}

std::string Speller::condition(ExprId id, bool outcome) const {
  const Expr &expr = function[id];
  const Op op = expr.kind == ExprKind::Binary ? (outcome ? expr.op : negated(expr.op)) : Op::None;
  if (const char *words = inWords(op)) {
    const std::string a = value(expr.a), b = value(expr.b);
    if (!a.empty() && !b.empty())
      return "'" + a + "'" + words + (isConstant(expr.b) ? b : "'" + b + "'");
    return "";
  }
  const std::string what = value(id);
  return what.empty() ? "" : "'" + what + "' is " + (outcome ? "true" : "false");
}

} // namespace

std::string spellPlace(const Module &module, const Function &function, ExprId place) {
  return Speller(module, function).place(place);
}

std::string spellValue(const Module &module, const Function &function, ExprId value) {
  return Speller(module, function).value(value);
}

std::string spellCondition(const Module &module, const Function &function, ExprId condition, bool outcome) {
  return Speller(module, function).condition(condition, outcome);
}

} // namespace custody::engines
