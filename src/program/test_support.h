// Small modules for tests, built in code.
#pragma once

#include "ir/module.h"
#include "ir/type_interner.h"
#include "program/facts.h"

namespace custody::program::test {

using namespace ir;

class TestUnit;

// Builds a body. Statements go to the current block; `end` finishes it, and the next statement begins another.
class Body {
public:
  Body(TestUnit &unit, FuncId id) : unit(unit), id(id) {}

  Function &function() const;
  VarId var(llvm::StringRef name, TypeId type, VarKind kind = VarKind::Local);
  VarId param(unsigned index) const { return function().params[index]; }
  VarId ret() const { return function().returnVar; }

  // Expressions.
  ExprId expr(Expr e);
  ExprId integer(int64_t value, TypeId type = {});
  ExprId null();
  ExprId var(VarId id);                                 // place
  ExprId global(GlobalId id);                           // place
  ExprId load(ExprId place);                            // value
  ExprId read(VarId id) { return load(var(id)); }       // value of a variable
  ExprId addr(ExprId place);                            // value
  ExprId deref(ExprId pointer);                         // place
  ExprId field(ExprId place, unsigned index);           // place of a record
  ExprId index(ExprId place, int64_t stride);           // place[?]
  ExprId offset(ExprId place, int64_t by, TypeId type); // place
  ExprId funcAddr(FuncId target);

  // Statements.
  StmtId stmt(StmtOp op);
  StmtId assign(ExprId place, ExprId value) { return stmt(Assign{place, value}); }
  StmtId alloc(ExprId place, TypeId type = {});
  StmtId call(FuncId target, std::vector<ExprId> args = {}, ExprId dst = {});
  StmtId callThrough(ExprId pointer, std::vector<ExprId> args = {}, ExprId dst = {});
  StmtId callVirtual(RecordId record, FuncId method, std::vector<ExprId> args);
  ExprList list(const std::vector<ExprId> &ids);

  // Control flow. `end` finishes the current block.
  void end(TermKind kind, std::vector<BlockId> to = {}, ExprId value = {});
  void finish() { end(TermKind::Return); }

private:
  TestUnit &unit;
  FuncId id;
};

class TestUnit {
public:
  explicit TestUnit(llvm::StringRef name) : types(module) { module.name = name.str(); }
  TestUnit(const TestUnit &) = delete;
  TestUnit &operator=(const TestUnit &) = delete;

  Module module;
  TypeInterner types;

  Sym sym(llvm::StringRef text) { return module.strings.intern(text); }
  TypeId i32() { return types.intType(32, true); }
  TypeId pointer(TypeId to = {}) { return types.pointerTo(to ? to : types.voidType()); }

  RecordId record(llvm::StringRef name, std::vector<std::pair<llvm::StringRef, TypeId>> fields);
  TypeId recordType(RecordId id) { return types.recordType(id); }

  FuncId declare(llvm::StringRef name, std::vector<TypeId> params = {}, TypeId result = {},
                 Linkage linkage = Linkage::External);
  Body define(llvm::StringRef name, std::vector<TypeId> params = {}, TypeId result = {},
              Linkage linkage = Linkage::External);
  Body define(FuncId declared); // gives a declared function a body
  GlobalId global(llvm::StringRef name, TypeId type, Linkage linkage = Linkage::External, bool isDefined = true);
  void init(GlobalId id, uint64_t offset, InitKind kind, uint32_t entity, int64_t value = 0, uint32_t size = 8);
};

template <class... Units>
Program linkUnits(Units &...units) {
  std::vector<Module> modules;
  (modules.push_back(units.module), ...);
  return Program::link(std::move(modules));
}

// What the tests need to know of the C library.
constexpr llvm::StringLiteral LibraryText = R"(
void exit(int status) noreturn;
size_t strlen(const char *s);
int puts(const char *s);
char *fgets(char *s, int n, FILE *stream) returns s may_null;
int sscanf(const char *s, const char *format, ...) clears *...;
own(malloc) char *strdup(const char *s);
void qsort(void *base, size_t n, size_t size, compar_fn_t compare) calls compare(base, base);
int sigaction(int sig, const struct sigaction *action, struct sigaction *old) calls action->sa_handler(_) later;
)";

// A program model with the specifications it refers to.
class TestModel {
public:
  TestModel(Program program, llvm::StringRef specText = LibraryText,
            specs::Authority authority = specs::Authority::Bundled)
      : store(storeOf(program, specText, authority)),
        model(std::make_unique<ProgramModel>(std::move(program), *store)) {}

  const ProgramModel &operator*() const { return *model; }
  const ProgramModel *operator->() const { return model.get(); }

private:
  static std::unique_ptr<specs::SpecStore> storeOf(const Program &program, llvm::StringRef text,
                                                   specs::Authority authority) {
    auto made = std::make_unique<specs::SpecStore>();
    made->addText("test.own", text, authority);
    addAttributes(*made, program);
    return made;
  }

  std::unique_ptr<specs::SpecStore> store;
  std::unique_ptr<ProgramModel> model;
};

// The only function of that name.
inline ProgFuncId only(const Program &program, llvm::StringRef name) {
  llvm::ArrayRef<ProgFuncId> found = program.find(name);
  return found.size() == 1 ? found.front() : ProgFuncId();
}

inline Function &Body::function() const {
  return unit.module.functions[id.index];
}

inline VarId Body::var(llvm::StringRef name, TypeId type, VarKind kind) {
  Var v;
  v.name = unit.sym(name);
  v.type = type;
  v.kind = kind;
  function().vars.push_back(v);
  return VarId(function().vars.size() - 1);
}

inline ExprId Body::expr(Expr e) {
  function().exprs.push_back(e);
  return ExprId(function().exprs.size() - 1);
}

inline ExprId Body::integer(int64_t value, TypeId type) {
  Expr e;
  e.kind = ExprKind::Int;
  e.imm = value;
  e.type = type ? type : unit.i32();
  return expr(e);
}

inline ExprId Body::null() {
  Expr e;
  e.kind = ExprKind::Null;
  e.type = unit.pointer();
  return expr(e);
}

inline ExprId Body::var(VarId v) {
  Expr e;
  e.kind = ExprKind::Var;
  e.entity = v.index;
  e.type = function()[v].type;
  return expr(e);
}

inline ExprId Body::global(GlobalId g) {
  Expr e;
  e.kind = ExprKind::Global;
  e.entity = g.index;
  e.type = unit.module[g].type;
  return expr(e);
}

inline ExprId Body::load(ExprId place) {
  Expr e;
  e.kind = ExprKind::Load;
  e.a = place;
  e.type = function()[place].type;
  return expr(e);
}

inline ExprId Body::addr(ExprId place) {
  Expr e;
  e.kind = ExprKind::AddrOf;
  e.a = place;
  e.type = unit.pointer(function()[place].type);
  return expr(e);
}

inline ExprId Body::deref(ExprId pointer) {
  Expr e;
  e.kind = ExprKind::Deref;
  e.a = pointer;
  e.type = unit.module[function()[pointer].type].inner;
  return expr(e);
}

inline ExprId Body::field(ExprId place, unsigned index) {
  Expr e;
  e.kind = ExprKind::Field;
  e.a = place;
  e.entity = index;
  e.record = unit.module[function()[place].type].record;
  e.type = unit.module[e.record].fields[index].type;
  return expr(e);
}

inline ExprId Body::index(ExprId place, int64_t stride) {
  Expr e;
  e.kind = ExprKind::Index;
  e.a = place;
  e.b = integer(7);
  e.imm = stride;
  const Type &type = unit.module[function()[place].type];
  e.type = type.kind == TypeKind::Array ? type.inner : function()[place].type;
  return expr(e);
}

inline ExprId Body::offset(ExprId place, int64_t by, TypeId type) {
  Expr e;
  e.kind = ExprKind::Offset;
  e.a = place;
  e.imm = by;
  e.type = type;
  return expr(e);
}

inline ExprId Body::funcAddr(FuncId target) {
  Expr e;
  e.kind = ExprKind::FuncAddr;
  e.entity = target.index;
  e.type = unit.pointer(unit.module[target].type);
  return expr(e);
}

inline StmtId Body::stmt(StmtOp op) {
  if (function().blocks.empty() || function().blocks.back().term.kind != TermKind::Unreachable) {
    function().blocks.emplace_back();
    function().blocks.back().firstStmt = function().stmts.size();
  }
  function().stmts.push_back({{}, std::move(op)});
  ++function().blocks.back().stmtCount;
  return StmtId(function().stmts.size() - 1);
}

inline StmtId Body::alloc(ExprId place, TypeId type) {
  Alloc a;
  a.dst = place;
  a.family = unit.sym("malloc");
  a.type = type;
  return stmt(a);
}

inline ExprList Body::list(const std::vector<ExprId> &ids) {
  ExprList range{uint32_t(function().lists.size()), uint32_t(ids.size())};
  function().lists.insert(function().lists.end(), ids.begin(), ids.end());
  return range;
}

inline StmtId Body::call(FuncId target, std::vector<ExprId> args, ExprId dst) {
  Call c;
  c.function = target;
  c.args = list(args);
  c.dst = dst;
  return stmt(c);
}

inline StmtId Body::callThrough(ExprId pointer, std::vector<ExprId> args, ExprId dst) {
  Call c;
  c.calleeKind = CalleeKind::Indirect;
  c.pointer = pointer;
  c.args = list(args);
  c.dst = dst;
  return stmt(c);
}

inline StmtId Body::callVirtual(RecordId record, FuncId method, std::vector<ExprId> args) {
  Call c;
  c.calleeKind = CalleeKind::Virtual;
  c.record = record;
  c.function = method;
  c.args = list(args);
  return stmt(c);
}

inline void Body::end(TermKind kind, std::vector<BlockId> to, ExprId value) {
  std::vector<Block> &blocks = function().blocks;
  if (blocks.empty() || blocks.back().term.kind != TermKind::Unreachable || !blocks.back().term.edges.empty()) {
    blocks.emplace_back();
    blocks.back().firstStmt = function().stmts.size();
  }
  blocks.back().term.kind = kind;
  blocks.back().term.value = value;
  for (BlockId target : to)
    blocks.back().term.edges.push_back({target, EdgeKind::Branch});
}

inline RecordId TestUnit::record(llvm::StringRef name, std::vector<std::pair<llvm::StringRef, TypeId>> fields) {
  Record r;
  r.name = sym(name);
  r.isComplete = true;
  for (auto [fieldName, type] : fields) {
    Field f;
    f.name = sym(fieldName);
    f.type = type;
    uint64_t size = std::max<uint64_t>(sizeOf(module, type), 1);
    uint64_t align = std::min<uint64_t>(size, 8);
    r.size = (r.size + align - 1) / align * align;
    f.offsetBits = r.size * 8;
    r.size += sizeOf(module, type);
    r.fields.push_back(f);
  }
  r.size = (r.size + 7) / 8 * 8;
  module.records.push_back(r);
  return RecordId(module.records.size() - 1);
}

inline FuncId TestUnit::declare(llvm::StringRef name, std::vector<TypeId> params, TypeId result, Linkage linkage) {
  Function f;
  f.linkName = f.sourceName = f.libraryName = sym(name);
  f.linkage = linkage;
  f.type = types.functionType(result ? result : types.voidType(), params);
  module.functions.push_back(f);
  return FuncId(module.functions.size() - 1);
}

inline Body TestUnit::define(FuncId declared) {
  Function &f = module.functions[declared.index];
  f.isDefined = true;
  const Type type = module[f.type];
  for (uint32_t i = 0; i < type.params.size(); ++i) {
    Var v;
    v.name = sym("a" + std::to_string(i));
    v.kind = VarKind::Param;
    v.index = i;
    v.type = type.params[i];
    f.params.push_back(VarId(f.vars.size()));
    f.vars.push_back(v);
  }
  if (type.inner && module[type.inner].kind != TypeKind::Void) {
    Var v;
    v.kind = VarKind::Return;
    v.type = type.inner;
    f.returnVar = VarId(f.vars.size());
    f.vars.push_back(v);
  }
  return Body(*this, declared);
}

inline Body TestUnit::define(llvm::StringRef name, std::vector<TypeId> params, TypeId result, Linkage linkage) {
  return define(declare(name, std::move(params), result, linkage));
}

inline GlobalId TestUnit::global(llvm::StringRef name, TypeId type, Linkage linkage, bool isDefined) {
  Global g;
  g.linkName = g.sourceName = sym(name);
  g.type = type;
  g.linkage = linkage;
  g.isDefined = g.isInitKnown = isDefined;
  g.size = sizeOf(module, type);
  module.globals.push_back(g);
  return GlobalId(module.globals.size() - 1);
}

inline void TestUnit::init(GlobalId id, uint64_t offset, InitKind kind, uint32_t entity, int64_t value, uint32_t size) {
  InitValue v;
  v.offset = offset;
  v.size = size;
  v.kind = kind;
  v.entity = entity;
  v.value = value;
  module.globals[id.index].init.push_back(v);
}

} // namespace custody::program::test
