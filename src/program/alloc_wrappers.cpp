#include "program/alloc_wrappers.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"

namespace custody::program {

namespace {

using namespace ir;

constexpr size_t MaxStatements = 200; // a wrapper is small
constexpr unsigned MaxRounds = 4;

class WrapperCheck {
public:
  WrapperCheck(const Program &program, const LibraryModel &library, const std::vector<AllocWrapper> &known,
               ProgFuncId id)
      : program(program), library(library), known(known), id(id), function(program.function(id)) {}

  AllocWrapper run() {
    holders.assign(function.vars.size(), false);
    holders[function.returnVar.index] = true;
    bool grew = true;
    while (grew && isValid) {
      grew = false;
      for (const Stmt &stmt : function.stmts)
        grew |= collectHolders(stmt);
    }
    for (const Stmt &stmt : function.stmts)
      checkUses(stmt);
    result.isWrapper = isValid && allocates;
    return result;
  }

private:
  VarId asVar(ExprId place) const {
    return place && function[place].kind == ExprKind::Var ? function[place].var() : VarId();
  }

  // The variable whose value this is, casts aside.
  VarId asRead(ExprId value) const {
    while (value && function[value].kind == ExprKind::Cast)
      value = function[value].a;
    return value && function[value].kind == ExprKind::Load ? asVar(function[value].a) : VarId();
  }

  bool isHolder(VarId var) const { return var && holders[var.index]; }
  bool isHolderRead(ExprId value) const { return isHolder(asRead(value)); }

  // Variables that flow into the result.
  bool collectHolders(const Stmt &stmt) {
    const auto *assign = std::get_if<Assign>(&stmt.op);
    if (!assign || !isHolder(asVar(assign->place)))
      return false;
    VarId source = asRead(assign->value);
    if (!source || holders[source.index] || function[source].kind == VarKind::Param)
      return false;
    holders[source.index] = true;
    return true;
  }

  void checkUses(const Stmt &stmt) {
    std::visit(Overloaded{
                   [&](const Assign &s) { checkAssign(s); },
                   [&](const Alloc &s) { checkNew(s.dst); },
                   [&](const Realloc &s) { checkRealloc(s); },
                   [&](const Call &s) { checkCall(s); },
                   [&](const Copy &s) { reject(mentionsHolder(s.dst) && mayMovePointers(s)); },
                   [&](const Throw &s) { reject(s.exception && mentionsHolder(s.exception)); },
                   [&](const VaOp &s) { reject(s.dst && mentionsHolder(s.dst)); },
                   [&](const Unknown &s) {
                     reject(s.dst && mentionsHolder(s.dst));
                     for (ExprId touched : function.list(s.touches))
                       reject(mentionsHolder(touched));
                   },
                   [&](const StackAlloc &s) { reject(isHolder(asVar(s.dst))); },
                   [&](const Catch &s) { reject(isHolder(asVar(s.dst))); },
                   [&](const auto &) {},
               },
               stmt.op);
  }

  void reject(bool condition) { isValid &= !condition; }

  static bool mayMovePointers(const Copy &) { return false; } // strdup and memdup copy bytes

  void checkAssign(const Assign &s) {
    VarId target = asVar(s.place);
    if (isHolder(target)) {
      ExprKind kind = function[s.value].kind;
      bool isFine = isHolderRead(s.value) || kind == ExprKind::Null || kind == ExprKind::Int || kind == ExprKind::Undef;
      reject(!isFine);
      return;
    }
    // The object must not become known elsewhere, nor hold anything that its clones would not.
    bool isTest = target && function[target].kind == VarKind::Temp;
    reject(mentionsHolder(s.place) && function[s.value].kind != ExprKind::Int &&
           function[s.value].kind != ExprKind::Null);
    reject(mentionsHolder(s.value) && !isComparison(s.value) && !(isTest && !asRead(s.value)));
  }

  bool isComparison(ExprId value) const {
    const Expr &e = function[value];
    return e.kind == ExprKind::Binary && e.op >= Op::Eq && e.op <= Op::SGe;
  }

  void checkNew(ExprId dst) {
    if (isHolder(asVar(dst)))
      allocates = true;
  }

  void checkRealloc(const Realloc &s) {
    if (!isHolder(asVar(s.dst)))
      return;
    VarId old = asRead(s.old);
    if (!old || function[old].kind != VarKind::Param || result.reallocates >= 0) {
      isValid = false;
      return;
    }
    allocates = true;
    result.reallocates = function[old].index;
  }

  void checkCall(const Call &s) {
    bool intoHolder = isHolder(asVar(s.dst));
    llvm::ArrayRef<ProgFuncId> targets;
    if (s.calleeKind == CalleeKind::Direct && s.function)
      targets = program.resolve(id, s.function);
    bool keepsNothing = !targets.empty() && llvm::all_of(targets, [&](ProgFuncId t) { return !keeps(t); });
    for (ExprId argument : function.list(s.args))
      reject(mentionsHolder(argument) && !keepsNothing);
    if (!intoHolder)
      return;
    reject(targets.size() != 1 || !yieldsNew(targets.front()));
    allocates = true;
    result.isFilled |= targets.size() == 1 && isFilled(targets.front());
  }

  bool keeps(ProgFuncId callee) const {
    const LibraryEffect *effect = library.find(callee);
    return !effect || effect->storesPointers();
  }

  bool yieldsNew(ProgFuncId callee) const {
    if (program.hasBody(callee))
      return known[callee.index].isWrapper && known[callee.index].reallocates < 0;
    const LibraryEffect *effect = library.find(callee);
    return effect && effect->returnsNew();
  }

  bool isFilled(ProgFuncId callee) const {
    const LibraryEffect *effect = library.find(callee);
    return effect ? effect->isFilled : known[callee.index].isFilled;
  }

  bool mentionsHolder(ExprId expr) const {
    if (!expr)
      return false;
    const Expr &e = function[expr];
    if (e.kind == ExprKind::Var)
      return isHolder(e.var());
    return mentionsHolder(e.a) || mentionsHolder(e.b) || mentionsHolder(e.c);
  }

  const Program &program;
  const LibraryModel &library;
  const std::vector<AllocWrapper> &known;
  ProgFuncId id;
  const Function &function;
  std::vector<bool> holders; // variables that may hold what is returned
  bool isValid = true;
  bool allocates = false;
  AllocWrapper result;
};

bool isCandidate(const Program &program, ProgFuncId id) {
  const Function &function = program.function(id);
  if (!program.hasBody(id) || !function.returnVar || function.stmts.size() > MaxStatements)
    return false;
  TypeId type = function[function.returnVar].type;
  return !type || program.moduleOf(id)[type].kind == TypeKind::Pointer;
}

} // namespace

std::vector<AllocWrapper> findAllocWrappers(const Program &program, const LibraryModel &library) {
  std::vector<ProgFuncId> candidates;
  for (uint32_t f = 0; f < program.numFunctions(); ++f)
    if (isCandidate(program, ProgFuncId(f)))
      candidates.push_back(ProgFuncId(f));
  std::vector<AllocWrapper> wrappers(program.numFunctions());
  bool grew = true;
  for (unsigned round = 0; grew && round < MaxRounds; ++round) {
    grew = false;
    for (ProgFuncId id : candidates) {
      if (wrappers[id.index].isWrapper)
        continue;
      wrappers[id.index] = WrapperCheck(program, library, wrappers, id).run();
      grew |= wrappers[id.index].isWrapper;
    }
  }
  return wrappers;
}

} // namespace custody::program
