#include "ir/stats.h"
#include "ir/visit.h"
#include "ir/words.h"
#include "llvm/Support/FormatVariadic.h"

namespace custody::ir {
namespace {

// One walk over each statement's expressions. A node shared by several operands is seen once a statement.
class Counter {
public:
  Counter(const Module &module, Stats &stats) : module(module), stats(stats) {}

  void count(const Function &counted) {
    function = &counted;
    seen.assign(counted.exprs.size(), 0);
    walk = 0;
    stats.functions += counted.blocks.empty() ? 0 : 1;
    for (const Stmt &stmt : counted.stmts)
      count(stmt.op);
  }

private:
  const Module &module;
  Stats &stats;
  const Function *function = nullptr;
  std::vector<uint32_t> seen;
  uint32_t walk = 0;
  std::vector<ExprId> work;
  bool touchesPointer = false;
  Sym unknownCause;
  bool hasUnknown = false;

  void count(const StmtOp &op) {
    ++stats.statements;
    ++stats.byKind[op.index()];
    ++walk;
    touchesPointer = isAboutPointers(op);
    hasUnknown = false;
    forEachOperand(op, [&](ExprId id) { visit(id); });
    for (ExprId id : function->list(listOf(op)))
      visit(id);
    if (const auto *unknown = std::get_if<Unknown>(&op))
      note(unknown->cause);
    stats.pointerStatements += touchesPointer;
    if (hasUnknown) {
      ++stats.unknown;
      ++stats.unknownByCause[module.text(unknownCause).str()];
    }
  }

  void note(Sym cause) {
    hasUnknown = true;
    unknownCause = cause;
  }

  bool isPointer(TypeId type) const {
    return type && (module[type].kind == TypeKind::Pointer || module[type].kind == TypeKind::MemberPointer);
  }

  // By their kind, or by the type of the variable that they are about.
  bool isAboutPointers(const StmtOp &op) const {
    auto isPointerVar = [&](VarId var) { return isPointer((*function)[var].type); };
    return std::visit(Overloaded{
                          [&](const Begin &s) { return isPointerVar(s.var); },
                          [&](const End &s) { return isPointerVar(s.var); },
                          [&](const Ignore &s) { return isPointerVar(s.var); },
                          [](const Alloc &) { return true; },
                          [](const Realloc &) { return true; },
                          [](const Free &) { return true; },
                          [](const StackAlloc &) { return true; },
                          [](const Throw &) { return true; },
                          [](const Catch &) { return true; },
                          [](const auto &) { return false; },
                      },
                      op);
  }

  void visit(ExprId root) {
    if (!root)
      return;
    work.push_back(root);
    while (!work.empty()) {
      ExprId id = work.back();
      work.pop_back();
      if (seen[id.index] == walk)
        continue;
      seen[id.index] = walk;
      const Expr &expr = (*function)[id];
      if (expr.kind == ExprKind::Deref || isPointer(expr.type))
        touchesPointer = true;
      if (expr.kind == ExprKind::Unknown)
        note(expr.name());
      for (ExprId child : {expr.a, expr.b, expr.c})
        if (child)
          work.push_back(child);
    }
  }
};

void row(llvm::raw_ostream &os, llvm::StringRef name, uint64_t count) {
  os << llvm::left_justify(name, 36) << llvm::right_justify(std::to_string(count), 12) << '\n';
}

} // namespace

Stats &Stats::operator+=(const Stats &other) {
  functions += other.functions;
  statements += other.statements;
  pointerStatements += other.pointerStatements;
  unknown += other.unknown;
  for (const auto &[cause, count] : other.unknownByCause)
    unknownByCause[cause] += count;
  for (auto [mine, theirs] : llvm::zip(byKind, other.byKind))
    mine += theirs;
  return *this;
}

Stats statsOf(const Module &module) {
  Stats stats;
  Counter counter(module, stats);
  for (const Function &function : module.functions)
    counter.count(function);
  return stats;
}

void printText(llvm::raw_ostream &os, const Stats &stats) {
  row(os, "functions", stats.functions);
  row(os, "statements", stats.statements);
  for (auto [kind, count] : llvm::zip(stmtWords(), stats.byKind))
    row(os, ("  " + kind).str(), count);
  row(os, "pointer statements", stats.pointerStatements);
  row(os, "not modelled", stats.unknown);
  for (const auto &[cause, count] : stats.unknownByCause)
    row(os, "  " + cause, count);
}

llvm::json::Object toJson(const Stats &stats) {
  llvm::json::Object causes, kinds;
  for (const auto &[cause, count] : stats.unknownByCause)
    causes[cause] = int64_t(count);
  for (auto [kind, count] : llvm::zip(stmtWords(), stats.byKind))
    kinds[kind] = int64_t(count);
  return llvm::json::Object{{"functions", int64_t(stats.functions)},
                            {"statements", int64_t(stats.statements)},
                            {"pointer_statements", int64_t(stats.pointerStatements)},
                            {"unknown", int64_t(stats.unknown)},
                            {"unknown_by_cause", std::move(causes)},
                            {"by_kind", std::move(kinds)}};
}

void printJson(llvm::raw_ostream &os, const Stats &stats) {
  os << llvm::formatv("{0:2}", llvm::json::Value(toJson(stats))) << '\n';
}

} // namespace custody::ir
