#include "ir/print_text.h"
#include "ir/visit.h"
#include "ir/words.h"
#include "llvm/ADT/SmallString.h"
#include <charconv>

namespace custody::ir {
namespace {

// The shortest decimal that reads back to the same number; bits where there is none.
void writeFloat(llvm::raw_ostream &os, int64_t bits) {
  double number = llvm::bit_cast<double>(bits);
  if (number != number || number - number != 0) {
    os << "fbits(" << bits << ')';
    return;
  }
  char buffer[64];
  auto result = std::to_chars(buffer, std::end(buffer), number);
  llvm::StringRef text(buffer, result.ptr - buffer);
  os << text;
  if (text.find_first_of(".e") == llvm::StringRef::npos)
    os << ".0";
}

// `i`, `u`, `l`, `ul`: the type of an integer literal. Empty for other types.
llvm::StringRef suffix(const Type &type) {
  if (type.kind != TypeKind::Int || type.name)
    return "";
  if (type.bits == 32)
    return type.isSigned ? "i" : "u";
  if (type.bits == 64)
    return type.isSigned ? "l" : "ul";
  return "";
}

bool isUniqueField(const Record &record, uint32_t index) {
  Sym name = record.fields[index].name;
  return name && llvm::count_if(record.fields, [&](const Field &field) { return field.name == name; }) == 1;
}

bool isUniqueBase(const Record &record, uint32_t index) {
  RecordId base = record.bases[index].record;
  return llvm::count_if(record.bases, [&](const BaseClass &other) { return other.record == base; }) == 1;
}

// The expressions that statements name, each once or more.
template <class Visit>
void forEachRoot(const Function &function, Visit visit) {
  for (const Stmt &stmt : function.stmts) {
    forEachOperand(stmt.op, visit);
    ExprList range = listOf(stmt.op);
    if (uint64_t(range.first) + range.count <= function.lists.size())
      llvm::for_each(function.list(range), visit);
  }
  for (const Block &block : function.blocks)
    visit(block.term.value);
}

} // namespace

ExprText::ExprText(const Module &module, const ModuleNames &names, const TypeText &types, const Function &function)
    : module(module), names(names), types(types), function(function), vars(function), shorts(function.exprs.size()) {
  abbreviate();
}

void ExprText::abbreviate() {
  size_t count = function.exprs.size();
  std::vector<bool> isUsed(count);
  auto use = [&](ExprId id) {
    if (id.index < count)
      isUsed[id.index] = true;
  };
  forEachRoot(function, use);
  for (size_t i = count; i-- != 0;) {
    if (!isUsed[i])
      continue;
    const Expr &expr = function.exprs[i];
    use(expr.a);
    use(expr.b);
    use(expr.c);
  }
  for (uint32_t i = 0; i != count; ++i) {
    const Expr &expr = function.exprs[i];
    llvm::SmallVector<uint32_t, 3> children;
    for (ExprId child : {expr.a, expr.b, expr.c})
      if (child)
        children.push_back(child.index);
    shorts.add(i, children, isUsed[i]);
  }
}

void ExprText::lets(llvm::raw_ostream &os) const {
  for (uint32_t i = 0; shorts.count() && i != function.exprs.size(); ++i) {
    if (!shorts.number(i))
      continue;
    os << "  let " << (isPlace(function.exprs[i].kind) ? "place " : "") << '#' << shorts.number(i) << " = ";
    definition(os, ExprId(i), {}, Need::Any);
    os << '\n';
  }
}

void ExprText::var(llvm::raw_ostream &os, VarId id) const {
  if (id.index >= function.vars.size()) {
    os << '?';
    return;
  }
  Handle handle = vars.of(id);
  llvm::StringRef name = module.text(handle.name);
  if (!handle.name || !isReserved(name)) {
    writeHandle(os, module, handle);
    return;
  }
  writeQuoted(os, name);
  if (handle.ordinal > 1)
    os << '.' << handle.ordinal;
}

TypeKind ExprText::typeKind(ExprId id) const {
  if (id.index >= function.exprs.size() || function[id].type.index >= module.types.size())
    return TypeKind::Void;
  return module[function[id].type].kind;
}

bool ExprText::isNatural(const Expr &expr, const NaturalType &expected) const {
  if (expr.kind == ExprKind::Cast || expr.kind == ExprKind::Offset)
    return true;
  NaturalType natural = isLeaf(expr.kind) ? leafType(module, expr.kind, expected) : naturalType(module, function, expr);
  return matches(module, natural, expr.type);
}

void ExprText::write(llvm::raw_ostream &os, ExprId id, const NaturalType &expected, Need need) const {
  if (id.index >= function.exprs.size())
    os << '?';
  else if (uint32_t number = shorts.number(id.index))
    os << '#' << number;
  else
    definition(os, id, expected, need);
}

void ExprText::definition(llvm::raw_ostream &os, ExprId id, const NaturalType &expected, Need need) const {
  const Expr &expr = function[id];
  for (ExprId child : {expr.a, expr.b, expr.c})
    if (child && child >= id) {
      os << '?';
      return;
    }
  if (expr.kind == ExprKind::Int) {
    integer(os, expr, expected);
    return;
  }
  if (isNatural(expr, expected)) {
    form(os, expr, expected, need);
    return;
  }
  os << '(' << (expr.kind == ExprKind::Load ? "load " : "");
  form(os, expr, expected, Need::Any);
  os << " as ";
  types.write(os, expr.type);
  os << ')';
}

void ExprText::form(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected, Need need) const {
  bool isInfix = expr.kind == ExprKind::Binary || expr.kind == ExprKind::Select;
  bool isPrefix = expr.kind == ExprKind::AddrOf || expr.kind == ExprKind::Unary || expr.kind == ExprKind::Cast ||
                  expr.kind == ExprKind::Deref;
  bool inParens = (isInfix && need != Need::Any) || (isPrefix && need == Need::Postfix);
  if (inParens)
    os << '(';
  switch (expr.kind) {
  case ExprKind::Int:
    os << expr.imm;
    break;
  case ExprKind::Float:
    writeFloat(os, expr.imm);
    break;
  case ExprKind::Null:
    os << "null";
    break;
  case ExprKind::Undef:
    os << "undef";
    break;
  case ExprKind::FuncAddr:
    os << "::";
    if (expr.entity < module.functions.size())
      writeHandle(os, module, names.of(expr.func()));
    else
      os << '?';
    break;
  case ExprKind::Load:
    write(os, expr.a, {}, need);
    break;
  case ExprKind::AddrOf:
    os << '&';
    write(os, expr.a, {}, Need::Unary);
    break;
  case ExprKind::Unary:
    unary(os, expr, expected);
    break;
  case ExprKind::Binary:
    binary(os, expr, expected);
    break;
  case ExprKind::Cast:
    cast(os, expr);
    break;
  case ExprKind::Select:
    select(os, expr, expected);
    break;
  case ExprKind::Unknown:
    os << "unknown(";
    writeCause(os, module, expr.name());
    os << ')';
    break;
  case ExprKind::Var:
    var(os, expr.var());
    break;
  case ExprKind::Global:
    os << "::";
    if (expr.entity < module.globals.size())
      writeHandle(os, module, names.of(expr.global()));
    else
      os << '?';
    break;
  case ExprKind::Deref:
    os << '*';
    write(os, expr.a, {}, Need::Unary);
    break;
  case ExprKind::Field:
  case ExprKind::Base:
    member(os, expr);
    break;
  case ExprKind::Offset:
    os << "offset<";
    types.write(os, expr.type);
    os << ">(";
    write(os, expr.a, {}, Need::Any);
    os << ", " << expr.imm << ')';
    break;
  case ExprKind::Index:
    index(os, expr);
    break;
  }
  if (inParens)
    os << ')';
}

void ExprText::integer(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const {
  if (matches(module, leafType(module, expr.kind, expected), expr.type)) {
    os << expr.imm;
    return;
  }
  llvm::StringRef ending = expr.type.index < module.types.size() ? suffix(module[expr.type]) : "";
  if (!ending.empty()) {
    os << expr.imm << ending;
    return;
  }
  os << '(' << expr.imm << " as ";
  types.write(os, expr.type);
  os << ')';
}

// `-5` is a literal, `-(5)` its negation.
void ExprText::unary(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const {
  os << (expr.op == Op::Neg ? '-' : '~');
  bool isLiteral = expr.a.index < function.exprs.size() && isLeaf(function[expr.a].kind);
  os << (isLiteral ? "(" : "");
  write(os, expr.a, expected, Need::Unary);
  os << (isLiteral ? ")" : "");
}

void ExprText::binary(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const {
  TypeId left = expr.a.index < function.exprs.size() ? function[expr.a].type : TypeId();
  write(os, expr.a, expected, Need::Unary);
  os << ' ' << binarySpelling(module, expr.op, left) << ' ';
  write(os, expr.b, same(left), Need::Unary);
}

void ExprText::select(llvm::raw_ostream &os, const Expr &expr, const NaturalType &expected) const {
  TypeId second = expr.b.index < function.exprs.size() ? function[expr.b].type : TypeId();
  write(os, expr.a, expected, Need::Unary);
  os << " ? ";
  write(os, expr.b, expected, Need::Unary);
  os << " : ";
  write(os, expr.c, same(second), Need::Unary);
}

void ExprText::cast(llvm::raw_ostream &os, const Expr &expr) const {
  TypeId from = expr.a.index < function.exprs.size() ? function[expr.a].type : TypeId();
  if (naturalCast(module, from, expr.type) == expr.op && expr.type) {
    os << '(';
    types.write(os, expr.type);
    os << ')';
    write(os, expr.a, {}, Need::Unary);
    return;
  }
  os << word(expr.op) << '<';
  types.write(os, expr.type);
  os << ">(";
  write(os, expr.a, {}, Need::Any);
  os << ')';
}

// What `p->f` and `p[i]` hide: the dereference of the usual type, if this is one.
const Expr *ExprText::plainDeref(ExprId id) const {
  if (id.index >= function.exprs.size() || shorts.number(id.index))
    return nullptr;
  const Expr &expr = function[id];
  bool isPlain = expr.kind == ExprKind::Deref && expr.a < id && isNatural(expr, {});
  return isPlain ? &expr : nullptr;
}

void ExprText::member(llvm::raw_ostream &os, const Expr &expr) const {
  if (const Expr *deref = plainDeref(expr.a)) {
    write(os, deref->a, {}, Need::Postfix);
    os << "->";
  } else {
    write(os, expr.a, {}, Need::Postfix);
    os << '.';
  }
  if (expr.record.index >= module.records.size()) {
    os << '?';
    return;
  }
  const Record &record = module[expr.record];
  TypeId type = expr.a.index < function.exprs.size() ? function[expr.a].type : TypeId();
  if (!matches(module, recordOf(expr.record), type)) {
    os << '{';
    writeHandle(os, module, names.of(expr.record));
    os << '}';
  }
  if (expr.kind == ExprKind::Field) {
    if (expr.entity < record.fields.size() && isUniqueField(record, expr.entity))
      writeName(os, module.text(record.fields[expr.entity].name));
    else
      os << '#' << expr.entity;
    return;
  }
  os << '(';
  if (expr.entity < record.bases.size() && isUniqueBase(record, expr.entity))
    writeHandle(os, module, names.of(record.bases[expr.entity].record));
  else
    os << '#' << expr.entity;
  os << ')';
}

// `p[i]` goes through the pointer, as in C. Stepping over a pointer variable itself is `p.[i]`.
void ExprText::index(llvm::raw_ostream &os, const Expr &expr) const {
  if (const Expr *deref = plainDeref(expr.a)) {
    write(os, deref->a, {}, Need::Postfix);
    os << '[';
  } else {
    write(os, expr.a, {}, Need::Postfix);
    os << (typeKind(expr.a) == TypeKind::Pointer ? ".[" : "[");
  }
  write(os, expr.b, indexNatural(module), Need::Any);
  if (uint64_t(expr.imm) != naturalStride(module, expr.type))
    os << " stride " << expr.imm;
  os << ']';
}

} // namespace custody::ir
