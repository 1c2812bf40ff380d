#include "engines/summary/global_arguments.h"
#include "ir/visit.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace custody::engines::summary {

using namespace ir;
using program::ProgFuncId;
using program::ProgGlobalId;
using program::ProgramModel;

namespace {

// A global that more functions use, or that is used so far below its owner, is no argument.
constexpr size_t MaxUsers = 8, MaxBelow = 32;

struct Uses {
  std::set<ProgFuncId> users;
  std::set<ProgFuncId> writers;
  bool isAddressTaken = false;
};

// The one global that an expression of the function names; none if it is not known which.
ProgGlobalId namedBy(const ProgramModel &model, ProgFuncId in, const Expr &expr) {
  const auto candidates = model.program.resolve(in, expr.global());
  return candidates.size() == 1 ? candidates[0] : ProgGlobalId();
}

class UseScan {
public:
  explicit UseScan(const ProgramModel &model) : model(model), uses(model.program.numGlobals()) {}

  std::vector<Uses> run() {
    for (uint32_t g = 0; g < uses.size(); ++g)
      scanGlobal(ProgGlobalId(g));
    for (uint32_t f = 0; f < model.program.numFunctions(); ++f)
      scanFunction(ProgFuncId(f));
    return std::move(uses);
  }

private:
  void take(llvm::ArrayRef<ProgGlobalId> ids) {
    for (ProgGlobalId id : ids)
      uses[id.index].isAddressTaken = true;
  }

  void scanGlobal(ProgGlobalId id) {
    const program::Program &program = model.program;
    const Global &global = program.global(id);
    if (!program[id].isDefined || (!program.isClosed() && global.linkage != Linkage::Internal))
      take(id);
    for (const InitValue &init : global.init)
      if (init.kind == InitKind::GlobalAddr)
        take(program.resolve(program[id].module, GlobalId(init.entity)));
  }

  // Whatever is neither a load of the whole global nor a write to it may be anything.
  void scanFunction(ProgFuncId id) {
    const Function &function = model.program.function(id);
    const std::vector<ExprId> used = usedExpressions(function);
    std::vector<bool> isPlain(function.exprs.size());
    for (ExprId e : used)
      if (function[e].kind == ExprKind::Load)
        isPlain[function[e].a.index] = true;
    for (const Stmt &stmt : function.stmts) {
      const ExprId place = destination(stmt.op);
      if (!place || function[place].kind != ExprKind::Global || std::holds_alternative<Copy>(stmt.op) ||
          std::holds_alternative<Fill>(stmt.op))
        continue;
      isPlain[place.index] = true;
      if (ProgGlobalId global = namedBy(model, id, function[place]))
        uses[global.index].writers.insert(id);
    }
    for (ExprId e : used) {
      const Expr &expr = function[e];
      if (expr.kind == ExprKind::AddrOf && function[expr.a].kind == ExprKind::Global)
        take(model.program.resolve(id, function[expr.a].global())); // the same place may also be loaded
      if (expr.kind != ExprKind::Global)
        continue;
      const ProgGlobalId global = namedBy(model, id, expr);
      if (!global || !isPlain[e.index])
        take(model.program.resolve(id, expr.global()));
      else if (uses[global.index].users.size() <= MaxUsers)
        uses[global.index].users.insert(id);
    }
  }

  const ProgramModel &model;
  std::vector<Uses> uses; // by global
};

// All functions on the ways from `owner` down to the users, without the owner. None if a user can be reached otherwise.
std::optional<std::set<ProgFuncId>> functionsBelow(const ProgramModel &model, ProgFuncId owner, const Uses &uses) {
  std::set<ProgFuncId> below = uses.users;
  below.erase(owner);
  std::vector<ProgFuncId> work(below.begin(), below.end());
  while (!work.empty()) {
    const ProgFuncId id = work.back();
    work.pop_back();
    bool isCalled = false, isKnown = !model.pointsTo.isAddressTaken(id);
    model.calls.forEachCaller(id, [&](ProgFuncId caller, const program::CallTargets &call) {
      isCalled = true;
      isKnown &= call.kind == program::CallKind::Direct;
      if (caller != owner && below.insert(caller).second)
        work.push_back(caller);
    });
    if (!isCalled || !isKnown || below.size() > MaxBelow)
      return {};
  }
  return below;
}

// Is the global written on every way to a read of it, by this function or by one that it calls?
class WriteFirst {
public:
  WriteFirst(const ProgramModel &model, ProgFuncId id, ProgGlobalId global, const std::set<ProgFuncId> &below)
      : model(model), id(id), function(model.program.function(id)), global(global), below(below),
        entry(function.blocks.size(), State::Unreached) {}

  bool holds() {
    std::vector<uint32_t> work{0};
    entry[0] = State::Unwritten;
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      const std::optional<State> after = runBlock(function.blocks[block], entry[block]);
      if (!after)
        return false;
      for (const Edge &edge : function.blocks[block].term.edges) {
        State &next = entry[edge.to.index];
        if (next == State::Unreached || (next == State::Written && *after == State::Unwritten)) {
          next = *after;
          work.push_back(edge.to.index);
        }
      }
    }
    return true;
  }

private:
  enum class State : uint8_t { Unreached, Written, Unwritten };

  // None if it is read too early.
  std::optional<State> runBlock(const Block &block, State state) {
    for (uint32_t i = 0; i < block.stmtCount; ++i) {
      const StmtId stmt(block.firstStmt + i);
      if (state == State::Unwritten && reads(stmt))
        return {};
      const ExprId place = destination(function[stmt].op);
      if (place && function[place].kind == ExprKind::Global && namedBy(model, id, function[place]) == global)
        state = State::Written;
    }
    if (state == State::Unwritten && block.term.value && reads(block.term.value))
      return {};
    return state;
  }

  bool reads(StmtId stmt) const {
    bool isRead = false;
    auto visit = [&](ExprId expr) { isRead |= expr && reads(expr); };
    forEachOperand(function[stmt].op, visit);
    for (ExprId expr : function.list(listOf(function[stmt].op)))
      visit(expr);
    for (const program::CallTargets &call : model.calls.callsAt(id, stmt))
      for (ProgFuncId target : model.calls.targets(call.targets))
        isRead |= below.count(target) != 0;
    return isRead;
  }

  bool reads(ExprId root) const {
    std::vector<ExprId> work{root};
    while (!work.empty()) {
      const Expr &expr = function[work.back()];
      work.pop_back();
      const bool isLoad = expr.kind == ExprKind::Load && function[expr.a].kind == ExprKind::Global;
      if (isLoad && namedBy(model, id, function[expr.a]) == global)
        return true;
      for (ExprId part : {expr.a, expr.b, expr.c})
        if (part)
          work.push_back(part);
    }
    return false;
  }

  const ProgramModel &model;
  const ProgFuncId id;
  const Function &function;
  const ProgGlobalId global;
  const std::set<ProgFuncId> &below;
  std::vector<State> entry; // by block
};

} // namespace

GlobalArguments::GlobalArguments(const ProgramModel &model) {
  const std::vector<Uses> uses = UseScan(model).run();
  for (uint32_t g = 0; g < uses.size(); ++g) {
    const Uses &use = uses[g];
    // Who alone uses it needs no argument: it keeps something for its next call, or until the program ends.
    if (use.isAddressTaken || use.users.size() < 2 || use.users.size() > MaxUsers)
      continue;
    for (ProgFuncId writer : use.writers) {
      if (model.program.linkName(writer) == "main" || model.calls.isRecursive(model.calls.componentOf(writer)))
        continue;
      const std::optional<std::set<ProgFuncId>> below = functionsBelow(model, writer, use);
      if (below && !below->count(writer) && WriteFirst(model, writer, ProgGlobalId(g), *below).holds()) {
        owners[ProgGlobalId(g)] = writer;
        break;
      }
    }
  }
}

} // namespace custody::engines::summary
