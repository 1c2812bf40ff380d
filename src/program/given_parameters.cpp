#include "program/given_parameters.h"
#include "ir/visit.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace custody::program {

using namespace ir;

namespace {

constexpr unsigned MaxDepth = 64; // of expressions

// The variable that a value is read from; none if it is something else.
VarId variableOf(const Function &function, ExprId value) {
  while (function[value].kind == ExprKind::Cast && function[value].op == Op::BitCast)
    value = function[value].a;
  const Expr &expr = function[value];
  if (expr.kind != ExprKind::Load || function[expr.a].kind != ExprKind::Var)
    return {};
  return function[expr.a].var();
}

// What a place is part of: a variable, a global, or what a pointer points to.
ExprId baseOf(const Function &function, ExprId place) {
  while (function[place].kind == ExprKind::Field || function[place].kind == ExprKind::Base ||
         function[place].kind == ExprKind::Offset || function[place].kind == ExprKind::Index)
    place = function[place].a;
  return place;
}

// Which variables are certainly not null, over one function.
class NonNull {
public:
  NonNull(const Module &module, const Function &function)
      : function(function), followed(function.vars.size()), before(function.blocks.size()) {
    for (uint32_t i = 0; i < function.vars.size(); ++i)
      followed[i] = module[function.vars[i].type].kind == TypeKind::Pointer;
    for (const Stmt &stmt : function.stmts) {
      forEachOperand(stmt.op, [&](ExprId id) { loseSightIn(id, 0); });
      for (ExprId id : function.list(listOf(stmt.op)))
        loseSightIn(id, 0);
    }
    for (const Block &block : function.blocks)
      loseSightIn(block.term.value, 0);
  }

  // From what is known of the parameters on.
  void solve(llvm::BitVector atEntry);
  // `visit(statement, isKnown)` for each call; `isKnown(value)`: it is not null there.
  template <class Visit>
  void forEachCall(Visit visit);

private:
  void loseSightIn(ExprId id, unsigned depth);
  bool isKnown(ExprId value, unsigned depth = 0) const;
  void set(ExprId place, bool isNonNull);
  void noteReads(ExprId id, unsigned depth = 0);
  void noteAccess(ExprId place, unsigned depth = 0);
  void noteOperands(const StmtOp &op);
  void run(StmtId stmt);
  void meet(BlockId block, const llvm::BitVector &known, std::vector<uint32_t> &work);
  void leave(BlockId block, std::vector<uint32_t> &work);

  const Function &function;
  llvm::BitVector followed;                           // pointers whose address nobody takes
  std::vector<std::optional<llvm::BitVector>> before; // by block; none: nobody got there
  llvm::BitVector known;                              // where we are
};

// Variables whose address the expression takes.
void NonNull::loseSightIn(ExprId id, unsigned depth) {
  if (!id)
    return;
  if (depth > MaxDepth) // nobody looks deeper
    return void(followed.reset());
  const Expr &expr = function[id];
  if (expr.kind == ExprKind::AddrOf)
    if (const ExprId base = baseOf(function, expr.a); function[base].kind == ExprKind::Var)
      followed.reset(function[base].var().index);
  for (ExprId operand : {expr.a, expr.b, expr.c})
    loseSightIn(operand, depth + 1);
}

bool NonNull::isKnown(ExprId value, unsigned depth) const {
  if (depth > MaxDepth)
    return false;
  const Expr &expr = function[value];
  switch (expr.kind) {
  case ExprKind::FuncAddr:
    return true;
  case ExprKind::AddrOf: {
    const Expr &base = function[baseOf(function, expr.a)];
    return base.kind != ExprKind::Deref || isKnown(base.a, depth + 1);
  }
  case ExprKind::Load:
  case ExprKind::Cast: {
    const VarId var = variableOf(function, value);
    return var && known[var.index];
  }
  default:
    return false;
  }
}

void NonNull::set(ExprId place, bool isNonNull) {
  if (!place || function[place].kind != ExprKind::Var)
    return;
  const uint32_t var = function[place].var().index;
  known[var] = isNonNull && followed[var];
}

// Whoever gets past an access has followed the pointers on the way to it.
void NonNull::noteAccess(ExprId place, unsigned depth) {
  const Expr &base = function[baseOf(function, place)];
  if (base.kind != ExprKind::Deref)
    return;
  noteReads(base.a, depth + 1);
  if (const VarId var = variableOf(function, base.a); var && followed[var.index])
    known.set(var.index);
}

void NonNull::noteReads(ExprId id, unsigned depth) {
  if (!id || depth > MaxDepth)
    return;
  const Expr &expr = function[id];
  if (expr.kind == ExprKind::Load)
    return noteAccess(expr.a, depth);
  if (expr.kind == ExprKind::AddrOf)
    return; // no access
  if (expr.kind == ExprKind::Select)
    return noteReads(expr.a, depth + 1); // of the others one is read
  for (ExprId operand : {expr.a, expr.b, expr.c})
    noteReads(operand, depth + 1);
}

void NonNull::noteOperands(const StmtOp &op) {
  forEachOperand(op, [&](ExprId id) {
    if (id)
      isPlace(function[id].kind) ? noteAccess(id) : noteReads(id);
  });
  for (ExprId id : function.list(listOf(op)))
    noteReads(id);
}

void NonNull::run(StmtId stmt) {
  const StmtOp &op = function[stmt].op;
  if (const auto *begin = std::get_if<Begin>(&op)) {
    if (function[begin->var].kind != VarKind::Param)
      known.reset(begin->var.index);
    return;
  }
  noteOperands(op);
  const auto *assign = std::get_if<Assign>(&op);
  set(destination(op), assign && isKnown(assign->value));
}

void NonNull::meet(BlockId block, const llvm::BitVector &state, std::vector<uint32_t> &work) {
  std::optional<llvm::BitVector> &there = before[block.index];
  if (!there) {
    there = state;
  } else {
    llvm::BitVector both = *there;
    both &= state;
    if (both == *there)
      return;
    there = std::move(both);
  }
  work.push_back(block.index);
}

void NonNull::leave(BlockId block, std::vector<uint32_t> &work) {
  const Term &term = function[block].term;
  if (term.value)
    noteReads(term.value);
  const Expr *condition = term.kind == TermKind::Branch ? &function[term.value] : nullptr;
  const bool isTest = condition && condition->kind == ExprKind::Binary &&
                      (condition->op == Op::Eq || condition->op == Op::Ne) &&
                      function[condition->b].kind == ExprKind::Null;
  const VarId tested = isTest ? variableOf(function, condition->a) : VarId();
  for (uint32_t i = 0; i < term.edges.size(); ++i) {
    llvm::BitVector state = known;
    if (tested && followed[tested.index] && i == (condition->op == Op::Ne ? 0u : 1u))
      state.set(tested.index);
    meet(term.edges[i].to, state, work);
  }
}

void NonNull::solve(llvm::BitVector atEntry) {
  atEntry &= followed;
  std::vector<uint32_t> work;
  meet(BlockId(0), atEntry, work);
  while (!work.empty()) {
    const BlockId block(work.back());
    work.pop_back();
    known = *before[block.index];
    for (uint32_t i = 0; i < function[block].stmtCount; ++i)
      run(StmtId(function[block].firstStmt + i));
    leave(block, work);
  }
}

template <class Visit>
void NonNull::forEachCall(Visit visit) {
  for (uint32_t block = 0; block < function.blocks.size(); ++block) {
    known = before[block] ? *before[block] : llvm::BitVector(function.vars.size());
    for (uint32_t i = 0; i < function.blocks[block].stmtCount; ++i) {
      const StmtId stmt(function.blocks[block].firstStmt + i);
      if (const auto *call = std::get_if<Call>(&function[stmt].op)) {
        noteOperands(function[stmt].op);
        visit(stmt, *call, [&](ExprId value) { return isKnown(value); });
      }
      run(stmt);
    }
  }
}

} // namespace

GivenParameters::GivenParameters(const Program &program, const PointsTo &pointsTo, const CallGraph &graph)
    : program(program), graph(graph) {
  findCandidates(pointsTo);
  std::set<ProgFuncId> callers;
  for (const auto &[function, param] : given)
    graph.forEachCaller(ProgFuncId(function), [&](ProgFuncId caller, const CallTargets &) { callers.insert(caller); });
  std::vector<ProgFuncId> due(callers.begin(), callers.end());
  while (!due.empty()) {
    const ProgFuncId caller = due.back();
    due.pop_back();
    look(caller, due);
  }
}

// Pointers that come in where all callers are seen.
void GivenParameters::findCandidates(const PointsTo &pointsTo) {
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> hasOtherNames; // module and function
  for (uint32_t module = 0; module < program.modules().size(); ++module)
    for (const Function &function : program.modules()[module].functions)
      if (function.aliasOf)
        hasOtherNames.insert({module, function.aliasOf.index});
  for (uint32_t i = 0; i < program.numFunctions(); ++i) {
    const ProgFuncId id(i);
    const Function &function = program.function(id);
    if (function.linkage != Linkage::Internal || !program.hasBody(id) || pointsTo.isAddressTaken(id) ||
        hasOtherNames.contains({program[id].module.index, program[id].local.index}))
      continue;
    bool isCalled = false, isSeen = true;
    graph.forEachCaller(id, [&](ProgFuncId, const CallTargets &call) {
      isCalled = true;
      isSeen &= call.kind == CallKind::Direct && !call.mayBeUnknown && graph.targets(call.targets).size() == 1;
    });
    if (!isCalled || !isSeen)
      continue;
    for (uint32_t param = 0; param < function.params.size(); ++param)
      if (program.moduleOf(id)[function[function.params[param]].type].kind == TypeKind::Pointer)
        given.insert({i, param});
  }
}

// Takes what this function leaves null out of what is given; the functions that this concerns are due again.
void GivenParameters::look(ProgFuncId caller, std::vector<ProgFuncId> &due) {
  const Function &function = program.function(caller);
  NonNull nonNull(program.moduleOf(caller), function);
  llvm::BitVector atEntry(function.vars.size());
  for (uint32_t param = 0; param < function.params.size(); ++param)
    if (isGiven(caller, param))
      atEntry.set(function.params[param].index);
  nonNull.solve(std::move(atEntry));
  nonNull.forEachCall([&](StmtId stmt, const Call &call, auto isKnown) {
    const llvm::ArrayRef<ExprId> args = function.list(call.args);
    for (const CallTargets &way : graph.callsAt(caller, stmt))
      for (ProgFuncId callee : graph.targets(way.targets))
        for (uint32_t param = 0; param < program.function(callee).params.size(); ++param)
          if (isGiven(callee, param) && (param >= args.size() || !isKnown(args[param]))) {
            given.erase({callee.index, param});
            due.push_back(callee);
          }
  });
}

} // namespace custody::program
