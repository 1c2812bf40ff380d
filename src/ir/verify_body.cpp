// A function's header, expressions, statements and terminators, each for itself. How variables live on the paths
// between them is verify_lifetimes.cpp's.
#include "ir/natural.h"
#include "ir/references.h"
#include "ir/verify_parts.h"
#include "ir/visit.h"
#include "ir/words.h"

namespace custody::ir {
namespace {

class Body {
public:
  Body(const Module &module, const Function &function, Faults &faults)
      : module(module), function(function), faults(faults) {}

  void run() {
    header();
    for (uint32_t i = 0; i != function.exprs.size(); ++i)
      expr(i, function.exprs[i]);
    for (uint32_t i = 0; i != function.blocks.size(); ++i)
      block(BlockId(i));
    landingPads();
  }

private:
  const Module &module;
  const Function &function;
  Faults &faults;

  // The header.

  void header() {
    if (!function.type || module[function.type].kind != TypeKind::Function)
      faults.add("has no function type");
    if (function.kind != FunctionKind::Free && !function.record)
      faults.add("is a method of no class");
    if (function.isDefined && function.blocks.empty() && !function.aliasOf)
      faults.add("is defined, but has no body");
    if (!function.isDefined && !function.blocks.empty())
      faults.add("has a body, but is not defined");
    uint32_t next = 0;
    for (VarId param : function.params) {
      if (param.index != next || function[param].kind != VarKind::Param || function[param].index != next)
        faults.add("parameter " + llvm::Twine(next) + " is not variable " + llvm::Twine(next) +
                   " with that index: parameters come first, in order");
      ++next;
    }
    if (function.returnVar &&
        (function.returnVar.index != next || function[function.returnVar].kind != VarKind::Return))
      faults.add("the return variable does not follow the parameters");
    next += function.returnVar ? 1 : 0;
    for (uint32_t i = 0; i != function.vars.size(); ++i)
      variable(VarId(i), i < next);
  }

  void variable(VarId id, bool inHeader) {
    const Var &var = function[id];
    if (!var.type)
      faults.add(faults.name(function, id) + " has no type");
    if (!inHeader && (var.kind == VarKind::Param || var.kind == VarKind::Return))
      faults.add(faults.name(function, id) + " is a " + word(var.kind) + " variable outside the header");
    if (var.kind != VarKind::Param && var.index)
      faults.add(faults.name(function, id) + " has an index, but is no parameter");
  }

  // Expressions.

  bool isPlaceAt(ExprId id) const { return isPlace(function[id].kind); }

  void fault(uint32_t index, const llvm::Twine &message) {
    faults.add("expression " + llvm::Twine(index) + " (" + word(function.exprs[index].kind) + "): " + message);
  }

  void expr(uint32_t index, const Expr &expr) {
    if (!expr.type)
      fault(index, "has no type");
    bool takesPlace = expr.kind == ExprKind::Load || expr.kind == ExprKind::AddrOf || expr.kind == ExprKind::Field ||
                      expr.kind == ExprKind::Base || expr.kind == ExprKind::Offset || expr.kind == ExprKind::Index;
    if (expr.a && isPlaceAt(expr.a) != takesPlace)
      fault(index, takesPlace ? "its operand is no place" : "its operand is no value");
    for (ExprId operand : {expr.b, expr.c})
      if (operand && isPlaceAt(operand))
        fault(index, "its operand is no value");
    if (expr.kind == ExprKind::Deref && function[expr.a].type &&
        module[function[expr.a].type].kind != TypeKind::Pointer)
      fault(index, "its operand is no pointer");
    operation(index, expr);
    unusedMembers(index, expr);
  }

  void operation(uint32_t index, const Expr &expr) {
    bool fits = expr.op == Op::None;
    if (expr.kind == ExprKind::Unary)
      fits = expr.op == Op::Neg || expr.op == Op::Not;
    else if (expr.kind == ExprKind::Binary)
      fits = isBinary(expr.op);
    else if (expr.kind == ExprKind::Cast)
      fits = isCast(expr.op);
    if (!fits)
      fault(index, "its operator '" + word(expr.op) + "' is of another kind");
  }

  void unusedMembers(uint32_t index, const Expr &expr) {
    bool hasImm = expr.kind == ExprKind::Int || expr.kind == ExprKind::Float || expr.kind == ExprKind::Offset ||
                  expr.kind == ExprKind::Index;
    bool hasRecord = expr.kind == ExprKind::Field || expr.kind == ExprKind::Base;
    bool hasEntity = hasRecord || expr.kind == ExprKind::FuncAddr || expr.kind == ExprKind::Unknown ||
                     expr.kind == ExprKind::Var || expr.kind == ExprKind::Global;
    if ((expr.imm && !hasImm) || (expr.entity && !hasEntity) || (expr.record && !hasRecord))
      fault(index, "has what its kind has not");
  }

  // Statements.

  struct At {
    BlockId block;
    StmtId stmt;
    bool isFirst;
    bool isLast;
  };

  void place(const At &at, ExprId id, const char *what) {
    if (!id || !isPlaceAt(id))
      faults.add(at.block, at.stmt, llvm::Twine(what) + (id ? " is no place" : " is missing"));
  }
  void value(const At &at, ExprId id, const char *what) {
    if (!id || isPlaceAt(id))
      faults.add(at.block, at.stmt, llvm::Twine(what) + (id ? " is no value" : " is missing"));
  }
  void optionalPlace(const At &at, ExprId id, const char *what) {
    if (id)
      place(at, id, what);
  }
  void values(const At &at, ExprList range, const char *what) {
    for (ExprId id : function.list(range))
      value(at, id, what);
  }
  void fault(const At &at, const llvm::Twine &message) { faults.add(at.block, at.stmt, message); }

  void block(BlockId id) {
    const Block &block = function[id];
    for (uint32_t i = 0; i != block.stmtCount; ++i) {
      At at{id, StmtId(block.firstStmt + i), i == 0, i + 1 == block.stmtCount};
      std::visit([&](const auto &op) { stmt(at, op); }, function[at.stmt].op);
    }
    term(id, block);
  }

  // Nothing stands before the statement but beginnings of parameters.
  bool isAmongFirst(const At &at) const {
    if (at.block.index != 0)
      return false;
    for (uint32_t i = function[at.block].firstStmt; i != at.stmt.index; ++i) {
      const auto *begin = std::get_if<Begin>(&function.stmts[i].op);
      if (!begin || function[begin->var].kind != VarKind::Param)
        return false;
    }
    return true;
  }

  void stmt(const At &at, const Begin &s) {
    VarKind kind = function[s.var].kind;
    if (kind == VarKind::Return)
      fault(at, faults.name(function, s.var) + " begins at the entry, without a statement");
    if (kind == VarKind::Param && !isAmongFirst(at))
      fault(at, faults.name(function, s.var) + " is a parameter and begins before all else");
  }
  void stmt(const At &at, const End &s) {
    if (function[s.var].kind == VarKind::Return)
      fault(at, "the return variable never ends");
  }
  void stmt(const At &at, const Ignore &s) {
    if (function[s.var].kind != VarKind::Temp)
      fault(at, faults.name(function, s.var) + " is ignored, but is no temporary");
  }
  void stmt(const At &at, const Assign &s) {
    place(at, s.place, "the target");
    value(at, s.value, "the assigned value");
  }
  void stmt(const At &at, const Copy &s) {
    place(at, s.dst, "the target");
    place(at, s.src, "the source");
    value(at, s.size, "the size");
  }
  void stmt(const At &at, const Fill &s) {
    place(at, s.dst, "the target");
    value(at, s.byte, "the byte");
    value(at, s.size, "the size");
  }
  void stmt(const At &at, const Alloc &s) {
    optionalPlace(at, s.dst, "the target");
    if (s.size)
      value(at, s.size, "the size");
    if (!s.family)
      fault(at, "the family is missing");
  }
  void stmt(const At &at, const Realloc &s) {
    optionalPlace(at, s.dst, "the target");
    value(at, s.old, "the old pointer");
    value(at, s.size, "the size");
    if (!s.family)
      fault(at, "the family is missing");
  }
  void stmt(const At &at, const Free &s) {
    value(at, s.pointer, "the freed pointer");
    if (!s.family)
      fault(at, "the family is missing");
  }
  void stmt(const At &at, const StackAlloc &s) {
    optionalPlace(at, s.dst, "the target");
    value(at, s.size, "the size");
  }
  void stmt(const At &at, const Call &s) {
    optionalPlace(at, s.dst, "the target");
    values(at, s.args, "an argument");
    callee(at, s);
    TermKind term = function[at.block].term.kind;
    if (s.noReturn) {
      TermKind wanted = s.mayThrow ? TermKind::Throw : TermKind::Unreachable;
      if (!at.isLast || term != wanted)
        fault(at, "a noreturn call ends its block, with the terminator '" + word(wanted) + "'");
    } else if (s.mayThrow && (!at.isLast || term != TermKind::Invoke)) {
      fault(at, "a call that may throw ends its block, with the terminator 'invoke'");
    }
  }
  void callee(const At &at, const Call &s) {
    bool isIndirect = s.calleeKind == CalleeKind::Indirect;
    bool isVirtual = s.calleeKind == CalleeKind::Virtual;
    if (isIndirect)
      value(at, s.pointer, "the called pointer");
    else if (s.pointer)
      fault(at, "a call of a known function has a pointer too");
    if (s.function.valid() == isIndirect)
      fault(at, isIndirect ? "an indirect call names a function" : "the called function is missing");
    if (s.record.valid() != isVirtual || (s.slot >= 0) != isVirtual)
      fault(at, "a virtual call, and no other, has a class and a slot");
    if (s.slot < -1)
      fault(at, "the slot is negative");
  }
  void stmt(const At &at, const Throw &s) {
    if (s.exception)
      value(at, s.exception, "the exception");
    if (s.info)
      value(at, s.info, "the type info");
    if (!at.isLast || function[at.block].term.kind != TermKind::Throw)
      fault(at, "a throw ends its block, with the terminator 'throw'");
  }
  void stmt(const At &at, const Catch &s) {
    optionalPlace(at, s.dst, "the target");
    values(at, s.types, "a caught type");
    if (!at.isFirst)
      fault(at, "a catch is not the first statement of its block");
  }
  void stmt(const At &at, const VaOp &s) {
    place(at, s.list, "the va_list");
    bool hasTarget = s.kind == VaKind::Arg || s.kind == VaKind::Copy;
    if (hasTarget && s.kind == VaKind::Copy)
      place(at, s.dst, "the target");
    else if (hasTarget)
      optionalPlace(at, s.dst, "the target");
    else if (s.dst)
      fault(at, "has a target");
  }
  void stmt(const At &at, const Unknown &s) {
    optionalPlace(at, s.dst, "the target");
    values(at, s.touches, "what it touches");
    if (!s.cause)
      fault(at, "the cause is missing");
  }

  // Terminators.

  void term(BlockId id, const Block &block) {
    const Term &term = block.term;
    bool needsValue = term.kind == TermKind::Branch || term.kind == TermKind::Switch;
    bool mayHaveValue = needsValue || term.kind == TermKind::IndirectGoto;
    if ((needsValue && !term.value) || (!mayHaveValue && term.value) || (term.value && isPlaceAt(term.value)))
      faults.add(id, "terminator '" + word(term.kind) + "': its value is missing, too many or no value");
    if (term.isTurned && term.kind != TermKind::Branch)
      faults.add(id, "terminator '" + word(term.kind) + "' is no branch, but turned");
    for (auto [index, edge] : llvm::enumerate(term.edges)) {
      bool unwinds = term.kind == TermKind::Throw || (term.kind == TermKind::Invoke && index == 1);
      if ((edge.kind == EdgeKind::Unwind) != unwinds)
        faults.add(id, "terminator '" + word(term.kind) + "': edge " + llvm::Twine(index) + " to bb" +
                           llvm::Twine(edge.to.index) + " is of kind '" + word(edge.kind) + "'");
    }
    llvm::SmallVector<int64_t, 0> cases(term.cases);
    llvm::sort(cases);
    if (auto twin = std::adjacent_find(cases.begin(), cases.end()); twin != cases.end())
      faults.add(id, "switch: case " + llvm::Twine(*twin) + " is there twice");
    lastStatement(id, block);
  }

  void lastStatement(BlockId id, const Block &block) {
    const StmtOp *last = block.stmtCount ? &function.stmts[block.firstStmt + block.stmtCount - 1].op : nullptr;
    const Call *call = last ? std::get_if<Call>(last) : nullptr;
    if (block.term.kind == TermKind::Invoke) {
      bool fits = (call && call->mayThrow && !call->noReturn) ||
                  (last && (std::holds_alternative<Alloc>(*last) || std::holds_alternative<Unknown>(*last)));
      if (!fits)
        faults.add(id, "terminator 'invoke' without a call, allocation or unknown that may throw before it");
    } else if (block.term.kind == TermKind::Throw) {
      bool fits = (call && call->mayThrow && call->noReturn) || (last && std::holds_alternative<Throw>(*last));
      if (!fits)
        faults.add(id, "terminator 'throw' without a throw or a noreturn call that may throw before it");
    }
  }

  bool startsWithCatch(BlockId id) const {
    const Block &block = function[id];
    return block.stmtCount && std::holds_alternative<Catch>(function.stmts[block.firstStmt].op);
  }

  // Unwind edges lead to landing pads, and nothing else does. A landing pad starts with a catch, or only cleans up:
  // then the exception leaves the function, or the program ends.
  void landingPads() {
    std::vector<bool> leaves; // worked out when first needed
    auto leadsOut = [&](BlockId id) {
      if (leaves.empty())
        leaves = reachesExceptionalExit();
      return leaves[id.index];
    };
    for (uint32_t i = 0; i != function.blocks.size(); ++i)
      for (const Edge &edge : function.blocks[i].term.edges) {
        bool unwinds = edge.kind == EdgeKind::Unwind;
        if (unwinds && !startsWithCatch(edge.to) && !leadsOut(edge.to))
          faults.add(BlockId(i), "unwinds to bb" + llvm::Twine(edge.to.index) +
                                     ", which neither starts with a catch nor leads to a resume");
        if (!unwinds && startsWithCatch(edge.to))
          faults.add(BlockId(i), "an ordinary edge leads to the catch in bb" + llvm::Twine(edge.to.index));
      }
  }

  std::vector<bool> reachesExceptionalExit() const {
    size_t count = function.blocks.size();
    std::vector<std::vector<uint32_t>> sources(count);
    std::vector<bool> reaches(count);
    std::vector<uint32_t> work;
    for (uint32_t i = 0; i != count; ++i) {
      const Term &term = function.blocks[i].term;
      for (const Edge &edge : term.edges)
        sources[edge.to.index].push_back(i);
      if (term.kind == TermKind::Resume || term.kind == TermKind::Unreachable) {
        reaches[i] = true;
        work.push_back(i);
      }
    }
    while (!work.empty()) {
      uint32_t block = work.back();
      work.pop_back();
      for (uint32_t source : sources[block])
        if (!reaches[source]) {
          reaches[source] = true;
          work.push_back(source);
        }
    }
    return reaches;
  }
};

} // namespace

void verifyBody(const Module &module, const Function &function, Faults &faults) {
  Body(module, function, faults).run();
}

} // namespace custody::ir
