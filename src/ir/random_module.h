// Modules made by dice, for tests: every kind of type, expression, statement and terminator, each member varied. What
// comes out has sound references and canonical tables, so that all forms must keep it, but no sense: variables are used
// where they do not live, and blocks end as they like.
#pragma once

#include "ir/natural.h"
#include "ir/references.h"
#include <random>

namespace custody::ir {

class RandomModule {
public:
  explicit RandomModule(uint64_t seed) : dice(seed), types(module) {}

  Module make() {
    module.pointerSize = one() ? 8 : 4;
    module.name = "dice.c";
    for (const char *file : {"dice.c", "a \"b\".h", "inc/c.h"})
      module.files.push_back(module.strings.intern(file));
    for (uint32_t i = 0; i != 4; ++i) {
      Macro macro{maybe(name()), maybe(FileId(below(3))), below(100), i};
      module.macros.push_back(macro);
    }
    size_t records = below(4) + 1, globals = below(4) + 1, functions = below(4) + 1;
    module.records.resize(records);
    module.globals.resize(globals);
    module.functions.resize(functions);
    makeTypes();
    for (Record &record : module.records)
      fill(record);
    for (Global &global : module.globals)
      fill(global, &global - module.globals.data());
    for (Function &function : module.functions)
      header(function, &function - module.functions.data());
    for (Function &function : module.functions)
      if (one() || &function == module.functions.data())
        body(function);
    for (uint32_t i = below(3); i != 0; --i)
      module.startup.push_back(anyFunction());
    for (uint32_t i = below(3); i != 0; --i)
      module.shutdown.push_back(anyFunction());
    return std::move(module);
  }

private:
  std::mt19937_64 dice;
  Module module;
  TypeInterner types;
  Function *current = nullptr;

  uint32_t below(uint32_t bound) { return dice() % bound; }
  bool one() { return dice() & 1; }
  bool rarely() { return below(8) == 0; }
  template <class Id>
  Id maybe(Id id) {
    return rarely() ? Id() : id;
  }
  template <class Enum>
  Enum any(Enum last) {
    return Enum(below(uint32_t(last) + 1));
  }

  Sym name() {
    static constexpr const char *Names[] = {"p",      "q",     "x",    "end",  "uint",       "none",    "ns::f",
                                            "p.2",    "",      "a b",  "%1",   "operator++", "virtual", "\x01\n\t\"\\",
                                            "int128", "type",  "bb1",  "null", "zext",       "free",    "füü",
                                            "#1",     "float", "void", "add",  "unknown",    "a::",     "::b"};
    return module.strings.intern(Names[below(std::size(Names))]);
  }
  int64_t number() {
    static constexpr int64_t Numbers[] = {0, 1, -1, 7, 8, 255, -128, INT64_MAX, INT64_MIN, 4096};
    return one() ? Numbers[below(std::size(Numbers))] : int64_t(dice());
  }
  Loc loc() {
    if (rarely())
      return {};
    return {maybe(FileId(below(3))), below(5000), below(200), one() ? MacroId() : MacroId(below(module.macros.size()))};
  }
  TypeId anyType() { return TypeId(below(module.types.size())); }
  RecordId anyRecord() { return RecordId(below(module.records.size())); }
  FuncId anyFunction() { return FuncId(below(module.functions.size())); }
  GlobalId anyGlobal() { return GlobalId(below(module.globals.size())); }

  // There are no references to references.
  void pointer() {
    const TypeId inner = anyType();
    const bool isReference = rarely() && !module[inner].isReference;
    types.pointerTo(inner, one(), isReference, isReference && one());
  }

  void makeTypes() {
    types.voidType();
    for (uint32_t bits : {1, 8, 16, 32, 64, 128, 7})
      for (bool isSigned : {false, true})
        types.intType(bits, isSigned);
    for (uint32_t i = 0; i != 40; ++i) {
      switch (below(8)) {
      case 0:
        types.intType(one() ? 32 : 8, one(), name());
        break;
      case 1:
        types.floatType(one() ? 64 : one() ? 32 : 80);
        break;
      case 2:
        pointer();
        break;
      case 3:
        types.arrayOf(anyType(), one() ? below(9) : 0);
        break;
      case 4:
        types.recordType(anyRecord());
        break;
      case 5: {
        llvm::SmallVector<TypeId, 4> params;
        for (uint32_t n = below(4); n != 0; --n)
          params.push_back(anyType());
        types.functionType(anyType(), params, one());
        break;
      }
      case 6:
        types.memberPointer(anyType(), anyRecord());
        break;
      case 7:
        types.opaqueType(maybe(name()), below(100));
        break;
      }
    }
    if (rarely()) { // a deep one
      TypeId deep = anyType();
      for (int i = 0; i != 150; ++i)
        deep = i % 50 == 0 ? types.functionType(deep, {deep, deep}) : types.pointerTo(deep);
    }
  }

  void fill(Record &record) {
    record.name = maybe(name());
    record.kind = any(RecordKind::Union);
    record.isComplete = one(), record.isPolymorphic = one(), record.isSystem = one(), record.isLambda = one();
    record.size = below(100);
    record.loc = loc();
    uint64_t offset = 0;
    for (uint32_t n = below(5); n != 0; --n)
      record.fields.push_back(
          {maybe(name()), anyType(), offset += below(70), one() ? 0 : below(30), any(Access::Private), one()});
    for (uint32_t n = below(3); n != 0; --n)
      record.bases.push_back({anyRecord(), below(64), one(), any(Access::Private)});
    for (uint32_t n = below(3); n != 0; --n) {
      Method method{anyFunction(), one() ? -1 : int32_t(below(9)), one(), any(Access::Private), {}};
      for (uint32_t m = below(3); m != 0; --m)
        method.overrides.push_back(anyFunction());
      record.methods.push_back(method);
    }
    for (uint32_t n = below(3); n != 0; --n)
      record.templateArgs.push_back({maybe(anyType()), maybe(name())});
    record.templateName = one() ? Sym() : name();
    record.copyConstructor = any(CopyOperation::Deleted);
    record.copyAssignment = any(CopyOperation::Deleted);
    record.destructor = any(CopyOperation::Deleted);
  }

  Sym linkName(const char *prefix, size_t index) {
    return module.strings.intern((prefix + llvm::Twine(index) + (one() ? "" : ".x")).str());
  }

  void fill(Global &global, size_t index) {
    global.linkName = linkName("g", index);
    global.sourceName = one() ? global.linkName : maybe(name());
    global.type = anyType();
    global.linkage = any(Linkage::AvailableExternally);
    global.isDefined = one(), global.isConstant = one(), global.isThreadLocal = one(), global.isInitKnown = one();
    global.aliasOf = rarely() ? anyGlobal() : GlobalId();
    global.size = one() ? sizeOf(module, global.type) : below(50);
    global.loc = loc();
    uint64_t offset = 0;
    for (uint32_t n = below(4); n != 0; --n) {
      InitValue value;
      value.offset = offset;
      value.size = below(8) + 1;
      offset += value.size + below(3);
      value.kind = any(InitKind::Text);
      if (value.kind == InitKind::Int || value.kind == InitKind::GlobalAddr)
        value.value = number();
      if (value.kind == InitKind::FuncAddr)
        value.entity = anyFunction().index;
      else if (value.kind == InitKind::GlobalAddr)
        value.entity = anyGlobal().index;
      else if (value.kind == InitKind::Text)
        value.entity = name().index;
      global.init.push_back(value);
    }
  }

  void header(Function &function, size_t index) {
    function.linkName = linkName("f", index);
    function.sourceName = one() ? function.linkName : maybe(name());
    function.libraryName = one() ? function.linkName : maybe(name());
    function.linkage = any(Linkage::AvailableExternally);
    function.kind = any(FunctionKind::MoveAssignment);
    function.record = function.kind != FunctionKind::Free || rarely() ? anyRecord() : RecordId();
    function.access = any(Access::Private);
    function.isDefined = one(), function.isVirtual = one(), function.isImplicit = one();
    function.isSystem = one(), function.isOverBudget = one();
    function.attrs.noReturn = one(), function.attrs.noThrow = one();
    function.attrs.returnsTwice = one(), function.attrs.returnsNonNull = one();
    function.attrs.isCleanup = one();
    for (uint32_t n = below(3); n != 0; --n)
      function.attrs.ownership.push_back({any(OwnershipAttrKind::Holds), maybe(name()), below(3)});
    function.loc = loc(), function.endLoc = loc();
    function.aliasOf = rarely() ? anyFunction() : FuncId();
    function.thunkOffset = rarely() ? number() : 0;
    for (uint32_t n = below(4), i = 0; i != n; ++i) {
      function.params.push_back(VarId(i));
      function.vars.push_back({maybe(name()), anyType(), VarKind::Param, i, one(), loc()});
    }
    if (one()) {
      function.returnVar = VarId(function.vars.size());
      function.vars.push_back({maybe(name()), anyType(), VarKind::Return, 0, false, loc()});
    }
    function.type = one() ? naturalType(types, function) : anyType();
  }

  void body(Function &function) {
    current = &function;
    for (uint32_t n = below(5) + 1; n != 0; --n)
      function.vars.push_back({maybe(name()), anyType(), one() ? VarKind::Local : VarKind::Temp, 0, rarely(), loc()});
    uint32_t blocks = below(5) + 1;
    for (uint32_t i = 0; i != blocks; ++i) {
      Block block;
      block.firstStmt = function.stmts.size();
      block.stmtCount = below(6);
      for (uint32_t n = block.stmtCount; n != 0; --n)
        function.stmts.push_back({loc(), stmt()});
      block.fanIn = below(4);
      block.term = term(blocks);
      function.blocks.push_back(block);
    }
    current = nullptr;
  }

  // Expressions.

  ExprId add(Expr expr) {
    NaturalType natural = isLeaf(expr.kind) ? leafType(module, expr.kind, {}) : naturalType(module, *current, expr);
    if (!expr.type)
      expr.type = rarely() ? anyType() : intern(types, natural);
    if (!expr.type)
      expr.type = anyType();
    if (expr.kind == ExprKind::Index && !rarely())
      expr.imm = int64_t(sizeOf(module, expr.type));
    current->exprs.push_back(expr);
    return ExprId(current->exprs.size() - 1);
  }

  VarId anyVar() { return VarId(below(current->vars.size())); }

  ExprId value(unsigned depth = 5) {
    if (depth > 1 && below(40) == 0)
      return chain();
    Expr expr;
    static constexpr ExprKind Leaves[] = {ExprKind::Int,   ExprKind::Float,   ExprKind::Null,
                                          ExprKind::Undef, ExprKind::Unknown, ExprKind::FuncAddr};
    expr.kind = depth == 0 ? Leaves[below(std::size(Leaves))] : any(ExprKind::Unknown);
    switch (expr.kind) {
    case ExprKind::Int:
      expr.imm = number();
      if (one())
        expr.type = types.intType(1u << (below(5) + 3), one());
      break;
    case ExprKind::Float:
      expr.imm = one() ? number() : llvm::bit_cast<int64_t>(double(below(1000)) / 8 - 20);
      break;
    case ExprKind::FuncAddr:
      expr.entity = anyFunction().index;
      break;
    case ExprKind::Unknown:
      expr.entity = maybe(name()).index;
      break;
    case ExprKind::Load:
    case ExprKind::AddrOf:
      expr.a = place(depth - 1);
      break;
    case ExprKind::Unary:
      expr.op = one() ? Op::Neg : Op::Not;
      expr.a = value(depth - 1);
      break;
    case ExprKind::Binary:
      expr.op = Op(uint32_t(Op::Add) + below(uint32_t(Op::FCmp) - uint32_t(Op::Add) + 1));
      expr.a = value(depth - 1);
      expr.b = value(depth - 1);
      break;
    case ExprKind::Cast:
      expr.a = value(depth - 1);
      expr.type = anyType();
      expr.op = one() ? naturalCast(module, (*current)[expr.a].type, expr.type)
                      : Op(uint32_t(Op::Trunc) + below(uint32_t(Op::FloatCast) - uint32_t(Op::Trunc) + 1));
      break;
    case ExprKind::Select:
      expr.a = value(depth - 1);
      expr.b = value(depth - 1);
      expr.c = value(depth - 1);
      break;
    default:
      break;
    }
    return add(expr);
  }

  // Deep, or wide by sharing.
  ExprId chain() {
    ExprId top = value(1);
    for (uint32_t n = below(200); n != 0; --n) {
      Expr expr;
      expr.kind = ExprKind::Binary;
      expr.op = Op::Add;
      expr.a = top;
      expr.b = one() ? top : value(0);
      top = add(expr);
    }
    return top;
  }

  // A value of pointer type, for what must have one.
  ExprId pointer(unsigned depth) {
    ExprId id = depth ? value(depth - 1) : value(0);
    TypeId type = (*current)[id].type;
    if (module[type].kind == TypeKind::Pointer)
      return id;
    Expr cast;
    cast.kind = ExprKind::Cast;
    cast.op = one() ? Op::IntToPtr : Op::BitCast;
    cast.a = id;
    cast.type = types.pointerTo(one() ? types.recordType(anyRecord()) : anyType(), one());
    return add(cast);
  }

  ExprId place(unsigned depth = 5) {
    Expr expr;
    uint32_t kinds = uint32_t(ExprKind::Index) - uint32_t(ExprKind::Var) + 1;
    expr.kind =
        depth == 0 ? (one() ? ExprKind::Var : ExprKind::Global) : ExprKind(uint32_t(ExprKind::Var) + below(kinds));
    bool isMember = expr.kind == ExprKind::Field || expr.kind == ExprKind::Base;
    if (isMember) {
      expr.a = place(depth - 1);
      TypeId type = (*current)[expr.a].type;
      bool isRecord = module[type].kind == TypeKind::Record;
      expr.record = isRecord && !rarely() ? module[type].record : anyRecord();
      const Record &record = module[expr.record];
      size_t members = expr.kind == ExprKind::Field ? record.fields.size() : record.bases.size();
      if (members == 0)
        return expr.a;
      expr.entity = below(members);
      return add(expr);
    }
    switch (expr.kind) {
    case ExprKind::Var:
      expr.entity = anyVar().index;
      break;
    case ExprKind::Global:
      expr.entity = anyGlobal().index;
      break;
    case ExprKind::Deref:
      expr.a = pointer(depth - 1);
      break;
    case ExprKind::Offset:
      expr.a = place(depth - 1);
      expr.imm = number();
      expr.type = anyType();
      break;
    case ExprKind::Index:
      expr.a = place(depth - 1);
      expr.b = value(depth - 1);
      expr.imm = below(40);
      break;
    default:
      break;
    }
    return add(expr);
  }

  ExprList list(bool mayBeEmpty = true) {
    uint32_t count = below(4) + (mayBeEmpty ? 0 : 1);
    llvm::SmallVector<ExprId, 4> ids;
    for (uint32_t i = 0; i != count; ++i)
      ids.push_back(value(3));
    if (count == 0)
      return {};
    ExprList range{uint32_t(current->lists.size()), count};
    current->lists.insert(current->lists.end(), ids.begin(), ids.end());
    return range;
  }

  // Statements.

  StmtOp stmt() {
    ExprId dst = one() ? place(3) : ExprId();
    switch (below(std::variant_size_v<StmtOp>)) {
    case 0:
      return Begin{anyVar()};
    case 1:
      return End{anyVar()};
    case 2:
      return Assign{place(), value()};
    case 3:
      return Copy{place(), place(), value(2)};
    case 4:
      return Fill{place(), value(1), value(2)};
    case 5:
      return Alloc{dst, maybe(name()), one() ? ExprId() : value(2), maybe(anyType()), one(), one(), below(3)};
    case 6:
      return Realloc{dst, value(), value(2), maybe(name())};
    case 7:
      return Free{value(), maybe(name()), one(), below(3)};
    case 8:
      return StackAlloc{dst, value(2)};
    case 9:
      return call(dst);
    case 10:
      return Ignore{anyVar()};
    case 11:
      return Throw{one() ? ExprId() : value(3), maybe(anyType()), one() ? ExprId() : value(2)};
    case 12:
      return Catch{dst, list(), one()};
    case 13:
      return VaOp{any(VaKind::End), place(2), dst};
    default:
      return Unknown{maybe(name()), dst, list()};
    }
  }

  Call call(ExprId dst) {
    Call call;
    call.dst = dst;
    call.calleeKind = any(CalleeKind::Virtual);
    if (call.calleeKind == CalleeKind::Indirect)
      call.pointer = value(3);
    else
      call.function = anyFunction();
    if (call.calleeKind == CalleeKind::Virtual) {
      call.record = anyRecord();
      call.slot = below(20);
    }
    call.args = list();
    call.role = any(CallRole::Destroy);
    call.each = one(), call.noReturn = one(), call.mayThrow = one(), call.returnsTwice = one(), call.onThrow = one();
    call.unit = below(3);
    return call;
  }

  Term term(uint32_t blocks) {
    Term term;
    term.kind = any(TermKind::Unreachable);
    term.loc = loc();
    static constexpr size_t Edges[] = {1, 2, 0, 0, 2, 1, 0, 0, 0};
    size_t edges = Edges[size_t(term.kind)];
    if (term.kind == TermKind::Switch) {
      for (uint32_t n = below(4); n != 0; --n)
        term.cases.push_back(number());
      edges = term.cases.size() + 1;
    } else if (term.kind == TermKind::IndirectGoto) {
      edges = below(4);
    }
    for (size_t i = 0; i != edges; ++i)
      term.edges.push_back({BlockId(below(blocks)), any(EdgeKind::Unwind)});
    bool needsValue = term.kind == TermKind::Branch || term.kind == TermKind::Switch;
    if (needsValue || (term.kind == TermKind::IndirectGoto && one()))
      term.value = value(3);
    term.isTurned = term.kind == TermKind::Branch && one();
    return term;
  }
};

} // namespace custody::ir
