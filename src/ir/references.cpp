#include "ir/references.h"
#include "ir/visit.h"
#include "ir/words.h"
#include "llvm/ADT/Twine.h"

namespace custody::ir {

unsigned operandCount(ExprKind kind) {
  switch (kind) {
  case ExprKind::Int:
  case ExprKind::Float:
  case ExprKind::Null:
  case ExprKind::Undef:
  case ExprKind::FuncAddr:
  case ExprKind::Unknown:
  case ExprKind::Var:
  case ExprKind::Global:
    return 0;
  case ExprKind::Load:
  case ExprKind::AddrOf:
  case ExprKind::Unary:
  case ExprKind::Cast:
  case ExprKind::Deref:
  case ExprKind::Field:
  case ExprKind::Base:
  case ExprKind::Offset:
    return 1;
  case ExprKind::Binary:
  case ExprKind::Index:
    return 2;
  case ExprKind::Select:
    return 3;
  }
  return 0;
}

namespace {

// Checks return whether all is well so far; the first fault is kept.
class References {
public:
  explicit References(const Module &module) : module(module) {}

  std::optional<std::string> run() {
    for (Sym file : module.files)
      need(file, "file name");
    for (const Macro &macro : module.macros)
      may(macro.name, "macro name"), may(macro.file, "macro file");
    for (uint32_t i = 0; i != module.types.size(); ++i)
      type(TypeId(i));
    for (const Record &item : module.records)
      record(item);
    for (const Global &item : module.globals)
      global(item);
    for (const Function &item : module.functions)
      function(item);
    for (FuncId id : module.startup)
      need(id, "startup function");
    for (FuncId id : module.shutdown)
      need(id, "shutdown function");
    return fault;
  }

private:
  const Module &module;
  const Function *current = nullptr;
  std::optional<std::string> fault;

  void report(const char *what, const char *problem, uint32_t index) {
    if (fault)
      return;
    std::string where;
    if (current && current->linkName.index < module.strings.size())
      where = ("function '" + module.text(current->linkName) + "': ").str();
    fault = where + what + problem + (index == ~0u ? std::string() : " (" + std::to_string(index) + ")");
  }

  void inRange(uint32_t index, size_t size, const char *what) {
    if (index >= size) [[unlikely]]
      report(what, index == ~0u ? " is missing" : " is out of range", index);
  }

  template <class Tag>
  void need(Id<Tag> id, const char *what) {
    inRange(id.index, size(id), what);
  }
  template <class Tag>
  void may(Id<Tag> id, const char *what) {
    if (id)
      need(id, what);
  }

  size_t size(Sym) const { return module.strings.size(); }
  size_t size(FileId) const { return module.files.size(); }
  size_t size(MacroId) const { return module.macros.size(); }
  size_t size(TypeId) const { return module.types.size(); }
  size_t size(RecordId) const { return module.records.size(); }
  size_t size(FuncId) const { return module.functions.size(); }
  size_t size(GlobalId) const { return module.globals.size(); }
  size_t size(VarId) const { return current->vars.size(); }
  size_t size(ExprId) const { return current->exprs.size(); }
  size_t size(BlockId) const { return current->blocks.size(); }

  void loc(const Loc &loc) { may(loc.file, "file of a position"), may(loc.macro, "macro of a position"); }

  void type(TypeId id) {
    const Type &type = module[id];
    bool hasInner = type.kind == TypeKind::Pointer || type.kind == TypeKind::Array || type.kind == TypeKind::Function ||
                    type.kind == TypeKind::MemberPointer;
    bool hasRecord = type.kind == TypeKind::Record || type.kind == TypeKind::MemberPointer;
    if (hasInner || type.inner)
      inRange(type.inner.index, id.index, "inner type (it comes before its user)");
    if (hasRecord || type.record)
      need(type.record, "record of a type");
    may(type.name, "name of a type");
    for (TypeId param : type.params)
      inRange(param.index, id.index, "parameter type (it comes before its user)");
  }

  void record(const Record &record) {
    may(record.name, "name of a record"), may(record.templateName, "template name");
    loc(record.loc);
    for (const Field &field : record.fields)
      may(field.name, "name of a field"), may(field.type, "type of a field");
    for (const BaseClass &base : record.bases)
      need(base.record, "base class");
    for (const Method &method : record.methods) {
      need(method.function, "method");
      for (FuncId overridden : method.overrides)
        need(overridden, "overridden method");
    }
    for (const TemplateArg &argument : record.templateArgs)
      may(argument.type, "template argument"), may(argument.text, "text of a template argument");
  }

  void global(const Global &global) {
    may(global.linkName, "link name of a global"), may(global.sourceName, "source name of a global");
    may(global.type, "type of a global"), may(global.aliasOf, "aliased global");
    loc(global.loc);
    for (const InitValue &value : global.init) {
      if (value.kind == InitKind::FuncAddr)
        need(FuncId(value.entity), "function in an initial value");
      else if (value.kind == InitKind::GlobalAddr)
        need(GlobalId(value.entity), "global in an initial value");
      else if (value.kind == InitKind::Text)
        need(Sym(value.entity), "text in an initial value");
    }
  }

  void function(const Function &function) {
    current = &function;
    may(function.linkName, "link name"), may(function.sourceName, "source name");
    may(function.libraryName, "library name"), may(function.record, "class");
    may(function.type, "function type"), may(function.aliasOf, "aliased function");
    loc(function.loc), loc(function.endLoc);
    for (const OwnershipAttr &attr : function.attrs.ownership)
      may(attr.name, "name in an ownership attribute");
    for (VarId param : function.params)
      need(param, "parameter");
    may(function.returnVar, "return variable");
    for (const Var &var : function.vars)
      may(var.name, "name of a variable"), may(var.type, "type of a variable"), loc(var.loc);
    for (uint32_t i = 0; i != function.exprs.size(); ++i)
      expr(i, function.exprs[i]);
    for (ExprId id : function.lists)
      need(id, "expression of a list");
    for (const Stmt &item : function.stmts)
      stmt(item);
    blocks(function);
    current = nullptr;
  }

  void expr(uint32_t index, const Expr &expr) {
    may(expr.type, "type of an expression");
    unsigned operands = operandCount(expr.kind);
    ExprId children[] = {expr.a, expr.b, expr.c};
    for (unsigned i = 0; i != 3; ++i)
      if (i < operands)
        inRange(children[i].index, index, "operand (it comes before its user)");
      else if (children[i])
        report("operand", " is one too many", children[i].index);
    switch (expr.kind) {
    case ExprKind::FuncAddr:
      return need(expr.func(), "function in an expression");
    case ExprKind::Unknown:
      return may(expr.name(), "cause of an unknown value");
    case ExprKind::Var:
      return need(expr.var(), "variable in an expression");
    case ExprKind::Global:
      return need(expr.global(), "global in an expression");
    case ExprKind::Field:
      need(expr.record, "record of a field");
      if (!fault)
        inRange(expr.entity, module[expr.record].fields.size(), "field");
      return;
    case ExprKind::Base:
      need(expr.record, "record of a base");
      if (!fault)
        inRange(expr.entity, module[expr.record].bases.size(), "base class");
      return;
    default:
      return;
    }
  }

  void stmt(const Stmt &stmt) {
    loc(stmt.loc);
    forEachOperand(stmt.op, [&](ExprId id) { may(id, "expression of a statement"); });
    ExprList range = listOf(stmt.op);
    if (uint64_t(range.first) + range.count > current->lists.size())
      report("list of a statement", " is out of range", range.first);
    std::visit(Overloaded{
                   [&](const Begin &s) { need(s.var, "variable of a begin"); },
                   [&](const End &s) { need(s.var, "variable of an end"); },
                   [&](const Ignore &s) { need(s.var, "variable of an ignore"); },
                   [&](const Alloc &s) { may(s.family, "family"), may(s.type, "allocated type"); },
                   [&](const Realloc &s) { may(s.family, "family"); },
                   [&](const Free &s) { may(s.family, "family"); },
                   [&](const Call &s) { may(s.function, "callee"), may(s.record, "class of a virtual call"); },
                   [&](const Throw &s) { may(s.type, "thrown type"); },
                   [&](const Unknown &s) { may(s.cause, "cause"); },
                   [](const auto &) {},
               },
               stmt.op);
  }

  void blocks(const Function &function) {
    uint64_t next = 0;
    for (const Block &block : function.blocks) {
      if (block.firstStmt != next)
        report("first statement of a block", " does not follow the block before", block.firstStmt);
      next = uint64_t(block.firstStmt) + block.stmtCount;
      may(block.term.value, "value of a terminator");
      loc(block.term.loc);
      for (const Edge &edge : block.term.edges)
        need(edge.to, "target of an edge");
      term(block.term);
    }
    if (next != function.stmts.size())
      report("statement", " belongs to no block", next);
  }

  void term(const Term &term) {
    static constexpr size_t Edges[] = {1, 2, 0, 0, 2, 1, 0, 0, 0};
    static_assert(std::size(Edges) == size_t(TermKind::Unreachable) + 1);
    bool hasMany = term.kind == TermKind::Switch || term.kind == TermKind::IndirectGoto;
    if (term.kind == TermKind::Switch ? term.edges.size() != term.cases.size() + 1 : !term.cases.empty())
      report("case", " without its edge", ~0u);
    if (!hasMany && term.edges.size() != Edges[size_t(term.kind)])
      report("terminator", " has a wrong number of edges", term.edges.size());
  }
};

} // namespace

std::optional<std::string> findBrokenReference(const Module &module) {
  return References(module).run();
}

} // namespace custody::ir
